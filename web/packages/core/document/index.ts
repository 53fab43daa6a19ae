/** The open document: edits and undo, links, recorded paths. */

export {
  CROWD_GROUNDS,
  CROWD_PATTERNS,
  type CrowdSpec,
  DEFAULT_CROWD,
  formatCrowdAddress,
  readCrowdAddress,
} from './crowdAddress.ts';
export { makeCrowdPanel, withComparedMethods } from './crowdPanels.ts';
export { type DocumentEditing, Editor } from './editor.ts';
export { findLine, findLines } from './lineNumbers.ts';
export {
  findOlderFileNotice,
  openingScenario,
  openLink,
  preloadDecoder,
  type SceneLink,
} from './link.ts';
export { olderVersionNotice, UPGRADE_LABEL } from './olderVersion.ts';
export { isUnknownPage, type PageLocation, pageAddress, readPageAddress } from './pageAddress.ts';
export { makeRecordedPath, recordingFault } from './recordedPath.ts';
export { changedDefaults, versionSentence } from './versionNote.ts';
export {
  encodeViewLink,
  linkableSettings,
  linkCosts,
  neededSettings,
  type ViewSetting,
  type ViewSettings,
} from './viewSettings.ts';
