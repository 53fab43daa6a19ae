/** Solves maps of several methods from coarse to fine. Changed maps start again. */
import { fullDocument, type Scenario } from '@iklab/core/scenario';
import type { ProblemSampling } from '../document/problemSampling.ts';
import type { TaskPool } from '../tasks/taskPool.ts';
import { MAP_RESOLUTIONS, type MapCellResults, MapLayer } from './mapLayer.ts';
import type { MapRequest } from './mapTask.ts';

export interface MapJob {
  readonly scenario: Scenario;
  readonly joints: number;
  readonly finest: number;
  readonly causes?: boolean;
  sampling(cells: number): ProblemSampling;
}

interface MapEntry {
  /** Text of everything that determines the results: scenario, method, and domain of the map. */
  readonly key: string;
  readonly scenario: string;
  readonly causes: boolean;
  finished: MapLayer | null;
  coming: MapLayer | null;
}

interface MapPart {
  readonly entry: MapEntry;
  readonly layer: MapLayer;
  readonly first: number;
  readonly count: number;
}

/** Number of queued tasks. Few tasks let changes take effect soon. */
const QUEUED_TASKS = 1;
/** Number of grid rows per task; one for a task with causes. */
const ROWS_PER_TASK = 2;

export class MapRun {
  readonly #pool: Pick<TaskPool, 'add' | 'size'>;
  readonly #changed: () => void;
  #job: MapJob | null = null;
  #entries: MapEntry[] = [];
  #waiting: MapPart[] = [];
  #open = 0;
  #paused = false;
  fault = '';

  constructor(pool: Pick<TaskPool, 'add' | 'size'>, changed: () => void) {
    this.#pool = pool;
    this.#changed = changed;
  }

  begin(job: MapJob): void {
    this.#job = job;
    const causes = job.causes ?? false;
    this.fault = '';
    // A map with causes also serves as a map without.
    const reusable = new Map(
      this.#entries.filter((entry) => entry.causes || !causes).map((entry) => [entry.key, entry]),
    );
    const domain = JSON.stringify(job.sampling(1));
    this.#entries = job.scenario.methods.map((panel) => {
      const scenario = JSON.stringify(fullDocument({ ...job.scenario, methods: [panel] }));
      const key = scenario + domain;
      return reusable.get(key) ?? { key, scenario, causes, finished: null, coming: null };
    });
    this.#queueParts();
    this.#addTasks();
    this.#changed();
  }

  /** True to pause the run: no new task starts. */
  set paused(paused: boolean) {
    this.#paused = paused;
    this.#addTasks();
  }

  layers(method: number): readonly MapLayer[] {
    const { finished = null, coming = null } = this.#entries[method] ?? {};
    return [finished, coming].filter((layer) => layer !== null);
  }

  get level(): number | null {
    const levels = this.#entries.flatMap(({ coming }) => coming?.cells ?? []);
    return levels.length === 0 ? null : Math.min(...levels);
  }

  get share(): number {
    const levels = this.#levels();
    const each = levels.reduce((sum, cells) => sum + cells * cells, 0);
    const solvedCells = this.#entries.reduce((sum, { finished, coming }) => {
      const finishedLevels = levels.filter((cells) => cells <= (finished?.cells ?? 0));
      return (
        sum +
        finishedLevels.reduce((all, cells) => all + cells * cells, 0) +
        (coming?.knownCount ?? 0)
      );
    }, 0);
    return solvedCells / Math.max(1, each * this.#entries.length);
  }

  #levels(): readonly number[] {
    return MAP_RESOLUTIONS.filter((cells) => cells <= (this.#job?.finest ?? 0));
  }

  #queueParts(): void {
    const joints = this.#job?.joints ?? 0;
    this.#waiting = this.#levels().flatMap((cells) =>
      this.#entries
        .filter(({ finished }) => cells > (finished?.cells ?? 0))
        .flatMap((entry) => splitLevel(entry, new MapLayer(cells, joints))),
    );
    for (const entry of this.#entries)
      entry.coming = this.#waiting.find((part) => part.entry === entry)?.layer ?? null;
  }

  #addTasks(): void {
    while (!this.#paused && this.#open < this.#pool.size + QUEUED_TASKS) {
      const part = this.#waiting.shift();
      if (!part) return;
      this.#open += 1;
      this.#pool.add(
        this,
        this.#request(part),
        (rows) => this.#addResult(part, rows as MapCellResults),
        (fault) => this.#fail(part, fault),
      );
    }
  }

  #request({ entry, layer, first, count }: MapPart): MapRequest {
    const sampling = (this.#job as MapJob).sampling(layer.cells);
    const { scenario, causes } = entry;
    return { kind: 'map', scenario, sampling, causes, first, count };
  }

  #addResult({ entry, layer, first }: MapPart, rows: MapCellResults): void {
    this.#open -= 1;
    if (this.#isNeeded(entry, layer)) {
      layer.add(first, rows);
      if (layer.isComplete) this.#finish(entry, layer);
      this.#changed();
    }
    this.#addTasks();
  }

  #finish(entry: MapEntry, layer: MapLayer): void {
    entry.finished = layer;
    entry.coming = this.#waiting.find((part) => part.entry === entry)?.layer ?? null;
  }

  #fail({ entry, layer }: MapPart, fault: string): void {
    this.#open -= 1;
    if (this.#isNeeded(entry, layer)) {
      this.fault = fault;
      this.#waiting = [];
      this.#changed();
    }
    this.#addTasks();
  }

  #isNeeded(entry: MapEntry, layer: MapLayer): boolean {
    return this.#entries.includes(entry) && entry.coming === layer;
  }
}

function splitLevel(entry: MapEntry, layer: MapLayer): MapPart[] {
  const { cells } = layer;
  const parts: MapPart[] = [];
  const most = (entry.causes ? 1 : ROWS_PER_TASK) * cells;
  for (let first = 0; first < cells * cells; first += most)
    parts.push({ entry, layer, first, count: Math.min(most, cells * cells - first) });
  return parts;
}
