export {
  type BuiltInMethod,
  compareWithBuiltIn,
  type MethodAgreement,
  methodAgreementText,
  stepDifferenceText,
} from './agreement.ts';
export { listLinkIndexPairs } from './bonePairs.ts';
export { fetchPanelCaptions, panelCaptionFormatter } from './captions.ts';
export {
  computeSceneCardResult,
  hasSceneCardResult,
  type MethodResult,
  type SceneCardResult,
} from './cardResult.ts';
export { getClipDeviation, setClipDeviation } from './clipDeviation.ts';
export {
  arrangeCrowd,
  type CrowdLayout,
  crowdGroundRadius,
  crowdInstanceScenario,
  crowdTargetPeriod,
  withCrowdTargetMotion,
} from './crowdArrangement.ts';
export {
  computeSafeStepFactor,
  type DemoStepShare,
  type DemoStepShares,
  MethodDemo,
} from './demo.ts';
export type { ExternalPosePanel } from './externalPosePanel.ts';
export { type DiagnosedPose, type DiagnosisVerdict, readPanelEndPose } from './panelVerdict.ts';
export { Session } from './session.ts';
export type { FailedFormulaLine, InstanceState, TargetErrors } from './sessionNumbers.ts';
export { runInSlices, type WaitForTimeSlice } from './slices.ts';
export { TimeSlicer } from './timeSlicer.ts';
export { hasReachedTargetsSoon, TRIAL_UPDATES, type TrialResult } from './trial.ts';
export {
  IMPORT_REPORT_PANEL,
  JOINT_JOG_PANEL,
  type JointJog,
  MECHANISM_EDITOR_PANEL,
  type OpenDialog,
  type PaneLayout,
  type PhoneSheetTab,
  ViewState,
  type WhyExplanationAnchor,
} from './viewState.ts';
