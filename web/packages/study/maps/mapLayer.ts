/** The cells of a map for one method at one resolution, filled row by row from the bottom. */

/** Successive resolutions of a map: numbers of cells along a side. */
export const MAP_RESOLUTIONS = [25, 50, 100, 200] as const;

/**
 * Indices of the fields of a cell in `MapCellResults.rows`. `cause`, `causeJoint`: NaN if the map
 * has no causes.
 */
export const MAP_CELL_FIELDS = {
  solved: 0,
  updates: 1,
  error: 2,
  cause: 3,
  causeJoint: 4,
} as const;
export const MAP_CELL_STRIDE = Object.keys(MAP_CELL_FIELDS).length;

export interface MapCellResults {
  /** Fields of the cells, `MAP_CELL_STRIDE` values per cell. `poses`: final joint values. */
  readonly rows: Float64Array;
  readonly poses: Float32Array;
}

export const MAP_CELL_UNKNOWN = 0;
export const MAP_CELL_REACHED = 1;
export const MAP_CELL_MISSED = 2;

export class MapLayer {
  readonly cells: number;
  readonly joints: number;
  readonly state: Uint8Array;
  readonly updates: Float64Array;
  readonly error: Float64Array;
  /**
   * Causes of unsolved cells, as indices into `CAUSES`; -1 for none. `causeJoint`: index of the
   * blocking joint among the movable joints.
   */
  readonly cause: Int16Array;
  readonly causeJoint: Int16Array;
  readonly poses: Float32Array;
  knownCount = 0;
  reached = 0;

  constructor(cells: number, joints: number) {
    this.cells = cells;
    this.joints = joints;
    const count = cells * cells;
    this.state = new Uint8Array(count);
    this.updates = new Float64Array(count);
    this.error = new Float64Array(count);
    this.cause = new Int16Array(count).fill(-1);
    this.causeJoint = new Int16Array(count).fill(-1);
    this.poses = new Float32Array(count * joints);
  }

  get isComplete(): boolean {
    return this.knownCount === this.state.length;
  }

  add(first: number, { rows, poses }: MapCellResults): void {
    const count = rows.length / MAP_CELL_STRIDE;
    for (let i = 0; i < count; i++) {
      const [cell, offset] = [first + i, i * MAP_CELL_STRIDE];
      const solved = rows[offset + MAP_CELL_FIELDS.solved] === 1;
      if (this.state[cell] === MAP_CELL_UNKNOWN) {
        this.knownCount += 1;
        this.reached += solved ? 1 : 0;
      }
      this.state[cell] = solved ? MAP_CELL_REACHED : MAP_CELL_MISSED;
      this.updates[cell] = rows[offset + MAP_CELL_FIELDS.updates] as number;
      this.error[cell] = rows[offset + MAP_CELL_FIELDS.error] as number;
      this.cause[cell] = indexOrNone(rows[offset + MAP_CELL_FIELDS.cause]);
      this.causeJoint[cell] = indexOrNone(rows[offset + MAP_CELL_FIELDS.causeJoint]);
    }
    this.poses.set(poses, first * this.joints);
  }
}

const indexOrNone = (value = Number.NaN): number => (Number.isNaN(value) ? -1 : value);

export function maxReachedCellUpdates(layers: readonly MapLayer[]): number {
  let most = 0;
  for (const { state, updates } of layers)
    for (let i = 0; i < state.length; i++)
      if (state[i] === MAP_CELL_REACHED) most = Math.max(most, updates[i] as number);
  return most;
}

/** Returns the smallest and largest error of all cells, metres. */
export function mapErrorRange(layers: readonly MapLayer[]): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, 0];
  for (const { state, error } of layers)
    for (let i = 0; i < state.length; i++) {
      if (state[i] === MAP_CELL_UNKNOWN) continue;
      low = Math.min(low, error[i] as number);
      high = Math.max(high, error[i] as number);
    }
  return [low, high];
}
