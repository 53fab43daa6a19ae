/** A running scene: its methods, and what is shown of them. */

export {
  type Agreement,
  agreementText,
  type BuiltIn,
  compareMethods,
  differenceText,
} from './agreement.ts';
export { bonesOf } from './bonePairs.ts';
export { captionFormatter, fetchCaptions } from './captions.ts';
export {
  type CardResult,
  computeCardResult,
  hasCardResult,
  type MethodResult,
} from './cardResult.ts';
export { clipDeviation, setClipDeviation } from './clipDeviation.ts';
export {
  arrangeCrowd,
  type CrowdSize,
  crowdPeriod,
  crowdRadius,
  instanceScene,
  withMotion,
} from './crowdArrangement.ts';
export { Demo, type StepShare, type StepShares, safeFactor } from './demo.ts';
export type { ExternalPosePanel } from './externalPosePanel.ts';
export { type EndPose, readEndPose, type Verdict } from './panelVerdict.ts';
export { Session } from './session.ts';
export type { BrokenLine, InstanceState, TargetErrors } from './sessionNumbers.ts';
export { runInSlices, type WaitForTurn } from './slices.ts';
export { TimeSlicer } from './timeSlicer.ts';
export { needsNoCure, TRIAL_UPDATES, type Trial } from './trial.ts';
export {
  EDITOR_PANEL,
  JOINTS_PANEL,
  type Jog,
  type Layout,
  type OpenDialog,
  REPORT_PANEL,
  type Tab,
  ViewState,
  type WhyAnchor,
} from './viewState.ts';
