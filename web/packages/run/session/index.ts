/** Running scenes: their methods, and the numbers and views shown of them. */

export {
  type Agreement,
  agreementText,
  type BuiltInMethod,
  compareWithBuiltIn,
  differenceText,
} from './agreement.ts';
export { listBonePairs } from './bonePairs.ts';
export { captionFormatter, fetchCaptions } from './captions.ts';
export {
  type CardResult,
  computeCardResult,
  hasCardResult,
  type MethodResult,
} from './cardResult.ts';
export { getClipDeviation, setClipDeviation } from './clipDeviation.ts';
export {
  arrangeCrowd,
  type CrowdSize,
  crowdPeriod,
  crowdRadius,
  instanceScene,
  withCrowdMotion,
} from './crowdArrangement.ts';
export { computeSafeStepFactor, type DemoStepShare, MethodDemo, type StepShares } from './demo.ts';
export type { ExternalPosePanel } from './externalPosePanel.ts';
export { type DiagnosedPose, readPanelEndPose, type Verdict } from './panelVerdict.ts';
export { Session } from './session.ts';
export type { FailedFormulaLine, InstanceState, TargetErrors } from './sessionNumbers.ts';
export { runInSlices, type WaitForTimeSlice } from './slices.ts';
export { TimeSlicer } from './timeSlicer.ts';
export { hasReachedSoon, TRIAL_UPDATES, type TrialResult } from './trial.ts';
export {
  EDITOR_PANEL,
  JOINTS_PANEL,
  type Jog,
  type OpenDialog,
  type PaneLayout,
  REPORT_PANEL,
  type SheetTab,
  ViewState,
  type WhyAnchor,
} from './viewState.ts';
