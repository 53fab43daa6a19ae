import type { Engine, Lab, StopReason, UpdateRecord } from '@iklab/core/engine';
import { hasStationaryTargets } from '@iklab/core/engine';
import type { Cause } from '@iklab/core/engine/protocol';
import type { MethodPanel, Scenario } from '@iklab/core/scenario';
import { resolveScenario } from '@iklab/core/scenario';
import { panelMethodRow, scalarObservableNames } from '@iklab/core/scenario/methods';

export type RunStop = StopReason | 'update-limit';
export type PanelRecord = Omit<UpdateRecord, 'instance' | 'stop'> & {
  readonly stop: RunStop | null;
  /**
   * Outcome of the run, "reached" or why not; only in the last record, with stationary targets and
   * the full module.
   */
  readonly reason?: string;
  /** Why the targets are not reached, in the same record as `reason`; absent if unknown. */
  readonly cause?: Cause;
  readonly causeJoint?: string;
};
export type ReportedRecord = PanelRecord & { readonly panel: number };

export interface ReportedPanel {
  readonly number: number;
  readonly panel: MethodPanel;
  readonly observables: readonly string[];
}

export interface RunLimits {
  /**
   * Maximum number of updates per panel; null: until all panels have stopped in the first frame.
   */
  readonly updates: number | null;
  /** True if a panel that has stopped cannot continue, because the targets are stationary. */
  readonly stopsForGood: boolean;
}

const BUDGET = 32;
/**
 * Number of consecutive frames without an update after which no more is expected: 27 minutes of the
 * scene's clock at the default time step.
 */
const IDLE_FRAMES = 100_000;

export type RunnableLab = Pick<Lab, 'advance' | 'drain'>;

export function* panelRecords(lab: RunnableLab, limits: RunLimits): Generator<PanelRecord> {
  const { updates, stopsForGood } = limits;
  // Keeps one record back, because the last one gets the reason why the panel stopped.
  let waiting: UpdateRecord | null = null;
  let idle = 0;
  for (let over = false; !over; ) {
    const fresh: UpdateRecord[] = [];
    const complete = lab.advance(BUDGET);
    lab.drain((record) => fresh.push(record));
    idle = fresh.length > 0 ? 0 : idle + 1;
    for (const record of fresh) {
      if (waiting) yield waiting;
      waiting = record;
      over = record.update === updates || (stopsForGood && record.stop !== null);
      if (over) break;
    }
    over ||= idle >= IDLE_FRAMES || (updates === null && complete);
  }
  if (waiting) yield { ...waiting, stop: waiting.stop ?? 'update-limit' };
}

/** Yields the records of a run's panels in turn: update 1 of panels 0, 1, ..., then update 2. */
export function* interleavedRecords(
  panels: readonly Generator<PanelRecord>[],
): Generator<ReportedRecord> {
  const over = panels.map(() => false);
  while (over.includes(false)) {
    for (const [panel, records] of panels.entries()) {
      if (over[panel]) continue;
      const { done, value } = records.next();
      over[panel] = done === true;
      if (!done) yield { ...value, panel };
    }
  }
}

export const DEFAULT_RUN_UPDATES = 100;

/**
 * Returns the panels of a scenario for reports. `numbers`: numbers of the panels in the original
 * document, by default their indices.
 */
export const reportedPanels = (
  { methods }: Scenario,
  engine: Engine,
  numbers: readonly number[] = [],
): readonly ReportedPanel[] =>
  methods.map((panel, i) => ({
    number: numbers[i] ?? i,
    panel,
    observables: scalarObservableNames(panelMethodRow(engine.catalogue, panel)),
  }));

/**
 * Runs one panel of a scenario, independently of the others. `updates`: number of updates; null:
 * until it stops in mode `converge`, otherwise `DEFAULT_RUN_UPDATES`.
 */
export function* runScenarioPanel(
  scenario: Scenario,
  index: number,
  updates: number | null,
  engine: Engine,
): Generator<PanelRecord> {
  const scene = resolveScenario({ ...scenario, methods: scenario.methods.slice(index, index + 1) });
  const converges = scenario.run.mode === 'converge';
  const lab = engine.open(scene, { watch: true });
  try {
    const isStationary = hasStationaryTargets(scene);
    const limits = {
      updates: updates ?? (converges ? null : DEFAULT_RUN_UPDATES),
      stopsForGood: converges && isStationary,
    };
    for (const record of panelRecords(lab, limits))
      yield record.stop && isStationary ? withReason(lab, record) : record;
  } finally {
    lab.close();
  }
}

function withReason(lab: Lab, record: PanelRecord): PanelRecord {
  const stop = record.stop === 'update-limit' ? 'iteration-limit' : (record.stop ?? 'none');
  const found = lab.diagnose(0, stop, { angles: record.angles });
  if (!found) return record;
  const { reason, cause, limiting } = found;
  if (cause === 'none') return { ...record, reason };
  const [first] = limiting;
  const joint = cause === 'joint-limits' && first ? { causeJoint: first.joint } : {};
  return { ...record, reason, cause, ...joint };
}
