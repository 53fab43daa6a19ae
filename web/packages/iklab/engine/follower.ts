/** One method that goes from goal to goal (wasm/src/iklab/lab/follower.hpp). Not in the first load. */
import type { MethodPanel, Quaternion, Scene, Vec3 } from '../scenario/types.ts';
import { Buffers } from './buffers.ts';
import { describeScene } from './describe.ts';
import type { Engine } from './engine.ts';
import type { FollowerBufferName, Glue, RawFollower } from './glue.ts';
import { type Methods, writeInstance } from './instanceRow.ts';
import { FOLLOW, TARGET_STRIDE } from './protocol.ts';
import type { Registry } from './registry.ts';
import { EngineError, withMemory } from './withMemory.ts';

/** Numbers of a point, in the order of `FOLLOW`. */
export const FOLLOW_STRIDE = Object.keys(FOLLOW).length;

/** Where a target stands: world frame, metres; null: it has no orientation to reach. */
export interface FollowGoal {
  readonly position: Vec3;
  readonly orientation: Quaternion | null;
}

/** A run through all points, `rounds` times. */
export interface FollowRun {
  readonly panel: MethodPanel;
  /** θ of each joint that moves by itself. */
  readonly start: ArrayLike<number>;
  /** At a point, until it is within the tolerances. */
  readonly updates: number;
  readonly rounds: number;
}

/** A run whose answers come from elsewhere. */
export type AnsweredRun = Omit<FollowRun, 'updates'>;

/** What is known of a run that is done. */
export interface Followed {
  /** `FOLLOW_STRIDE` numbers a point of the last round. */
  readonly rows: Float64Array;
  /** Its answers, `jointCount` numbers a point. */
  readonly poses: Float64Array;
  /** Those of the round before; null: there was one round. */
  readonly before: Float64Array | null;
}

/**
 * Throws an EngineError for what the module refuses or has no memory for. Tolerances and limits are the
 * scene's, methods those of the registry and its formulas. `delete` it when done.
 */
export function openFollower(engine: Engine, scene: Scene, registry = engine.builtIn): Follower {
  const { glue } = engine;
  const open = (methods: Registry): Follower => {
    const builder = new glue.LabBuilder();
    try {
      describeScene(scene, builder, glue);
      builder.methods(methods.raw);
      const raw = builder.follower();
      if (raw === null) throw new EngineError(builder.reason());
      return new Follower(scene, raw, glue, methods);
    } finally {
      builder.delete();
    }
  };
  return withMemory(glue, 'path', () => registry.withFormulas(scene.scenario.methods, open));
}

/** A path in the module, followed run by run. */
export class Follower {
  readonly jointCount: number;
  readonly targetCount: number;
  readonly #raw: RawFollower;
  readonly #glue: Glue;
  readonly #methods: Methods;
  #buffers: Buffers<FollowerBufferName>;
  #rounds = 1;

  constructor(scene: Scene, raw: RawFollower, glue: Glue, methods: Methods) {
    this.jointCount = scene.start.length;
    this.targetCount = scene.scenario.targets.length;
    this.#raw = raw;
    this.#glue = glue;
    this.#methods = methods;
    this.#buffers = new Buffers<FollowerBufferName>(glue, raw);
  }

  /** A goal for each target at each point, as many as targets: the path of runs from now on. */
  setPath(points: readonly (readonly FollowGoal[])[]): void {
    const reason = withMemory(this.#glue, 'path', () => this.#raw.resize(points.length));
    if (reason !== '') throw new EngineError(reason);
    this.#buffers = new Buffers<FollowerBufferName>(this.#glue, this.#raw); // they have moved
    const goals = this.#buffers.get('goals');
    points.forEach((each, p) => {
      if (each.length !== this.targetCount)
        throw new EngineError(`point ${p} must have ${this.targetCount} goals; got ${each.length}`);
      each.forEach(({ position, orientation }, t) => {
        const at = (p * this.targetCount + t) * TARGET_STRIDE;
        goals.set([...position, ...(orientation ?? [0, 0, 0, 1])], at);
      });
    });
  }

  /** Throws an EngineError for a start, a goal or numbers that are none; then there is no run. */
  begin(run: FollowRun): void {
    this.#prepare(run);
    this.#begun(this.#raw.begin(run.updates, run.rounds));
  }

  /** Begins a run that `takeAnswer` goes on with; its panel solves nothing. Throws as `begin` does. */
  beginAnswers(run: AnsweredRun): void {
    this.#prepare({ ...run, updates: 1 });
    this.#begun(this.#raw.beginAnswers(run.rounds));
  }

  #prepare({ panel, start, updates, rounds }: FollowRun): void {
    if (start.length !== this.jointCount)
      throw new EngineError(`a start has ${this.jointCount} values; got ${start.length}`);
    for (const [name, value] of Object.entries({ updates, rounds }))
      if (!Number.isInteger(value))
        throw new EngineError(`${name} must be a whole number; got ${value}`);
    writeInstance(panel, this.#methods, this.#buffers.get('params'));
    this.#buffers.get('start').set(start);
    this.#rounds = rounds;
  }

  #begun(reason: string): void {
    if (reason !== '') throw new EngineError(reason);
  }

  /**
   * The answer to the next point, null: there is none, so that the joints stay where they are. Its error, angle
   * and `within` are found by forward kinematics made anew; where limits hold, within is 0 too where a joint is beyond
   * them (to 1e-9). True: it was the last.
   */
  takeAnswer(answer: ArrayLike<number> | null): boolean {
    const room = this.#buffers.get('answer');
    if (answer && answer.length !== this.jointCount)
      throw new EngineError(`an answer has ${this.jointCount} values; got ${answer.length}`);
    if (answer) room.set(answer);
    else room.fill(Number.NaN);
    return this.#raw.takeAnswer();
  }

  /** Goes on by so many points; true: all are done. Where it pauses changes no number. */
  advance(points: number): boolean {
    return this.#raw.advance(points);
  }

  /** What has come of the run that was begun last. */
  get followed(): Followed {
    this.#raw.measure();
    return {
      rows: this.#buffers.get('rows').slice(),
      poses: this.#buffers.get('poses').slice(),
      before: this.#rounds > 1 ? this.#buffers.get('before').slice() : null,
    };
  }

  delete(): void {
    this.#raw.delete();
  }
}
