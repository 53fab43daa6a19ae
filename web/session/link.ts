import type { Catalogue } from '../scenario/catalogue.ts';
import { decodeLink, type LinkSettings, UNSAID } from '../scenario/codec.ts';
import { parse } from '../scenario/parse.ts';
import { openingPreset, scenarioPreset } from '../scenario/presets.ts';
import { resolve } from '../scenario/resolve.ts';
import type { Fault, Scenario, Scene } from '../scenario/types.ts';

/** Something to say about the link that the page was opened with. */
export interface Notice {
  readonly title: string;
  readonly reasons: readonly Fault[];
  /** The link as it was given, to copy; '' where there is nothing to keep. */
  readonly text: string;
  /** A way back from what was done. */
  readonly action?: { readonly label: string; act(): void };
}

export interface Opening {
  readonly scene: Scene;
  readonly settings: LinkSettings;
  readonly notice: Notice | null;
}

/** The scene of an address's fragment; the default one, with the reasons, where it cannot be read. */
export async function openLink(fragment: string, catalogue: Catalogue): Promise<Opening> {
  if (fragment === '' || fragment === '#')
    return { scene: resolve(first(catalogue)), settings: UNSAID, notice: null };
  const link = await decodeLink(fragment, catalogue);
  if (!link.ok) {
    const notice = { title: 'This link cannot be read', reasons: link.faults, text: fragment };
    return { scene: resolve(first(catalogue)), settings: UNSAID, notice };
  }
  const { scenario, build, settings } = link.value;
  const notice = build === null || build === catalogue.build ? null : older(build, catalogue.build);
  return { scene: resolve(scenario), settings, notice };
}

export function first(catalogue: Catalogue): Scenario {
  const scenario = parse(scenarioPreset(openingPreset)?.document, catalogue);
  if (!scenario.ok) {
    const [fault] = scenario.faults;
    throw new Error(`the preset ${openingPreset} is at fault: ${fault?.path}: ${fault?.reason}`);
  }
  return scenario.value;
}

/** A document that cannot be read, kept for copying. */
export const unreadable = (title: string, reasons: readonly Fault[], text: string): Notice => ({
  title,
  reasons,
  text,
});

/** A link that was read, but whose scene the module does not open. */
export const refused = (text: string, error: unknown): Notice => ({
  title: 'This scene cannot be opened',
  reasons: [{ path: '', reason: error instanceof Error ? error.message : String(error) }],
  text,
});

const older = (made: string, here: string): Notice => ({
  title: 'Made by another version',
  reasons: [{ path: '', reason: `made by ${made}, this is ${here}: numbers may differ a little` }],
  text: '',
});
