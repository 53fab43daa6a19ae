import { type CrowdSpec, makeCrowdPanel } from '@iklab/core/document';
import { type Crowd, type Engine, openCrowd } from '@iklab/core/engine';
import type { Scenario, Scene } from '@iklab/core/scenario';
import { threadTime } from '@iklab/core/time';
import { type FrameTasks, PlaybackLoop } from '@iklab/run/playback';
import {
  arrangeCrowd,
  type CrowdLayout,
  crowdGroundRadius,
  crowdInstanceScenario,
  crowdTargetPeriod,
  withCrowdTargetMotion,
} from '@iklab/run/session';
import { CrowdView } from '@iklab/scene/picture';
import { type Signal, signal } from '@preact/signals';
import type { Page } from '../../page.ts';

const SPACING = 1.45; // As a multiple of the reach.
const PULL = 0.45; // Maximum, as a multiple of the reach.
const SAMPLE_COUNT = 120; // Frames whose times are averaged.
/** Milliseconds per frame for the crowd's solver. The rest of a frame is left for drawing. */
export const CROWD_SOLVE_TIME = 4;
/** Milliseconds per frame of a display with 60 frames per second. */
export const CROWD_FRAME_TIME = 1000 / 60;

/** Measurements of a crowd. Durations are means of the middle half of the recent frames. */
export interface CrowdMeasurements {
  readonly frame: number;
  /** Mean of the instances' errors, in metres. */
  readonly error: number;
  /** Solver time in milliseconds per frame; null before the first frame. */
  readonly solve: number | null;
  readonly draw: number | null;
}

export class CrowdRun implements FrameTasks {
  readonly loop: PlaybackLoop;
  readonly numbers = signal<CrowdMeasurements>({ frame: 0, error: 0, solve: null, draw: null });
  readonly spec: Signal<CrowdSpec>;
  /** Why the requested crowd cannot be shown; '' if it is shown. */
  readonly fault = signal('');
  readonly magnet = signal(false);
  readonly #engine: Engine;
  readonly #scene: Scene;
  readonly #crowd: Crowd;
  readonly #picture: CrowdView;
  readonly #solve = new RecentTimes();
  readonly #draw = new RecentTimes();
  #frameTime = 0;
  #frameDone = true;
  #moved = true;
  #layoutChanged = true;
  #over = false;

  /** Starts a crowd. Throws if the module rejects the scene, or without a WebGL context. */
  constructor(page: Page, canvas: HTMLCanvasElement, scene: Scene, spec: CrowdSpec) {
    const { services, endSignal } = page.scope;
    this.#engine = page.doc.engine;
    this.#picture = new CrowdView(canvas, { root: services.root, signal: endSignal }, scene, () =>
      this.loop.redraw(),
    );
    this.#scene = withCrowdTargetMotion(scene, this.#picture.reach);
    this.spec = signal(spec);
    this.loop = new PlaybackLoop(
      this,
      (...frame) => services.time.requestFrame(...frame),
      page.isManual,
    );
    try {
      this.#crowd = openCrowd(this.#engine, this.#scene, this.panel, spec.count);
    } catch (error) {
      this.#picture.dispose();
      throw error;
    }
    this.#arrange();
    this.#crowd.restart();
    this.#picture.setSlot(this.panel.slot);
    this.updateNumbers();
  }

  get panel() {
    const { scenario } = this.#scene;
    const { catalogue } = this.#engine;
    const methodId = this.spec.peek().method;
    const first = scenario.methods[0] as Scenario['methods'][number];
    return (methodId && makeCrowdPanel(scenario, methodId, catalogue)) || first;
  }

  /** Changes settings of the crowd. Unaffected instances keep their state. */
  apply(change: Partial<CrowdSpec>): void {
    const before = this.spec.peek();
    const spec = { ...before, ...change };
    this.spec.value = spec;
    this.fault.value = '';
    this.#solve.clear();
    this.#draw.clear();
    if (spec.method !== before.method) {
      this.#crowd.setMethod(this.panel);
      this.#picture.setSlot(this.panel.slot);
    }
    if (spec.count !== before.count) this.#resize(spec.count, before.count);
    const { pattern, ground, seed, count } = before;
    const sameLayout = spec.pattern === pattern && spec.ground === ground && spec.seed === seed;
    if (!sameLayout || spec.count !== count) this.#arrange();
    this.#crowd.show();
    this.#moved = true;
    this.loop.redraw();
  }

  #resize(count: number, before: number): void {
    try {
      this.#crowd.resize(count);
    } catch (error) {
      this.fault.value = error instanceof Error ? error.message : String(error);
      this.spec.value = { ...this.spec.peek(), count: before };
    }
  }

  get #size(): CrowdLayout {
    const { up } = this.#scene.scenario.view;
    const spacing = SPACING * this.#picture.reach;
    return { ...this.spec.peek(), up, spacing, period: crowdTargetPeriod(this.#scene) };
  }

  #arrange(): void {
    const size = this.#size;
    arrangeCrowd(size, this.#crowd.matrices(0), this.#crowd.delays);
    this.#picture.resize(this.#crowd, {
      radius: crowdGroundRadius(size),
      sphere: size.ground === 'sphere',
    });
    this.#layoutChanged = this.#moved = true;
  }

  partsPerFrame(): number {
    return 1;
  }

  advance(time?: number): boolean {
    if (this.#over) return false;
    const start = threadTime.now();
    this.#frameDone = this.#crowd.advance(time);
    this.#frameTime += threadTime.now() - start;
    if (this.#frameDone) {
      this.#solve.add(this.#frameTime);
      this.#frameTime = 0;
      this.#moved = true;
    }
    return true;
  }

  get timedOut(): boolean {
    return !this.#frameDone;
  }

  draw(): void {
    if (this.#over) return;
    const start = threadTime.now();
    this.#picture.draw(this.#moved && this.#frameDone, this.#layoutChanged);
    if (this.#moved) this.#draw.add(threadTime.now() - start);
    this.#moved = this.#layoutChanged = false;
  }

  updateNumbers(): void {
    if (this.#over) return;
    const { frame, error, fault } = this.#crowd;
    this.numbers.value = { frame, error, solve: this.#solve.middle, draw: this.#draw.middle };
    if (fault !== '') this.fault.value = fault;
  }

  restart(): void {
    this.#crowd.restart();
    this.#frameTime = 0;
    this.#frameDone = this.#moved = true;
    this.loop.redraw();
  }

  step(): void {
    this.loop.pause();
    this.advance();
    this.loop.redraw();
  }

  measure(): void {
    this.#picture.measure();
    this.loop.redraw();
  }

  resetCamera(): void {
    this.#picture.frame();
    this.loop.redraw();
  }

  setMagnet(on: boolean): void {
    this.magnet.value = on;
    this.#picture.turnable = !on;
    if (!on) this.attract(null);
  }

  /** Pulls the targets to the point below a page position; null stops pulling. */
  attract(position: { readonly x: number; readonly y: number } | null): void {
    const point = position && this.#picture.pointAt(position.x, position.y);
    this.#crowd.attract(point, PULL * this.#picture.reach);
  }

  instanceAt(x: number, y: number): number {
    return this.#picture.instanceAt(x, y);
  }

  sceneOf(instance: number): Scenario {
    const { timeStep } = this.#scene.scenario.run;
    this.#crowd.show();
    const time = this.#crowd.frame * timeStep + (this.#crowd.delays[instance] ?? 0);
    return crowdInstanceScenario(this.#scene, this.#crowd.angles(instance), time);
  }

  get triangles(): number {
    return this.#picture.triangles * this.#crowd.count;
  }

  dispose(): void {
    this.#over = true;
    this.loop.pause();
    this.#picture.dispose();
    this.#crowd.delete();
  }
}

class RecentTimes {
  #all: number[] = [];

  add(time: number): void {
    this.#all.push(time);
    if (this.#all.length > SAMPLE_COUNT) this.#all.shift();
  }

  clear(): void {
    this.#all = [];
  }

  /**
   * Mean of the middle half in milliseconds; null without durations. A median would jump by the
   * clock's 0.1 ms.
   */
  get middle(): number | null {
    const quarter = Math.floor(this.#all.length / 4);
    const half = this.#all.toSorted((a, b) => a - b).slice(quarter, this.#all.length - quarter);
    return half.length === 0 ? null : half.reduce((sum, time) => sum + time, 0) / half.length;
  }
}
