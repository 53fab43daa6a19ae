import type { MethodPanel, Quaternion, Scene, Vec3 } from '../scenario/types.ts';
import type { Engine } from './engine.ts';
import type { FollowerBufferName, RawFollower, SolverModule } from './glue.ts';
import { ModuleBuffers } from './moduleBuffers.ts';
import { FOLLOW, TARGET_STRIDE } from './protocol.ts';
import type { Registry } from './registry.ts';
import { EngineError, withOutOfMemoryError } from './withOutOfMemoryError.ts';
import { type MethodLookup, writeInstanceRow } from './writeInstanceRow.ts';
import { writeSceneToBuilder } from './writeSceneToBuilder.ts';

/** Numbers per point in the results of a follower: the columns of `FOLLOW`. */
export const FOLLOWER_ROW_LENGTH = Object.keys(FOLLOW).length;

/** A goal in the world frame, in metres; a null orientation is unconstrained. */
export interface PathPointGoal {
  readonly position: Vec3;
  readonly orientation: Quaternion | null;
}

export interface PathRunSettings {
  readonly panel: MethodPanel;
  readonly start: ArrayLike<number>;
  /** Maximum number of updates per point of the path. */
  readonly updates: number;
  readonly rounds: number;
}

export type ExternalPathRunSettings = Omit<PathRunSettings, 'updates'>;

export interface PathFollowingResult {
  /** Results of the last round, `FOLLOWER_ROW_LENGTH` numbers per point of the path. */
  readonly rows: Float64Array;
  /** Joint values of the last round, `jointCount` numbers per point of the path. */
  readonly poses: Float64Array;
  /** Joint values of the round before the last; null if there was only one. */
  readonly before: Float64Array | null;
}

/**
 * Opens a follower of paths for a scene, with the methods of the registry and the scene's formulas.
 * Throws an EngineError if the module is the light one, refuses the scene or has too little memory.
 * Call `delete` when done.
 */
export function openPathFollower(
  engine: Engine,
  scene: Scene,
  registry = engine.builtIn,
): PathFollower {
  const { glue } = engine;
  const open = (methods: Registry): PathFollower => {
    const builder = new glue.LabBuilder();
    try {
      writeSceneToBuilder(scene, builder, glue);
      builder.methods(methods.raw);
      if (!builder.follower) throw new EngineError('paths need the full module');
      const raw = builder.follower();
      if (raw === null) throw new EngineError(builder.reason());
      return new PathFollower(scene, raw, glue, methods);
    } finally {
      builder.delete();
    }
  };
  return withOutOfMemoryError(glue, 'path', () =>
    registry.withFormulas(scene.scenario.methods, open),
  );
}

export class PathFollower {
  readonly jointCount: number;
  readonly targetCount: number;
  readonly #raw: RawFollower;
  readonly #glue: SolverModule;
  readonly #methods: MethodLookup;
  #buffers: ModuleBuffers<FollowerBufferName>;
  #rounds = 1;

  constructor(scene: Scene, raw: RawFollower, glue: SolverModule, methods: MethodLookup) {
    this.jointCount = scene.start.length;
    this.targetCount = scene.scenario.targets.length;
    this.#raw = raw;
    this.#glue = glue;
    this.#methods = methods;
    this.#buffers = new ModuleBuffers<FollowerBufferName>(glue, raw);
  }

  setPath(points: readonly (readonly PathPointGoal[])[]): void {
    const reason = withOutOfMemoryError(this.#glue, 'path', () => this.#raw.resize(points.length));
    if (reason !== '') throw new EngineError(reason);
    this.#buffers = new ModuleBuffers<FollowerBufferName>(this.#glue, this.#raw); // They have moved.
    const goals = this.#buffers.get('goals');
    points.forEach((each, p) => {
      if (each.length !== this.targetCount)
        throw new EngineError(`point ${p} must have ${this.targetCount} goals; got ${each.length}`);
      each.forEach(({ position, orientation }, t) => {
        const offset = (p * this.targetCount + t) * TARGET_STRIDE;
        goals.set([...position, ...(orientation ?? [0, 0, 0, 1])], offset);
      });
    });
  }

  /**
   * Begins a run, which `advance` computes. Throws an EngineError if the start, a goal or a number
   * is invalid.
   */
  begin(run: PathRunSettings): void {
    this.#prepare(run);
    this.#throwIfRefused(this.#raw.begin(run.updates, run.rounds));
  }

  /**
   * Begins a run whose poses come from another program through `takeAnswer`. Throws an EngineError
   * if the start, a goal or a number is invalid.
   */
  beginAnswers(run: ExternalPathRunSettings): void {
    this.#prepare({ ...run, updates: 1 });
    this.#throwIfRefused(this.#raw.beginAnswers(run.rounds));
  }

  #prepare({ panel, start, updates, rounds }: PathRunSettings): void {
    if (start.length !== this.jointCount)
      throw new EngineError(`a start has ${this.jointCount} values; got ${start.length}`);
    for (const [name, value] of Object.entries({ updates, rounds }))
      if (!Number.isInteger(value))
        throw new EngineError(`${name} must be a whole number; got ${value}`);
    writeInstanceRow(panel, this.#methods, this.#buffers.get('params'));
    this.#buffers.get('start').set(start);
    this.#rounds = rounds;
  }

  #throwIfRefused(reason: string): void {
    if (reason !== '') throw new EngineError(reason);
  }

  /**
   * Verifies another program's pose for the next point by forward kinematics. Null: no answer; the
   * joints stay. Where limits apply, a pose outside them (by more than 1e-9) is not `within`.
   * Returns true after the last point.
   */
  takeAnswer(answer: ArrayLike<number> | null): boolean {
    const buffer = this.#buffers.get('answer');
    if (answer && answer.length !== this.jointCount)
      throw new EngineError(`an answer has ${this.jointCount} values; got ${answer.length}`);
    if (answer) buffer.set(answer);
    else buffer.fill(Number.NaN);
    return this.#raw.takeAnswer();
  }

  /**
   * Computes the next `points` points of the run; returns true when all are done. Pauses do not
   * change results.
   */
  advance(points: number): boolean {
    return this.#raw.advance(points);
  }

  get followed(): PathFollowingResult {
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
