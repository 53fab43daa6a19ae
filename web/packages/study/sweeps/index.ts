export {
  type FixedTargetProposal,
  isProposalNoImprovement,
  type MovingTargetProposal,
  makeSweepProposal,
  type SweepProposal,
} from './proposal.ts';
export {
  availableSweepMeasures,
  measureBandsText,
  type SweepMeasure,
  type SweepMeasureId,
} from './sweepMeasures.ts';
export {
  makeSweepStudy,
  planSweepTasks,
  SWEEP_SEED,
  type SweepEstimate,
  type SweepPoint,
  sweepResultsKey,
} from './sweepStudy.ts';
export { sweepJson, sweepTable } from './sweepText.ts';
