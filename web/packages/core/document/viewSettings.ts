import {
  checkFragmentLength,
  encodeLink,
  type LinkSettings,
  linkSettingsText,
  NO_LINK_SETTINGS,
} from '../scenario/link/codec.ts';
import type { Catalogue } from '../scenario/methods/catalogue.ts';
import type { Scenario, Viewpoint } from '../scenario/types.ts';

export type ViewSettingName = 'camera' | 'layout' | 'pause' | 'update' | 'hidden';

export interface ViewSettings {
  readonly viewpoint: Viewpoint | null;
  readonly layout: NonNullable<LinkSettings['layout']>;
  readonly paused: boolean;
  readonly frame: number;
  readonly hidden: readonly number[];
}

export function linkableViewSettings({
  viewpoint,
  frame,
  hidden,
}: ViewSettings): readonly ViewSettingName[] {
  return [
    ...(viewpoint ? (['camera'] as const) : []),
    'layout',
    'pause',
    ...(frame > 0 ? (['update'] as const) : []),
    ...(hidden.length > 0 ? (['hidden'] as const) : []),
  ];
}

export const changedViewSettings = (moment: ViewSettings): readonly ViewSettingName[] =>
  linkableViewSettings(moment).filter((part) => {
    if (part === 'layout') return moment.layout !== 'grid';
    return part === 'pause' || part === 'update' ? moment.paused : true;
  });

const withCamera = (scenario: Scenario, viewpoint: Viewpoint | null): Scenario =>
  viewpoint ? { ...scenario, view: { ...scenario.view, ...viewpoint } } : scenario;

function toLinkSettings(moment: ViewSettings, parts: readonly ViewSettingName[]): LinkSettings {
  const { layout, paused, frame, hidden } = moment;
  const has = (part: ViewSettingName): boolean => parts.includes(part);
  return {
    ...NO_LINK_SETTINGS,
    ...(has('layout') && { layout }),
    ...(has('pause') && { play: !paused }),
    ...(has('update') && { frame }),
    ...(has('hidden') && { hidden }),
  };
}

/** Returns the link of a scenario with view settings. Throws a LinkTooLongError if too long. */
export async function encodeViewLink(
  scenario: Scenario,
  moment: ViewSettings,
  parts: readonly ViewSettingName[],
  catalogue: Catalogue,
): Promise<string> {
  const viewedScenario = withCamera(scenario, parts.includes('camera') ? moment.viewpoint : null);
  const link = await encodeLink(viewedScenario, catalogue);
  return checkFragmentLength(link + linkSettingsText(toLinkSettings(moment, parts), scenario));
}

/**
 * Returns the number of characters that each view setting adds. Omits settings for which the link
 * is too long.
 */
export async function viewSettingLinkLengths(
  scenario: Scenario,
  moment: ViewSettings,
  catalogue: Catalogue,
): Promise<ReadonlyMap<ViewSettingName, number>> {
  const { length } = await encodeViewLink(scenario, moment, [], catalogue);
  const weighed = linkableViewSettings(moment).map((part) =>
    encodeViewLink(scenario, moment, [part], catalogue).then(
      (link): [ViewSettingName, number][] => [[part, link.length - length]],
      () => [],
    ),
  );
  return new Map((await Promise.all(weighed)).flat());
}
