/** The updates of a run, one after the other, as they are told: by `iklab run`, and in the page's files. */
import type { Engine, Lab } from '../engine/engine.ts';
import type { Cause } from '../engine/protocol.ts';
import { allStill } from '../engine/replay.ts';
import type { StopReason, UpdateRecord } from '../engine/trace.ts';
import { panelRow, singleNames } from '../scenario/index.ts';
import { resolve } from '../scenario/resolve.ts';
import type { MethodPanel, Scenario } from '../scenario/types.ts';

export type Stop = StopReason | 'update-limit';
/** A record of a run of one panel; the last carries why the panel stopped. */
export type PanelRecord = Omit<UpdateRecord, 'instance' | 'stop'> & {
  readonly stop: Stop | null;
  /** Of the last record, if targets stand still: “reached”, or why not. Only with the whole module. */
  readonly reason?: string;
  /** Of the same, where the targets are not reached: the cause, */
  readonly cause?: Cause;
  /** and the joint whose limit is in the way. */
  readonly causeJoint?: string;
};
/** The same beside those of other panels. */
export type ReportedRecord = PanelRecord & { readonly panel: number };

/** A panel as it is told: its number is that in the document. */
export interface ReportedPanel {
  readonly number: number;
  readonly panel: MethodPanel;
  /** What its method shows as one number each, by name. */
  readonly shown: readonly string[];
}

export interface RunLimits {
  /** Most updates of a panel; null: until the panels have stopped in the first frame. */
  readonly updates: number | null;
  /** A panel that has stopped stays so: the targets are still, and held until all have. */
  readonly stopsForGood: boolean;
}

/** Updates a panel between two looks at the trace; its ring holds more. */
const BUDGET = 32;
/**
 * Frames in a row without an update, after which none will come: the targets move by less than
 * rounding. Twenty-seven minutes of the scene's clock at the default time step.
 */
const IDLE_FRAMES = 100_000;

/** What a run needs of a lab. */
export type RunnableLab = Pick<Lab, 'advance' | 'drain'>;

/** Runs a lab of one panel and tells its updates as they come. */
export function* panelRecords(lab: RunnableLab, limits: RunLimits): Generator<PanelRecord> {
  const { updates, stopsForGood } = limits;
  // whether a record is the last is known when the next has come, or none will
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

/** Update 1 of panels 0, 1, …, then update 2: each panel runs no farther ahead than that. */
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

/** Updates of a run that does not end by itself. */
export const USUAL_UPDATES = 100;

/** The panels of a scenario as they are told; `numbers`: theirs in the document. */
export const reportedPanels = (
  { methods }: Scenario,
  engine: Engine,
  numbers: readonly number[] = [],
): readonly ReportedPanel[] =>
  methods.map((panel, i) => ({
    number: numbers[i] ?? i,
    panel,
    shown: singleNames(panelRow(engine.catalogue, panel)),
  }));

/**
 * The run of one panel of a scenario: what the others do is nothing to it. `updates`; null: until it has
 * stopped where targets stand still, else as many as usual.
 */
export function* panelRun(
  scenario: Scenario,
  index: number,
  updates: number | null,
  engine: Engine,
): Generator<PanelRecord> {
  const scene = resolve({ ...scenario, methods: scenario.methods.slice(index, index + 1) });
  const converges = scenario.run.mode === 'converge';
  const lab = engine.open(scene, { watch: true });
  try {
    const still = allStill(scene);
    const limits = {
      updates: updates ?? (converges ? null : USUAL_UPDATES),
      stopsForGood: converges && still,
    };
    for (const record of panelRecords(lab, limits))
      yield record.stop && still ? withReason(lab, record) : record;
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
