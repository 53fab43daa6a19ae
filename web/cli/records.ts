import type { Lab, StopReason, UpdateRecord } from '../engine/engine.ts';

export type Stop = StopReason | 'update-limit';
/** A record as it is told; the last of a panel carries why the panel stopped. */
export type ToldRecord = Omit<UpdateRecord, 'stop'> & { readonly stop: Stop | null };

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
export type Runnable = Pick<Lab, 'panelCount' | 'advance' | 'drain'>;

/** Runs the lab and tells its updates: update 1 of panels 0, 1, …, then update 2. */
export function* runRecords(lab: Runnable, limits: RunLimits): Generator<ToldRecord> {
  const lanes = Array.from({ length: lab.panelCount }, () => new Lane(limits));
  let idle = 0;
  for (let over = false; !over; ) {
    const complete = lab.advance(BUDGET);
    idle++;
    lab.drain((record) => {
      idle = 0;
      lanes[record.panel]?.take(record);
    });
    over = limits.updates === null ? complete : lanes.every((lane) => lane.over);
    over ||= idle >= IDLE_FRAMES;
    yield* inOrder(lanes, over);
  }
}

/** The records that can be told by now: none may be told before one that comes first. */
function* inOrder(lanes: readonly Lane[], over: boolean): Generator<ToldRecord> {
  for (;;) {
    const next = lanes
      .filter((lane) => !lane.told(over))
      .reduce<Lane | null>((best, lane) => (best && best.next <= lane.next ? best : lane), null);
    const record = next?.tell(over);
    if (!record) return;
    yield record;
  }
}

/** One panel's records between the trace and the output. */
class Lane {
  /** Number of the update to be told next. */
  next = 1;
  /** Its last update has come in. */
  over = false;
  private readonly waiting: UpdateRecord[] = [];
  private readonly limits: RunLimits;

  constructor(limits: RunLimits) {
    this.limits = limits;
  }

  take(record: UpdateRecord): void {
    if (this.over) return;
    this.waiting.push(record);
    const { updates, stopsForGood } = this.limits;
    this.over = record.update === updates || (stopsForGood && record.stop !== null);
  }

  /** Nothing more will come. */
  told(over: boolean): boolean {
    return (this.over || over) && this.waiting.length === 0;
  }

  /** The next record, once it is known whether it is the last; null: not yet. */
  tell(over: boolean): ToldRecord | null {
    const last = this.waiting.length === 1;
    if (last && !this.over && !over) return null;
    const record = this.waiting.shift();
    if (!record) return null;
    this.next = record.update + 1;
    return last && record.stop === null ? { ...record, stop: 'update-limit' } : record;
  }
}
