export { getClipDeviation, setClipDeviation } from './clipDeviation.ts';
export {
  arrangeCrowd,
  type CrowdLayout,
  crowdGroundRadius,
  crowdInstanceScenario,
  crowdTargetPeriod,
  withCrowdTargetMotion,
} from './crowdArrangement.ts';
export { type DiagnosedPose, type DiagnosisVerdict, readPanelEndPose } from './diagnosisVerdict.ts';
export type { ExternalPosePanel } from './externalPosePanel.ts';
export { listLinkIndexPairs } from './listLinkIndexPairs.ts';
export {
  type BuiltInMethod,
  compareWithBuiltIn,
  type MethodAgreement,
  methodAgreementText,
  stepDifferenceText,
} from './methodAgreement.ts';
export {
  computeSafeStepFactor,
  type DemoStepShare,
  type DemoStepShares,
  MethodDemo,
} from './methodDemo.ts';
export { fetchPanelCaptions, panelCaptionFormatter } from './panelCaptions.ts';
export { runInSlices, type WaitForTimeSlice } from './runInSlices.ts';
export {
  computeSceneCardResult,
  hasSceneCardResult,
  type MethodResult,
  type SceneCardResult,
} from './sceneCardResult.ts';
export { Session } from './session.ts';
export type { FailedFormulaLine, InstanceState, TargetErrors } from './sessionNumbers.ts';
export { TimeSlicer } from './timeSlicer.ts';
export { hasReachedTargetsSoon, TRIAL_UPDATES, type TrialResult } from './trialLab.ts';
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
