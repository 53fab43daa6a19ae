/** What a link can carry beside the scene, so that it opens on what its sender sees. */
import type { Catalogue } from '../scenario/catalogue.ts';
import {
  checkedFragment,
  encodeLink,
  type LinkSettings,
  NO_SETTINGS,
  settingsText,
} from '../scenario/codec.ts';
import type { Scenario, Vec3 } from '../scenario/types.ts';

/** Where a camera stands and looks to, as `view.camera` and `view.lookAt` of a document. */
export interface Viewpoint {
  readonly camera: Vec3;
  readonly lookAt: Vec3;
}

/** A part of the moment that a link may carry. */
export type MomentPart = 'camera' | 'layout' | 'pause' | 'update' | 'hidden';

/** What there is to carry. */
export interface Moment {
  /** Null: as the scene frames it. */
  readonly viewpoint: Viewpoint | null;
  readonly layout: NonNullable<LinkSettings['layout']>;
  readonly paused: boolean;
  readonly frame: number;
  /** Slots. */
  readonly hidden: readonly number[];
}

/** The parts that a link of this moment can say at all, */
export function linkableParts({ viewpoint, frame, hidden }: Moment): readonly MomentPart[] {
  return [
    ...(viewpoint ? (['camera'] as const) : []),
    'layout',
    'pause',
    ...(frame > 0 ? (['update'] as const) : []),
    ...(hidden.length > 0 ? (['hidden'] as const) : []),
  ];
}

/** The parts of a moment that a page would not show without being told of them. */
export const neededParts = (moment: Moment): readonly MomentPart[] =>
  linkableParts(moment).filter((part) => {
    if (part === 'layout') return moment.layout !== 'grid';
    return part === 'pause' || part === 'update' ? moment.paused : true;
  });

const withCamera = (scenario: Scenario, at: Viewpoint | null): Scenario =>
  at ? { ...scenario, view: { ...scenario.view, ...at } } : scenario;

function settingsOf(moment: Moment, parts: readonly MomentPart[]): LinkSettings {
  const { layout, paused, frame, hidden } = moment;
  const has = (part: MomentPart): boolean => parts.includes(part);
  return {
    ...NO_SETTINGS,
    ...(has('layout') && { layout }),
    ...(has('pause') && { play: !paused }),
    ...(has('update') && { frame }),
    ...(has('hidden') && { hidden }),
  };
}

/** The fragment that opens the scene with these parts of the moment; throws as encodeLink does. */
export async function momentLink(
  scenario: Scenario,
  moment: Moment,
  parts: readonly MomentPart[],
  catalogue: Catalogue,
): Promise<string> {
  const seen = withCamera(scenario, parts.includes('camera') ? moment.viewpoint : null);
  const link = await encodeLink(seen, catalogue);
  return checkedFragment(link + settingsText(settingsOf(moment, parts), scenario));
}

/** What each part adds to the link, characters; of those that it has room for. */
export async function linkCosts(
  scenario: Scenario,
  moment: Moment,
  catalogue: Catalogue,
): Promise<ReadonlyMap<MomentPart, number>> {
  const { length } = await momentLink(scenario, moment, [], catalogue);
  const weighed = linkableParts(moment).map((part) =>
    momentLink(scenario, moment, [part], catalogue).then(
      (link): [MomentPart, number][] => [[part, link.length - length]],
      () => [],
    ),
  );
  return new Map((await Promise.all(weighed)).flat());
}
