import { type Notice, olderBuildNotice, unloadedScriptNotice } from '../format/words/notices.ts';
import { isRecord } from '../scenario/checks/shapes.ts';
import { type LinkSettings, NO_LINK_SETTINGS } from '../scenario/link/linkSettings.ts';
import type { Catalogue } from '../scenario/methods/catalogue.ts';
import { parseScenarioDocument } from '../scenario/parse.ts';
import { initialPagePresetId, scenarioPreset } from '../scenario/presets/presets.ts';
import { resolveScenario } from '../scenario/resolveScenario.ts';
import type { Scenario, Scene } from '../scenario/types.ts';
import type { SceneUpgradeContext } from './olderVersion.ts';

export interface OpenedSceneLink {
  readonly scene: Scene;
  readonly settings: LinkSettings;
  readonly notice: Notice | null;
  /**
   * Makes a notice if a link of version 1 relies on defaults that version 2 changes; otherwise
   * null.
   */
  readonly older?: ((page: SceneUpgradeContext, fragment: string) => Notice) | null;
}

const loadDecoder = () => import('../scenario/link/decodeLink.ts');

export const preloadLinkDecoder = (): Promise<unknown> => loadDecoder().catch(() => null);

/**
 * Opens the scene of a fragment. An unreadable fragment gives the default scene and a notice.
 * Formulas with faults are kept, but do not run.
 */
export async function openSceneLink(
  fragment: string,
  catalogue: Catalogue,
): Promise<OpenedSceneLink> {
  if (fragment === '' || fragment === '#')
    return {
      scene: resolveScenario(initialPageScenario(catalogue)),
      settings: NO_LINK_SETTINGS,
      notice: null,
    };
  const reader = await loadDecoder().catch(() => null); // On demand: most visits have no link.
  if (!reader)
    return {
      scene: resolveScenario(initialPageScenario(catalogue)),
      settings: NO_LINK_SETTINGS,
      notice: unloadedScriptNotice,
    };
  const link = await reader.decodeLink(fragment, catalogue, { hold: true });
  if (!link.ok) {
    const notice = { title: 'This link cannot be read', reasons: link.faults, text: fragment };
    return {
      scene: resolveScenario(initialPageScenario(catalogue)),
      settings: NO_LINK_SETTINGS,
      notice,
    };
  }
  const { scenario, build, settings, document } = link.value;
  const notice =
    build === null || build === catalogue.build ? null : olderBuildNotice(build, catalogue.build);
  const older = await findOlderNotice(document, catalogue);
  return { scene: resolveScenario(scenario), settings, notice, older };
}

async function findOlderNotice(
  document: unknown,
  catalogue: Catalogue,
): Promise<OpenedSceneLink['older']> {
  const older = await loadOlderReader(document);
  return older?.olderSceneNotice(document, catalogue);
}

/**
 * Returns a notice if a file of version 1 omits defaults that version 2 changes; otherwise null.
 */
export async function findOlderFileNotice(
  name: string,
  document: unknown,
  catalogue: Catalogue,
): Promise<Notice | null> {
  const older = await loadOlderReader(document);
  return older?.olderFileNotice(name, document, catalogue) ?? null;
}

const loadOlderReader = async (document: unknown) =>
  isRecord(document) && document.iklab === 1 ? import('./olderVersion.ts').catch(() => null) : null;

export function initialPageScenario(catalogue: Catalogue): Scenario {
  const scenario = parseScenarioDocument(scenarioPreset(initialPagePresetId)?.document, catalogue);
  if (!scenario.ok) {
    const [fault] = scenario.faults;
    throw new Error(
      `the preset ${initialPagePresetId} is at fault: ${fault?.path}: ${fault?.reason}`,
    );
  }
  return scenario.value;
}
