import type { Lab, StopReason, UpdateRecord } from 'iklab/engine';

export type Stop = StopReason | 'update-limit';
/** A record of a run of one panel; the last carries why the panel stopped. */
export type PanelRecord = Omit<UpdateRecord, 'instance' | 'stop'> & { readonly stop: Stop | null };
/** The same beside those of other panels. */
export type ReportedRecord = PanelRecord & { readonly panel: number };

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
