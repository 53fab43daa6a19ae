import {
  type Engine,
  EngineError,
  openSolutionFinder,
  type PoseSolution,
} from '@iklab/core/engine';
import { resolveScenario, type Scenario, type Scene, type Vec3 } from '@iklab/core/scenario';
import { canHaveClosedForm, type Study, type StudyViewOptions } from '@iklab/study/document';
import {
  computeStartPoints,
  MAP_RESOLUTIONS,
  MapRun,
  type MapSpec,
  makeMapStudy,
  makeStartMap,
  makeTargetMap,
  mapSampling,
  type StudyMap,
  variableStartJoints,
} from '@iklab/study/maps';
import { computed, signal } from '@preact/signals';
import { memoizePerLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { ChangeNotifier } from '../study/changeNotifier.ts';
import { studyRunner } from '../study/studyRunner.ts';
import { MapBranchSearches } from './mapBranchSearches.ts';

export type MapColourQuantity = StudyViewOptions['colour'];

/** Position on a map, as shares of the map's width from the left and height from below. */
export interface MapPosition {
  readonly x: number;
  readonly y: number;
}

export interface MappedScene {
  readonly scene: Scene;
  /** Start positions of the joints, then of the effectors, in metres in the world frame. */
  readonly points: readonly Vec3[];
}

export class PageMaps {
  readonly colour = signal<MapColourQuantity>('updates');
  readonly finest = signal<number>(MAP_RESOLUTIONS[2]);
  readonly chosen = signal<MapSpec | null>(null);
  readonly spot = signal<MapPosition | null>(null);
  readonly #pulse = new ChangeNotifier(120);
  readonly changes = this.#pulse.changes;
  readonly run: MapRun;
  readonly branches = new MapBranchSearches(this.#pulse.notify);
  readonly mapped = computed(() => this.prepareScene(this.#page.doc.editor.scenario.value));
  /**
   * Chosen map specification if valid for the scene, else the default. The object is the same while
   * equal.
   */
  readonly spec = computed(() => {
    const { scene } = this.mapped.value;
    const spec = this.chosen.value;
    const next = spec && isValidFor(spec, scene) ? spec : makeTargetMap(scene);
    if (JSON.stringify(next) !== JSON.stringify(this.#spec)) this.#spec = next;
    return this.#spec as MapSpec;
  });
  /**
   * All solutions for a map over starts, by number. Empty without a closed form; null until known.
   */
  readonly solutions = signal<readonly PoseSolution[] | null>([]);
  /** Element that has the theme of the page. */
  readonly root: HTMLElement;
  readonly #page: Page;
  #spec: MapSpec | null = null;
  #watchers = 0;
  #cached: { readonly key: string; readonly points: readonly Vec3[] } | null = null;

  constructor(page: Page) {
    this.#page = page;
    this.root = page.scope.services.root;
    this.run = new MapRun(studyRunner(page).pool, this.#pulse.notify);
  }

  /** Returns a scene with the positions of the start pose, computed once per mechanism. */
  prepareScene(scenario: Scenario): MappedScene {
    const scene = resolveScenario(scenario);
    const key = JSON.stringify([scene.tree, scene.start]);
    if (this.#cached?.key !== key)
      this.#cached = { key, points: computeStartPoints(this.#page.doc.engine, scene) };
    return { scene, points: this.#cached.points };
  }

  /** Shows a map from a link or file. The resolution is rounded up to one of the page's. */
  applyMap({ spec, cells, colour }: StudyMap): void {
    this.chosen.value = spec;
    this.colour.value = colour;
    this.finest.value = MAP_RESOLUTIONS.find((level) => level >= cells) ?? MAP_RESOLUTIONS[3];
  }

  study(): Study {
    const [mapped, spec] = [this.mapped.peek(), this.spec.peek()];
    const appearance = { cells: this.finest.peek(), colour: this.colour.peek() };
    const { catalogue } = this.#page.doc;
    return makeMapStudy(
      mapped.scene,
      spec,
      mapEffectorPosition(mapped, spec),
      appearance,
      catalogue,
    );
  }

  /** Finds the solutions for a map over starts that is coloured by branch. */
  async findSolutions(mapped: MappedScene, spec: MapSpec): Promise<void> {
    const { scene } = mapped;
    const isWanted = () =>
      this.mapped.peek() === mapped && this.spec.peek() === spec && this.colour.peek() === 'branch';
    const mayHave = spec.over === 'starts' && canHaveClosedForm(scene);
    this.solutions.value = mayHave ? null : [];
    if (!mayHave) return;
    const { doc } = this.#page;
    const loaded = await doc.loadPart(doc.engine.loadFullModule().then(() => true));
    if (isWanted()) this.solutions.value = loaded ? listSolutions(doc.engine, scene) : [];
  }

  begin(spec: MapSpec): void {
    const mapped = this.mapped.peek();
    const { scene } = mapped;
    this.run.begin({
      scenario: mapScenario(scene.scenario, spec),
      joints: scene.start.length,
      finest: this.finest.peek(),
      causes: this.colour.peek() === 'cause',
      sampling: (cells) => mapSampling(spec, scene, mapEffectorPosition(mapped, spec), cells),
    });
  }

  /**
   * Computes the map until the returned function is called. Calls are counted, because parts of the
   * page may overlap.
   */
  watch(): () => void {
    this.#watchers += 1;
    this.run.paused = false;
    return () => {
      this.#watchers -= 1;
      this.run.paused = this.#watchers === 0;
    };
  }
}

/** Removes what no cell depends on from the scene. Other changes then do not restart a map. */
function mapScenario(scenario: Scenario, spec: MapSpec): Scenario {
  const { view, targets } = scenario;
  const elsewhere = { position: [0, 0, 0], motion: null } as const;
  return {
    ...scenario,
    name: '',
    note: '',
    view: { up: view.up, camera: null, lookAt: null, trail: 'none', meshes: 0 },
    targets: targets.map((target) =>
      spec.over === 'targets' && target.effector === spec.effector
        ? { ...target, ...elsewhere }
        : target,
    ),
  };
}

/**
 * Returns the start position of the map's effector. In a map over starts: of the first effector.
 */
export const mapEffectorPosition = (mapped: MappedScene, spec: MapSpec): Vec3 =>
  startEffectorPosition(mapped, spec.over === 'targets' ? spec.effector : '');

/** Returns the start position of an effector; for an unknown id, of the first effector. */
export function startEffectorPosition({ scene, points }: MappedScene, id: string): Vec3 {
  const { joints, effectors } = scene.tree;
  const index = Math.max(
    0,
    effectors.findIndex((each) => each.id === id),
  );
  return points[joints.length + index] ?? [0, 0, 0];
}

/**
 * Returns the solutions of a scene's target, by number. Empty without a closed form, or if the
 * module refuses the scene.
 */
function listSolutions(engine: Engine, scene: Scene): readonly PoseSolution[] {
  try {
    const finder = openSolutionFinder(engine, scene);
    const found = finder.kind === 'all' ? finder.read(finder.find(0)) : [];
    finder.delete();
    return found.sort((a, b) => a.number - b.number);
  } catch (error) {
    if (error instanceof EngineError) return [];
    throw error;
  }
}

function isValidFor(spec: MapSpec, scene: Scene): boolean {
  if (spec.over === 'targets')
    return scene.scenario.targets.some(({ effector }) => effector === spec.effector);
  const jointIds = variableStartJoints(scene).map(({ id }) => id);
  return spec.joints.every((id) => jointIds.includes(id));
}

export const makeDefaultMapSpec = (over: MapSpec['over'], { scene }: MappedScene): MapSpec =>
  over === 'targets' ? makeTargetMap(scene) : makeStartMap(scene);

/** Maps of the page. Created on first use, because maps start workers. */
export const pageMaps = memoizePerLab((page: Page) => new PageMaps(page));
