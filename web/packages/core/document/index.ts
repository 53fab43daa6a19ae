export {
  CROWD_GROUND_SHAPES,
  CROWD_PHASE_PATTERNS,
  type CrowdSpec,
  DEFAULT_CROWD,
  formatCrowdAddress,
  readCrowdAddress,
} from './crowdAddress.ts';
export { makeCrowdPanel, withComparisonPanels } from './crowdPanels.ts';
export { type EditableDocument, Editor } from './editor.ts';
export { findFaultLine, findJsonLines } from './lineNumbers.ts';
export {
  findOlderFileNotice,
  initialPageScenario,
  type OpenedSceneLink,
  openSceneLink,
  preloadLinkDecoder,
} from './link.ts';
export { olderVersionNotice, UPGRADE_BUTTON_LABEL } from './olderVersion.ts';
export { isUnknownPage, type PageLocation, pageAddress, readPageAddress } from './pageAddress.ts';
export { makeRecordedPath, recordingFault } from './recordedPath.ts';
export { changedDefaultsSentence, listVersionDefaultChanges } from './versionNote.ts';
export {
  changedViewSettings,
  encodeViewLink,
  linkableViewSettings,
  type ViewSettingName,
  type ViewSettings,
  viewSettingLinkLengths,
} from './viewSettings.ts';
