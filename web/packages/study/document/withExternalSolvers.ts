import { STOPS } from '@iklab/core/engine/protocol';
import { MAX_METHODS } from '@iklab/core/scenario/checks';
import type { ExternalStudySolvers } from './externalSolverEntry.ts';
import type { Study, StudyCell } from './study.ts';

/** Stop reasons of external solvers only. Their numbers follow those of the module. */
const SOLVER_STOPS = [
  'refused-pose',
  'refused-limit',
  'gave-up',
  'too-late',
  'killed',
  'broken',
  'unasked',
] as const;
export const ROW_STOP_REASONS = [...STOPS, ...SOLVER_STOPS] as const;
export type RowStopReason = (typeof ROW_STOP_REASONS)[number];
export const rowStopReasonIndex = (stop: RowStopReason): number => ROW_STOP_REASONS.indexOf(stop);

type AnyStudyPart = Pick<Study, 'cells' | 'scenario' | 'sweep'>;

/** Adds a cell per solver after the cells of the methods. The study's hash stays the same. */
export function withExternalSolvers<S extends AnyStudyPart>(
  study: S,
  solvers: ExternalStudySolvers,
): S {
  const methodCells = solvers.own ? study.cells : [];
  const slots = freeSlots(methodCells);
  const cells = solvers.entries.map(({ name }, i) =>
    makeSolverCell(study, name, methodCells.length + i, slots[i % slots.length] ?? 1),
  );
  return { ...study, cells: [...methodCells, ...cells], solvers };
}

/** Returns the slots (colours and marks) that no method uses; all slots if none is free. */
function freeSlots(methodCells: readonly StudyCell[]): readonly number[] {
  const all = Array.from({ length: MAX_METHODS }, (_, i) => i + 1);
  const free = all.filter((slot) => methodCells.every(({ panel }) => panel.slot !== slot));
  return free.length > 0 ? free : all;
}

function makeSolverCell(
  { scenario, sweep }: AnyStudyPart,
  label: string,
  index: number,
  slot: number,
): StudyCell {
  const [first] = scenario.methods;
  if (!first) throw new Error('a scenario without methods');
  const panel = { ...first, id: 'solver', label, slot };
  return { index, method: EXTERNAL, values: sweep.map(() => null), scenario, panel };
}

const EXTERNAL = -1;

export const isExternalSolverCell = ({ method }: Pick<StudyCell, 'method'>): boolean =>
  method === EXTERNAL;
