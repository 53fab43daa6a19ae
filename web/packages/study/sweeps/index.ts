/** Sweeps of a parameter. */

export {
  isProposalNoImprovement,
  type MovingProposal,
  makeProposal,
  type Proposal,
  type SolvedProposal,
} from './proposal.ts';
export {
  availableMeasures,
  type MeasureId,
  measureBandsText,
  type SweepMeasure,
} from './sweepMeasures.ts';
export {
  makeSweepStudy,
  SWEEP_SEED,
  type SweepEstimate,
  type SweepPoint,
  sweepKey,
  sweepPlan,
} from './sweepStudy.ts';
export { sweepJson, sweepTable } from './sweepText.ts';
