import type { Fault, Scenario } from '../../scenario/types.ts';
import { formatDayTime } from '../formatDayTime.ts';

export interface Notice {
  readonly title: string;
  readonly reasons: readonly Fault[];
  /** The link or document that the notice is about, as text for copying; '' if there is none. */
  readonly text: string;
  readonly action?: { readonly label: string; act(): void };
  /** True if the notice reports no fault. The next edit then removes it. */
  readonly quiet?: boolean;
  readonly progress?: number;
  /** True if the notice is about the open scene. Opening another scene then removes it. */
  readonly isAboutScene?: boolean;
  /** True if the notice is about the address. Embedded runs do not show it. */
  readonly isAboutAddress?: boolean;
  readonly secondAction?: Notice['action'];
}

const toReasons = (reason: string): readonly Fault[] => [{ path: '', reason }];

export const combinedNotice = (first: Notice, second: Notice): Notice => ({
  ...first,
  ...(second.action &&
    (first.action ? { secondAction: second.action } : { action: second.action })),
  reasons: [...first.reasons, ...toReasons(`${second.title}.`), ...second.reasons],
  text: first.text || second.text,
});

export const unknownPageNotice = (fragment: string, act: () => void): Notice => ({
  title: `There is no page ${fragment}`,
  reasons: toReasons('Pages have the addresses #/methods and #/studies.'),
  text: '',
  action: { label: 'Go to the start', act },
});

export const unreadableNotice = (
  title: string,
  reasons: readonly Fault[],
  text: string,
): Notice => ({
  title,
  reasons,
  text,
});

export const refusedSceneNotice = (text: string, error: unknown): Notice => ({
  title: 'This scene cannot be opened',
  reasons: toReasons(error instanceof Error ? error.message : String(error)),
  text,
});

export const unloadedScriptNotice: Notice = {
  title: 'A part of the page could not be loaded',
  reasons: toReasons('Check the connection and load the page again.'),
  text: '',
};

export const newVersionNotice = (act: () => void): Notice => ({
  title: 'A new version is ready',
  reasons: [],
  text: '',
  action: { label: 'Reload', act },
  quiet: true,
});

export const otherTabsNotice: Notice = {
  title: 'Another tab is open',
  reasons: toReasons(
    'It uses the current version. The new version starts when that tab is closed.',
  ),
  text: '',
  quiet: true,
};

export const hostConfigNotice = (faults: readonly Fault[]): Notice => ({
  title: 'This host’s iklab.json',
  reasons: faults,
  text: '',
});

export const sceneErrorNotice = (error: unknown): Notice => ({
  title: 'The scene has stopped',
  reasons: toReasons(
    `${error instanceof Error ? error.message : String(error)}. You can open any other scene.`,
  ),
  text: '',
  isAboutScene: true,
});

export const studyCaseNotice = (study: string, caseName: string, back: () => void): Notice => ({
  title: `From ${study}: ${caseName}`,
  reasons: [],
  text: '',
  action: { label: 'Return to study', act: back },
  quiet: true,
});

export const olderBuildNotice = (made: string, currentBuild: string): Notice => ({
  title: 'Created with another version',
  reasons: toReasons(`Created with ${made}; this is ${currentBuild}. Results may differ slightly.`),
  text: '',
});

/**
 * Makes the notice that a scene is too large for a link. `isSaved`: the scene is stored in this
 * browser.
 */
export const linkTooLargeNotice = (isSaved: boolean): Notice => ({
  title: 'Too large for a link',
  reasons: toReasons(
    isSaved
      ? 'The address does not change. The scene is stored in this browser. To share it, use a file.'
      : 'The address does not change, and the scene cannot be stored: this browser’s storage is full or blocked. Save it as a file to keep it.',
  ),
  text: '',
  quiet: true,
});

export const missingMeshesNotice = (count: number): Notice => ({
  title: 'Drawn as capsules',
  reasons: toReasons(
    `Links cannot include meshes (${count} missing). Use Share → File to include them.`,
  ),
  text: '',
  quiet: true,
});

const MAX_WARNINGS = 3;

/** Makes the notice with the first warnings of an import. `act` opens the import report. */
export const importWarningsNotice = (warnings: readonly string[], act: () => void): Notice => ({
  title:
    warnings.length === 1 ? 'Opened with a warning' : `Opened with ${warnings.length} warnings`,
  reasons: warnings.slice(0, MAX_WARNINGS).flatMap(toReasons),
  text: '',
  action: { label: 'Open import report', act },
  isAboutScene: true,
});

/** Notice that the meshes of a robot no longer fit, because an edit moved its frames. */
export const movedFramesNotice: Notice = {
  title: 'Drawn as capsules',
  reasons: toReasons('The meshes only fit the original mechanism. Undo restores them.'),
  text: '',
  quiet: true,
};

export const mismatchedRobotNotice = (name: string): Notice => ({
  title: 'Drawn as capsules',
  reasons: toReasons(`The robot in ${name} does not match its scene.`),
  text: '',
});

export const restoredSceneNotice = (time: number, act: () => void): Notice => ({
  title: 'Your last scene',
  reasons: toReasons(`Stored in this browser, ${formatDayTime(time)}.`),
  text: '',
  action: { label: 'Open default scene', act },
  quiet: true,
});

/**
 * Makes the notice that a link replaced the visitor's scene, which was saved at `time`, in
 * milliseconds since 1970.
 */
export const savedSceneNotice = (scenario: Scenario, time: number, act: () => void): Notice => ({
  title: 'Scene from a link',
  reasons: toReasons(
    `Your scene ${scenario.name || 'without a name'} (${formatDayTime(time)}) is saved.`,
  ),
  text: '',
  action: { label: 'Return to my scene', act },
  quiet: true,
});

export const replacedMechanismNotice = (name: string, act: () => void): Notice => ({
  title: `Mechanism: ${name}`,
  reasons: toReasons(
    'Start pose and targets have changed with it. Methods and settings are unchanged.',
  ),
  text: '',
  action: { label: 'Undo', act },
  quiet: true,
});
