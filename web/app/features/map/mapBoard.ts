/** The map at work in this page: what it is over, how far it has come, and where one looks. */

import {
  MAP_LEVELS,
  MapRun,
  type MapSpec,
  mapStudy,
  type StudiedMap,
  type Study,
  type StudyLook,
  samplingOf,
  startJoints,
  startMap,
  startPoints,
  targetMap,
} from '@iklab/study';
import { computed, signal } from '@preact/signals';
import { resolve, type Scenario, type Scene, type Vec3 } from 'iklab/scenario';
import { perLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { ChangePulse } from '../study/pulse.ts';
import { studyRunner } from '../study/studyRunner.ts';
import { MapBranches } from './mapBranches.ts';

export type MapColour = StudyLook['colour'];

/** Shares of both sides, from the left and from below. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The scene as a map needs it. */
export interface MapScene {
  readonly scene: Scene;
  /** Joints, then effectors at the start. */
  readonly points: readonly Vec3[];
}

export class MapBoard {
  readonly colour = signal<MapColour>('updates');
  readonly finest = signal<number>(MAP_LEVELS[2]);
  readonly chosen = signal<MapSpec | null>(null);
  readonly spot = signal<Spot | null>(null);
  readonly #pulse = new ChangePulse(120);
  readonly turn = this.#pulse.changes;
  readonly run: MapRun;
  readonly branches = new MapBranches(this.#pulse.notify);
  /** The current scene. */
  readonly mapped = computed(() => this.sceneOf(this.#page.doc.editor.scenario.value));
  /** What was chosen, as long as it fits the scene; the same as before where it says the same. */
  readonly spec = computed(() => {
    const { scene } = this.mapped.value;
    const spec = this.chosen.value;
    const next = spec && fits(spec, scene) ? spec : targetMap(scene);
    if (JSON.stringify(next) !== JSON.stringify(this.#spec)) this.#spec = next;
    return this.#spec as MapSpec;
  });
  /** Has the theme. */
  readonly root: HTMLElement;
  readonly #page: Page;
  #spec: MapSpec | null = null;
  #watchers = 0;
  #for: { readonly key: string; readonly points: readonly Vec3[] } | null = null;

  constructor(page: Page) {
    this.#page = page;
    this.root = page.scope.services.root;
    this.run = new MapRun(studyRunner(page).pool, this.#pulse.notify);
  }

  /** The start pose is worked out once for each mechanism. */
  sceneOf(scenario: Scenario): MapScene {
    const scene = resolve(scenario);
    const key = JSON.stringify([scene.tree, scene.start]);
    if (this.#for?.key !== key)
      this.#for = { key, points: startPoints(this.#page.doc.engine, scene) };
    return { scene, points: this.#for.points };
  }

  /** A map from elsewhere: as fine as it is there, or the next. */
  applyMap({ spec, cells, colour }: StudiedMap): void {
    this.chosen.value = spec;
    this.colour.value = colour;
    this.finest.value = MAP_LEVELS.find((level) => level >= cells) ?? MAP_LEVELS[3];
  }

  /** What the form says. */
  study(): Study {
    const [mapped, spec] = [this.mapped.peek(), this.spec.peek()];
    const look = { cells: this.finest.peek(), colour: this.colour.peek() };
    const { catalogue } = this.#page.doc;
    return mapStudy(mapped.scene, spec, tipOf(mapped, spec), look, catalogue);
  }

  begin(spec: MapSpec): void {
    const mapped = this.mapped.peek();
    const { scene } = mapped;
    this.run.begin({
      scenario: solved(scene.scenario, spec),
      joints: scene.start.length,
      finest: this.finest.peek(),
      causes: this.colour.peek() === 'cause',
      sampling: (cells) => samplingOf(spec, scene, tipOf(mapped, spec), cells),
    });
  }

  /** While anyone looks it goes on: one page may leave after the next has come. */
  watch(): () => void {
    this.#watchers += 1;
    this.run.paused = false;
    return () => {
      this.#watchers -= 1;
      this.run.paused = this.#watchers === 0;
    };
  }
}

/** Without what no cell hangs on, so that a map stays where that alone changes. */
function solved(scenario: Scenario, spec: MapSpec): Scenario {
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

/** Of the effector whose targets are the plane; of starts, of the first. */
export const tipOf = (mapped: MapScene, spec: MapSpec): Vec3 =>
  tipAt(mapped, spec.over === 'targets' ? spec.effector : '');

/** Where an effector is at the start; the first for one that there is not. */
export function tipAt({ scene, points }: MapScene, id: string): Vec3 {
  const { joints, effectors } = scene.tree;
  const at = Math.max(
    0,
    effectors.findIndex((each) => each.id === id),
  );
  return points[joints.length + at] ?? [0, 0, 0];
}

function fits(spec: MapSpec, scene: Scene): boolean {
  if (spec.over === 'targets')
    return scene.scenario.targets.some(({ effector }) => effector === spec.effector);
  const known = startJoints(scene).map(({ id }) => id);
  return spec.joints.every((id) => known.includes(id));
}

/** What a change of kind begins with. */
export const firstOf = (over: MapSpec['over'], { scene }: MapScene): MapSpec =>
  over === 'targets' ? targetMap(scene) : startMap(scene);

/** Made when a map is first asked for: it needs workers. */
export const mapBoard = perLab((page: Page) => new MapBoard(page));
