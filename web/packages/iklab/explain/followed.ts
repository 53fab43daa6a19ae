/** Ranks methods by their distance from moving targets, with the updates and the mean errors. */
import { figureText, lengthFigure } from '../format/figures.ts';
import { freePartsText } from '../format/freePartsText.ts';
import { listedParts } from '../format/lists.ts';
import { type Phrase, say, strong } from '../format/phrase.ts';
import { RECENT_UPDATES } from '../measure/measures.ts';
import type { Session } from '../run/session.ts';
import { begun, inOrder, nameOf, order } from './inOrder.ts';

/** `playing`: only statements that stay true while the run continues. */
export function following(session: Session, playing: boolean): Phrase[] {
  const said = [
    ...(session.isFollowing ? [] : begun(session)),
    judged(session),
    settled(session),
    ...(playing ? [] : [recent(session)]),
    freePartsText(session.scene.scenario.targets) ?? [],
  ];
  return said.filter((each) => each.length > 0);
}

/** Ranked by the chosen criterion; without one, by the remaining error. */
function judged(session: Session): Phrase {
  const { criterion, scores } = session;
  if (!scores) return [];
  const over =
    criterion && !criterion.ofLastPose ? say`, ${upTo(session)}` : say` after ${made(session)}`;
  return say`${criterion?.name ?? 'Error'}${over}: ${inOrder(session, scores.values, scores.valueText)}.`;
}

/** "in updates 401 to 1600"; methods with different updates per frame have different ranges. */
function settled(session: Session): Phrase {
  const { meanErrors } = session;
  if (!meanErrors) return [];
  const same = [meanErrors.first, meanErrors.last].every((all) => new Set(all).size === 1);
  const over = same
    ? say`in updates ${strong(meanErrors.first[0] ?? 0)} to ${strong(meanErrors.last[0] ?? 0)}`
    : say`after the first ${strong(Math.max(...meanErrors.first) - 1)} updates`;
  return closest(session, meanErrors.values, over, 'stays closest');
}

function recent(session: Session): Phrase {
  const { run } = session.scene.scenario;
  const all = session.courses.instances.map((course) => course.over('recent'));
  const counts = all.map(({ updates }) => updates);
  const [count = 0] = counts;
  if (Math.min(...counts) === 0) return [];
  const same = counts.every((each) => each === count);
  const seconds = Number(((count / run.updatesPerFrame) * run.timeStep).toPrecision(2));
  const time = run.mode === 'track' ? `, ${seconds} s` : '';
  const updates = same ? strong(count) : say`up to ${strong(RECENT_UPDATES)}`;
  const errors = all.map(({ error }) => error);
  return closest(session, errors, say`over the last ${updates} updates${time}`, 'was closest');
}

/** "SDLS stays closest, 1.59 m off on average in ...; then DLS' 1.64 m and Transpose 2.6 m." */
function closest(session: Session, values: readonly number[], over: Phrase, is: string): Phrase {
  const far = (value: number): string =>
    figureText(lengthFigure(value, session.scene.scenario.unit));
  const [first = 0, ...others] = order(values);
  const who = nameOf(session)(first);
  const best = far(values[first] ?? 0);
  if (others.length === 0) return say`${who} was ${strong(best)} off on average ${over}.`;
  if (best === far(values[others[0] as number] ?? 0))
    return say`Off on average ${over}: ${inOrder(session, values, far)}.`;
  const rest = others.map(
    (panel) => say`${nameOf(session)(panel)} ${strong(far(values[panel] ?? 0))}`,
  );
  return say`${who} ${is}, ${strong(best)} off on average ${over}; then ${listedParts(rest)}.`;
}

const upTo = (session: Session): Phrase =>
  say`up to update ${strong(Math.max(...updates(session)))}`;

/** "120 updates", or "up to 120 updates" if some methods have stopped. */
function made(session: Session): Phrase {
  const all = updates(session);
  const same = new Set(all).size === 1;
  return say`${same ? '' : 'up to '}${strong(Math.max(...all))} updates`;
}

const updates = ({ lab, instances }: Session): number[] =>
  instances.map((_, i) => lab.status(i).updates);
