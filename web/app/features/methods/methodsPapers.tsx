import { type FigureOneCase, figureOne, figureOneClaims } from '@iklab/study';
import type { Engine } from 'iklab/engine';
import { figureText, lengthFigure } from 'iklab/format';
import type { FunctionComponent } from 'preact';
import { useMemo } from 'preact/hooks';
import { Icon } from '../../ui/icon.tsx';
import css from './methodsPapers.module.css';

interface PaperProps {
  readonly engine: Engine;
}

/** By the ids of methods: what a paper draws or misprints of one, computed here. */
const PAPERS: Readonly<Record<string, FunctionComponent<PaperProps>>> = {
  sdls: FigureOne,
};

/** What a paper draws or misprints of a method, beside what the module computes. */
export function InPapers({ engine, id }: PaperProps & { readonly id: string }) {
  const Part = PAPERS[id];
  return Part ? <Part engine={engine} /> : null;
}

/** Buss & Kim, figure 1: three targets of a nearly straight arm. */
function FigureOne({ engine }: PaperProps) {
  const cases = useMemo(() => figureOne(engine), [engine]);
  return (
    <section>
      <h2>Buss & Kim, figure 1: why the target matters</h2>
      <p class={css.said}>
        Two links, nearly in a line (grey), and three targets: where the first update of the
        pseudoinverse (dashed) and of SDLS (coloured) put them. The figure has no numbers: lengths
        and places are ours.
      </p>
      <ul class={css.cases}>
        {cases.map((each) => (
          <Case key={each.id} {...each} />
        ))}
      </ul>
      <p class={css.said}>What the text says of them, judged by these updates:</p>
      <ul class={css.claims}>
        {figureOneClaims(cases).map(({ words, holds }) => (
          <li key={words} class={holds ? 'good' : 'warn'}>
            <i role="img" aria-label={holds ? 'holds' : 'does not hold'}>
              <Icon name={holds ? 'check' : 'alert'} size={14} />
            </i>
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const BOX = { left: -0.8, right: 2.8, top: 1.05, bottom: -0.25 } as const;

function Case({
  id,
  target,
  arm,
  goal,
  asked,
  after,
  kept,
  before,
  missed,
  sdls,
  dls,
}: FigureOneCase) {
  const far = (metres: number): string => figureText(lengthFigure(metres, 'm'));
  return (
    <li>
      <a href={`#preset=${id}`}>
        <svg
          class={css.arm}
          viewBox={`${BOX.left} ${-BOX.top} ${BOX.right - BOX.left} ${BOX.top - BOX.bottom}`}
          role="img"
          aria-label={`The arm, ${target}, and where one update puts it`}
        >
          <path class={css.after} d={way(after)} />
          <path class={css.now} d={way(arm)} />
          <path class={`${css.kept} slot-4`} d={way(kept)} />
          <circle class={css.goal} cx={goal[0]} cy={-goal[1]} r="0.07" />
        </svg>
        <b>{target}</b>
        <Icon name="open" size={14} />
      </a>
      <dl>
        <dt>Pseudoinverse</dt>
        <dd>
          a {turnText(asked[0])}, b {turnText(asked[1])}
        </dd>
        <dt>Distance</dt>
        <dd>
          {far(before)}, then {far(missed)}
        </dd>
        <dt>Kept of its step</dt>
        <dd>
          SDLS {shareText(sdls)}, DLS {shareText(dls)}
        </dd>
      </dl>
    </li>
  );
}

const way = (points: readonly (readonly [number, number])[]): string =>
  `M${points.map(([x, y]) => `${x.toFixed(3)} ${(-y).toFixed(3)}`).join('L')}`;

const shareText = (share: number): string => `${Number((100 * share).toPrecision(2))}\u202f%`;

const turnText = (radians: number): string => {
  const degrees = (radians * 180) / Math.PI;
  return `${degrees < 0 ? '−' : '+'}${Number(Math.abs(degrees).toPrecision(3))}°`;
};
