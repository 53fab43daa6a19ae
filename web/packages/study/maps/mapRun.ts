/** Solves maps of several methods from coarse to fine; restarts those whose inputs change. */
import { fullDocument, type Scenario } from 'iklab/scenario';
import type { Sampling } from '../sampling.ts';
import type { TaskPool } from '../taskPool.ts';
import { MAP_LEVELS, MapLayer, type MapRows } from './mapLayer.ts';
import type { MapRequest } from './mapTask.ts';

export interface MapJob {
  readonly scenario: Scenario;
  /** Number of movable joints. */
  readonly joints: number;
  /** Finest resolution wanted: cells along a side. */
  readonly finest: number;
  /** Whether to diagnose the cause for cells that are not reached. */
  readonly causes?: boolean;
  sampling(cells: number): Sampling;
}

interface Entry {
  /** Everything that the results depend on. */
  readonly key: string;
  readonly scenario: string;
  readonly causes: boolean;
  /** The finest completed level. */
  done: MapLayer | null;
  coming: MapLayer | null;
}

interface Part {
  readonly entry: Entry;
  readonly layer: MapLayer;
  readonly first: number;
  readonly count: number;
}

/** Tasks queued at the pool beyond those running: few, so that a change takes effect soon. */
const AHEAD = 1;
/** Rows of the grid per task; one row with causes. */
const ROWS = 2;

export class MapRun {
  readonly #pool: Pick<TaskPool, 'add' | 'size'>;
  readonly #changed: () => void;
  #job: MapJob | null = null;
  #entries: Entry[] = [];
  #waiting: Part[] = [];
  #open = 0;
  #paused = false;
  fault = '';

  /** `changed` is called after every result. */
  constructor(pool: Pick<TaskPool, 'add' | 'size'>, changed: () => void) {
    this.#pool = pool;
    this.#changed = changed;
  }

  /** Starts a job; keeps the maps whose inputs are unchanged. */
  begin(job: MapJob): void {
    this.#job = job;
    const causes = job.causes ?? false;
    this.fault = '';
    // A map with causes also serves as a map without.
    const known = new Map(
      this.#entries.filter((entry) => entry.causes || !causes).map((entry) => [entry.key, entry]),
    );
    const where = JSON.stringify(job.sampling(1));
    this.#entries = job.scenario.methods.map((panel) => {
      const scenario = JSON.stringify(fullDocument({ ...job.scenario, methods: [panel] }));
      const key = scenario + where;
      return known.get(key) ?? { key, scenario, causes, done: null, coming: null };
    });
    this.#plan();
    this.#feed();
    this.#changed();
  }

  /** While paused, no new task starts, so a hidden page does not use the processor. */
  set paused(paused: boolean) {
    this.#paused = paused;
    this.#feed();
  }

  /** The finest completed level of a method's map, and the level in progress. */
  layers(method: number): readonly MapLayer[] {
    const { done = null, coming = null } = this.#entries[method] ?? {};
    return [done, coming].filter((layer) => layer !== null);
  }

  /** Cells along a side of the level in progress; null when all levels are done. */
  get level(): number | null {
    const levels = this.#entries.flatMap(({ coming }) => coming?.cells ?? []);
    return levels.length === 0 ? null : Math.min(...levels);
  }

  /** Share of the cells of all levels that have a result. */
  get share(): number {
    const levels = this.#levels();
    const each = levels.reduce((sum, cells) => sum + cells * cells, 0);
    const known = this.#entries.reduce((sum, { done, coming }) => {
      const whole = levels.filter((cells) => cells <= (done?.cells ?? 0));
      return sum + whole.reduce((all, cells) => all + cells * cells, 0) + (coming?.known ?? 0);
    }, 0);
    return known / Math.max(1, each * this.#entries.length);
  }

  #levels(): readonly number[] {
    return MAP_LEVELS.filter((cells) => cells <= (this.#job?.finest ?? 0));
  }

  /** Queues all missing cells, the coarse levels of every method first. */
  #plan(): void {
    const joints = this.#job?.joints ?? 0;
    this.#waiting = this.#levels().flatMap((cells) =>
      this.#entries
        .filter(({ done }) => cells > (done?.cells ?? 0))
        .flatMap((entry) => partsOf(entry, new MapLayer(cells, joints))),
    );
    for (const entry of this.#entries)
      entry.coming = this.#waiting.find((part) => part.entry === entry)?.layer ?? null;
  }

  #feed(): void {
    while (!this.#paused && this.#open < this.#pool.size + AHEAD) {
      const part = this.#waiting.shift();
      if (!part) return;
      this.#open += 1;
      this.#pool.add(
        this,
        this.#request(part),
        (rows) => this.#take(part, rows as MapRows),
        (fault) => this.#fail(part, fault),
      );
    }
  }

  #request({ entry, layer, first, count }: Part): MapRequest {
    const sampling = (this.#job as MapJob).sampling(layer.cells);
    const { scenario, causes } = entry;
    return { kind: 'map', scenario, sampling, causes, first, count };
  }

  #take({ entry, layer, first }: Part, rows: MapRows): void {
    this.#open -= 1;
    if (this.#wanted(entry, layer)) {
      layer.add(first, rows);
      if (layer.whole) this.#finish(entry, layer);
      this.#changed();
    }
    this.#feed();
  }

  #finish(entry: Entry, layer: MapLayer): void {
    entry.done = layer;
    entry.coming = this.#waiting.find((part) => part.entry === entry)?.layer ?? null;
  }

  #fail({ entry, layer }: Part, fault: string): void {
    this.#open -= 1;
    if (this.#wanted(entry, layer)) {
      this.fault = fault;
      this.#waiting = [];
      this.#changed();
    }
    this.#feed();
  }

  /** Whether the result is still needed. */
  #wanted(entry: Entry, layer: MapLayer): boolean {
    return this.#entries.includes(entry) && entry.coming === layer;
  }
}

function partsOf(entry: Entry, layer: MapLayer): Part[] {
  const { cells } = layer;
  const parts: Part[] = [];
  const most = (entry.causes ? 1 : ROWS) * cells;
  for (let first = 0; first < cells * cells; first += most)
    parts.push({ entry, layer, first, count: Math.min(most, cells * cells - first) });
  return parts;
}
