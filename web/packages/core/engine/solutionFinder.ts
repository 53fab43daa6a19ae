/**
 * Finds all poses that reach a target (wasm/src/iklab/lab/solution_finder.hpp); only with the full
 * module.
 */
import type { Scene } from '../scenario/types.ts';
import type { Engine } from './engine.ts';
import type { RawSolutionFinder, SolutionBufferName, SolverModule } from './glue.ts';
import { ModuleBuffers } from './moduleBuffers.ts';
import { SOLUTION, SOLUTION_HEAD, SOLUTION_KINDS, type SolutionKind } from './protocol.ts';
import { EngineError, withOutOfMemoryError } from './withOutOfMemoryError.ts';
import { writeSceneToBuilder } from './writeSceneToBuilder.ts';

/** A pose that reaches the goals. */
export interface PoseSolution {
  /**
   * Identifies the solution while the goal moves, from 1 on: 1 to 8 by the signs of `sides` if these
   * tell the solutions apart, otherwise by the order of the joint values.
   */
  readonly number: number;
  /** Values of the independent joints, radians or metres; of each the turn nearest to the start. */
  readonly theta: readonly number[];
  /** Position error (metres) and orientation error (radians), root of the sum of squares. */
  readonly residual: number;
  /** Distance of the joints to their nearest limit, radians or metres; negative outside. */
  readonly margin: number;
  /** Largest rotation of a joint from the start, radians. */
  readonly turn: number;
  /**
   * Signs of the factors of det J for shoulder, elbow and wrist; 0 at a singularity, or if the class
   * of the arm does not have this factor.
   */
  readonly sides: readonly [number, number, number];
  /** True if the goal leaves an angle free, which is that of the start. */
  readonly family: boolean;
}

export interface PoseCertificate {
  /** An exact solution is at most this far from the pose, radians. */
  readonly radius: number;
  /** True if the joints of this solution are within their limits. */
  readonly withinLimits: boolean;
}

export interface OutOfReachProof {
  /**
   * All poses miss the target by at least this: metres, or radians of orientation if `isAngle`.
   */
  readonly missing: number;
  readonly isAngle: boolean;
  /** True if the proof needs the joint limits. */
  readonly needsLimits: boolean;
  /** Index of the target among those of the finder. */
  readonly target: number;
  /** Such as "23 mm beyond what links 2 and 3 can span". */
  readonly text: string;
}

/**
 * Opens a finder for one target of the scene, or for all targets at once. Throws an EngineError if
 * the module refuses the scene. Call `delete` when done.
 */
export function openSolutionFinder(engine: Engine, scene: Scene, target?: number): SolutionFinder {
  const { glue } = engine;
  return withOutOfMemoryError(glue, 'robot', () => {
    const builder = new glue.LabBuilder();
    try {
      writeSceneToBuilder(scene, builder, glue);
      const raw = builder.solutionFinder(target ?? -1);
      if (raw === null) throw new EngineError(builder.reason());
      return new SolutionFinder(raw, glue);
    } finally {
      builder.delete();
    }
  });
}

export class SolutionFinder {
  /** `all`: the closed form finds every solution; `found`: a search; `redundant`: none is listed. */
  readonly kind: SolutionKind;
  /** The class of the closed form, or why there is none. */
  readonly reason: string;
  /**
   * Largest angle, radians, or distance as a share of the chain's length, that the closed form took
   * as 0 before it refined the solutions.
   */
  readonly idealised: number;
  readonly #raw: RawSolutionFinder;
  readonly #glue: SolverModule;
  readonly #buffers: ModuleBuffers<SolutionBufferName>;
  readonly #stride: number;
  #address: number;

  constructor(raw: RawSolutionFinder, glue: SolverModule) {
    this.#raw = raw;
    this.#glue = glue;
    this.#buffers = new ModuleBuffers<SolutionBufferName>(glue, raw);
    this.#address = raw.address();
    this.#stride = raw.stride();
    this.kind = SOLUTION_KINDS[raw.kind()] as SolutionKind;
    this.reason = raw.reason();
    this.idealised = raw.idealised();
  }

  /** Sets the pose from which the nearest solution is determined, and which `certify` checks. */
  setStart(theta: ArrayLike<number>): void {
    this.#live;
    this.#buffers.get('start').set(theta);
  }

  /** Sets the goals: for each target position x y z (metres) and quaternion x y z w. */
  setGoals(goals: ArrayLike<number>): void {
    this.#live;
    this.#buffers.get('goals').set(goals);
  }

  /**
   * Finds the solutions and returns their number. `starts`: number of searches without a closed
   * form. Throws an EngineError if start or goals are not finite.
   */
  find(starts: number, seed = 1): number {
    const count = this.#glue._findSolutions(this.#live, starts, seed);
    if (count < 0) throw new EngineError(this.#raw.fault());
    return count;
  }

  /** Adds the solutions of further searches and returns the number of all. */
  search(starts: number): number {
    return this.#glue._searchSolutions(this.#live, starts);
  }

  /**
   * Returns the first solutions: those within limits first, then by `turn`; of equal ones, that with
   * the smaller sum of squared joint differences first.
   */
  read(count: number): PoseSolution[] {
    const rows = this.#buffers.get('solutions');
    return Array.from({ length: count }, (_, i) => {
      const row = rows.subarray(i * this.#stride, (i + 1) * this.#stride);
      const at = (field: keyof typeof SOLUTION) => row[SOLUTION[field]] as number;
      return {
        number: at('number'),
        theta: [...row.subarray(SOLUTION_HEAD)],
        residual: at('residual'),
        margin: at('margin'),
        turn: at('turn'),
        sides: [at('shoulder'), at('elbow'), at('wrist')],
        family: at('family') === 1,
      };
    });
  }

  /** The fault of the numbers that were last read; '' if there is none. */
  get fault(): string {
    return this.#live === 0 ? '' : this.#raw.fault();
  }

  /**
   * Proves that a solution exists near the start pose; null if nothing is proven, which includes
   * numbers with a `fault`.
   */
  certify(): PoseCertificate | null {
    const radius = this.#glue._certifyPose(this.#live);
    return Number.isNaN(radius) ? null : { radius, withinLimits: this.#raw.certifiedWithin() };
  }

  /**
   * Proves that no pose reaches the goals within the tolerances, metres and radians; null if nothing
   * is proven, which does not mean that a pose exists. Planar chains with limits take up to 20 ms.
   */
  proveOutOfReach(
    position: number,
    rotation: number,
    withinLimits: boolean,
  ): OutOfReachProof | null {
    this.#live;
    const missing = this.#raw.proveOutOfReach(position, rotation, withinLimits);
    if (Number.isNaN(missing)) return null;
    return {
      missing,
      isAngle: this.#raw.provesWithAngle(),
      needsLimits: this.#raw.provesWithLimits(),
      target: this.#raw.targetOutOfReach(),
      text: this.#raw.proofText(),
    };
  }

  get #live(): number {
    if (this.#address === 0) throw new EngineError('the robot is freed');
    return this.#address;
  }

  delete(): void {
    if (this.#address === 0) return;
    this.#address = 0;
    this.#raw.delete();
  }
}
