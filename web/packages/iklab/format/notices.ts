/** What the page says of itself, in a bar over the picture. */
import type { Fault, Scenario } from '../scenario/types.ts';
import { dayTime } from './dayTime.ts';

/** What the page says in the bar over the picture. */
export interface Notice {
  readonly title: string;
  readonly reasons: readonly Fault[];
  /** The link as it was given, to copy; '' where there is nothing to keep. */
  readonly text: string;
  /** A way back from what was done. */
  readonly action?: { readonly label: string; act(): void };
  /** Nothing is wrong: it goes with the next edit. */
  readonly quiet?: boolean;
  /** How far what it tells of is, 0 to 1. */
  readonly progress?: number;
  /** It tells of the scene at work alone. */
  readonly ofScene?: boolean;
  /** It tells of how the address is written: nothing for a run in another page. */
  readonly ofAddress?: boolean;
  /** A further one, of what is said beside. */
  readonly other?: Notice['action'];
}

const sentence = (reason: string): readonly Fault[] => [{ path: '', reason }];

/** What is said beside something else. */
export const combinedNotice = (first: Notice, second: Notice): Notice => ({
  ...first,
  ...(second.action && (first.action ? { other: second.action } : { action: second.action })),
  reasons: [...first.reasons, ...sentence(`${second.title}.`), ...second.reasons],
  text: first.text || second.text,
});

/** An address of a page that does not exist, with the way to the start. */
export const unknownPageNotice = (fragment: string, act: () => void): Notice => ({
  title: `There is no page ${fragment}`,
  reasons: sentence('Pages have the addresses #/methods and #/studies.'),
  text: '',
  action: { label: 'Go to the start', act },
});

/** A document that cannot be read, kept for copying. */
export const unreadableNotice = (
  title: string,
  reasons: readonly Fault[],
  text: string,
): Notice => ({
  title,
  reasons,
  text,
});

/** A link that was read, but whose scene the module does not open. */
export const refusedNotice = (text: string, error: unknown): Notice => ({
  title: 'This scene cannot be opened',
  reasons: sentence(error instanceof Error ? error.message : String(error)),
  text,
});

/** Says that a script which comes after the first picture did not come. */
export const missingPartNotice: Notice = {
  title: 'A part of the page could not be loaded',
  reasons: sentence('Check the connection and load the page again.'),
  text: '',
};

/** Says that the browser has a newer build of the page, with the way to it. */
export const newVersionNotice = (act: () => void): Notice => ({
  title: 'A new version is ready',
  reasons: [],
  text: '',
  action: { label: 'Reload', act },
  quiet: true,
});

/** Says why the newer build does not begin. */
export const otherTabsNotice: Notice = {
  title: 'Another tab is open',
  reasons: sentence('It uses the current version. The new version starts when that tab is closed.'),
  text: '',
  quiet: true,
};

/** Says what is wrong with the file in which a host sets up its page. */
export const hostFileNotice = (faults: readonly Fault[]): Notice => ({
  title: 'This host’s iklab.json',
  reasons: faults,
  text: '',
});

/** Something was thrown while a scene ran. */
export const errorNotice = (error: unknown): Notice => ({
  title: 'The scene has stopped',
  reasons: sentence(
    `${error instanceof Error ? error.message : String(error)}. You can open any other scene.`,
  ),
  text: '',
  ofScene: true,
});

/** A case was opened from a page of Studies. */
export const studyCaseNotice = (study: string, what: string, back: () => void): Notice => ({
  title: `From ${study}: ${what}`,
  reasons: [],
  text: '',
  action: { label: 'Return to study', act: back },
  quiet: true,
});

export const olderBuildReason = (made: string, here: string): Notice => ({
  title: 'Created with another version',
  reasons: sentence(`Created with ${made}; this is ${here}. Results may differ slightly.`),
  text: '',
});

/** Says that a scene is too large for a link, and whether it is kept. */
export const tooLargeNotice = (kept: boolean): Notice => ({
  title: 'Too large for a link',
  reasons: sentence(
    kept
      ? 'The address does not change. The scene is stored in this browser. To share it, use a file.'
      : 'The address does not change, and the scene cannot be stored: this browser’s storage is full or blocked. Save it as a file to keep it.',
  ),
  text: '',
  quiet: true,
});

/** Says that a scene's robot had meshes where it was made, which are not here. */
export const missingMeshesNotice = (count: number): Notice => ({
  title: 'Drawn as capsules',
  reasons: sentence(
    `Links cannot include meshes (${count} missing). Use Share → File to include them.`,
  ),
  text: '',
  quiet: true,
});

/** Says that an edit has moved the frames of a robot, which its looks no longer fit. */
export const otherFramesNotice: Notice = {
  title: 'Drawn as capsules',
  reasons: sentence('The meshes only fit the original mechanism. Undo restores them.'),
  text: '',
  quiet: true,
};

/** Says that the robot which a file carries is not that of its scene. */
export const otherFilesNotice = (name: string): Notice => ({
  title: 'Drawn as capsules',
  reasons: sentence(`The robot in ${name} does not match its scene.`),
  text: '',
});

/** Says that the scene of the last visit was opened, with a way to the default one. */
export const restoredNotice = (time: number, act: () => void): Notice => ({
  title: 'Your last scene',
  reasons: sentence(`Stored in this browser, ${dayTime(time)}.`),
  text: '',
  action: { label: 'Open default scene', act },
  quiet: true,
});

/**
 * Says that a link was opened in place of the visitor's own scene, kept at that time, with the way
 * back.
 */
export const keptSceneNotice = (scenario: Scenario, time: number, act: () => void): Notice => ({
  title: 'Scene from a link',
  reasons: sentence(`Your scene ${scenario.name || 'without a name'} (${dayTime(time)}) is saved.`),
  text: '',
  action: { label: 'Return to my scene', act },
  quiet: true,
});

/** Says that the mechanism became another, with the way back. */
export const otherMechanismNotice = (name: string, act: () => void): Notice => ({
  title: `Mechanism: ${name}`,
  reasons: sentence(
    'Start pose and targets have changed with it. Methods and settings are unchanged.',
  ),
  text: '',
  action: { label: 'Undo', act },
  quiet: true,
});
