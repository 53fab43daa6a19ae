export {
  makeSweepStudy,
  planSweepTasks,
  SWEEP_SEED,
  type SweepEstimate,
  type SweepPoint,
  sweepResultsKey,
} from './makeSweepStudy.ts';
export {
  availableSweepMeasures,
  measureBandsText,
  type SweepMeasure,
  type SweepMeasureId,
} from './sweepMeasures.ts';
export {
  type FixedTargetProposal,
  isProposalNoImprovement,
  type MovingTargetProposal,
  makeSweepProposal,
  type SweepProposal,
} from './sweepProposal.ts';
export { sweepJson, sweepTable } from './sweepText.ts';
