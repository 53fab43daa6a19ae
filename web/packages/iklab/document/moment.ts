/** View settings in a link, so that it opens with the sender's view. */
import type { Catalogue } from '../scenario/catalogue.ts';
import {
  checkedFragment,
  encodeLink,
  type LinkSettings,
  NO_SETTINGS,
  settingsText,
} from '../scenario/codec.ts';
import type { Scenario, Vec3 } from '../scenario/types.ts';

/** Camera position and the point it faces, as `view.camera` and `view.lookAt` of a document. */
export interface Viewpoint {
  readonly camera: Vec3;
  readonly lookAt: Vec3;
}

/** A setting that a link may contain. */
export type MomentPart = 'camera' | 'layout' | 'pause' | 'update' | 'hidden';

/** The current view settings. */
export interface Moment {
  /** Null for the default camera of the scene. */
  readonly viewpoint: Viewpoint | null;
  readonly layout: NonNullable<LinkSettings['layout']>;
  readonly paused: boolean;
  readonly frame: number;
  readonly hidden: readonly number[];
}

/** The settings that a link can contain at this moment. */
export function linkableParts({ viewpoint, frame, hidden }: Moment): readonly MomentPart[] {
  return [
    ...(viewpoint ? (['camera'] as const) : []),
    'layout',
    'pause',
    ...(frame > 0 ? (['update'] as const) : []),
    ...(hidden.length > 0 ? (['hidden'] as const) : []),
  ];
}

/** The settings that differ from what a page shows by default. */
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

/** Returns the fragment for the scene with these settings; throws as encodeLink does. */
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

/** Characters that each setting adds to the link; without those that do not fit. */
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
