/**
 * Finds all poses that reach a target (wasm/src/iklab/lab/solution_finder.hpp); only with the full
 * module.
 */
import type { Scene } from '../scenario/types.ts';
import type { Engine } from './engine.ts';
import type { RawSolutionFinder, SolutionBufferName, SolverModule } from './glue.ts';
import { ModuleBuffers } from './moduleBuffers.ts';
import {
  CURVE,
  CURVE_ENDS,
  CURVE_HEAD,
  type CurveEnd,
  PROOF_METHODS,
  type ProofMethod,
  SOLUTION,
  SOLUTION_HEAD,
  SOLUTION_KINDS,
  type SolutionKind,
  STRETCH,
  STRETCH_HEAD,
} from './protocol.ts';
import { EngineError, withOutOfMemoryError } from './withOutOfMemoryError.ts';
import { writeSceneToBuilder } from './writeSceneToBuilder.ts';

/** A pose that reaches the goals. */
export interface PoseSolution {
  /**
   * Number of the solution, constant while the goal moves: 1 to 8 from the signs of `sides` if
   * these are distinct, otherwise from 1 in the order of the joint values.
   */
  readonly number: number;
  /** Values of the independent joints, radians or metres, in the full turn nearest to the start. */
  readonly theta: readonly number[];
  /** Norm of the position error (metres) and the orientation error (radians). */
  readonly residual: number;
  /** Smallest distance of a joint from a limit, radians or metres; negative outside. */
  readonly margin: number;
  /** Largest rotation of a joint from the start, radians. */
  readonly turn: number;
  /**
   * Signs of the factors of det J for shoulder, elbow and wrist. 0: at a singularity, or the arm's
   * class lacks the factor.
   */
  readonly sides: readonly [number, number, number];
  /** True if an angle is free at this singular pose; the angle has its value at the start. */
  readonly family: boolean;
}

export interface PoseCertificate {
  /** An exact solution is at most this far from the pose, radians. */
  readonly radius: number;
  /** True if the exact solution is within the joint limits. */
  readonly withinLimits: boolean;
}

export interface OutOfReachProof {
  /** Lower bound of the error of all poses: metres, or radians of orientation if `isAngle`. */
  readonly missing: number;
  readonly isAngle: boolean;
  /** True if the proof needs the joint limits. */
  readonly needsLimits: boolean;
  /** Index of the missed target in the finder. */
  readonly target: number;
  readonly method: ProofMethod;
  /** Reason: "23 mm beyond what links 2 and 3 can span". */
  readonly text: string;
}

/** The free parameter of a redundant arm that has a closed form. */
export interface SolutionParameter {
  /** Index in `theta` of the joint whose value it is; null: the swivel angle of the elbow. */
  readonly column: number | null;
}

/** A pose of a self-motion curve. */
export interface SelfMotionSample {
  /** Length of the curve from the start pose, radians: root of the sum of squares over the joints. */
  readonly arc: number;
  /** Value of the finder's parameter, radians; null without parameter. */
  readonly parameter: number | null;
  /**
   * Smallest distance of a joint to a limit, with each joint in the full turn where it is largest;
   * negative outside. Radians; for slides, a share of the mechanism's length.
   */
  readonly margin: number;
  /** Values of the independent joints; full turns add up along the curve. */
  readonly theta: readonly number[];
}

/** A stretch of a self-motion curve within joint limits. */
export interface SelfMotionStretch {
  /** Arcs; on a closed curve, `to` can be beyond the last sample, for a stretch across the start. */
  readonly from: number;
  readonly to: number;
  readonly fromParameter: number | null;
  readonly toParameter: number | null;
  /** The pose with the largest limit margin. */
  readonly best: SelfMotionSample;
}

/** The poses that keep the effectors where they are, if one degree of freedom remains. */
export interface SelfMotionCurve {
  /** Poses by arc, at most 1000; the first and last are the ends. */
  readonly samples: readonly SelfMotionSample[];
  /** Stretches within joint limits, at most 64. */
  readonly stretches: readonly SelfMotionStretch[];
  /** Reasons for the end at the first and at the last sample; both `closed` for a closed curve. */
  readonly ends: readonly [CurveEnd, CurveEnd];
  /** Largest difference of a joint between the ends of a closed curve, radians. */
  readonly closure: number;
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
  /**
   * `all`: the closed form finds every solution; `found`: a search; `redundant`: `find` lists none,
   * `findAt` those at a value of the parameter.
   */
  readonly kind: SolutionKind;
  /** Class of the closed form, or reason for its absence, or remaining degrees of freedom. */
  readonly reason: string;
  /** Null if the mechanism is not redundant, or has no closed form. */
  readonly parameter: SolutionParameter | null;
  /**
   * Largest deviation that the closed form neglected before the refinement: an angle in radians, or
   * a share of the chain's length.
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
    const column = raw.parameterColumn();
    this.parameter = column < -1 ? null : { column: column < 0 ? null : column };
  }

  /** Sets the start pose: the origin of `turn`, and the pose that `certify` checks. */
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
   * Finds the solutions and returns their number. `starts`: number of searches if there is no
   * closed form. Throws an EngineError unless all inputs are finite.
   */
  find(starts: number, seed = 1): number {
    return this.#countOrThrow(this.#glue._findSolutions(this.#live, starts, seed));
  }

  /** The parameter of the start pose, radians; null without parameter, or with a `fault`. */
  get startParameter(): number | null {
    this.#live;
    return numberOrNull(this.#raw.startParameter());
  }

  /**
   * Finds the solutions of a redundant arm at a value of its parameter, radians, and returns their
   * number. Throws an EngineError without parameter, or if a number is not finite.
   */
  findAt(parameter: number): number {
    this.#live;
    return this.#countOrThrow(this.#raw.findAt(parameter));
  }

  /**
   * Returns a pose that reaches the goals: that of the first search that finds one, from the start
   * pose first; null if none does. Not for arms with a closed form of every solution.
   */
  findOne(starts: number, seed = 1): PoseSolution | null {
    this.#live;
    return this.read(this.#countOrThrow(this.#raw.findOne(starts, seed)))[0] ?? null;
  }

  /**
   * Follows the poses that keep the effectors where they are in the start pose. Throws an EngineError
   * unless exactly one degree of freedom remains. Takes 10 to 20 ms.
   */
  selfMotion(): SelfMotionCurve {
    this.#live;
    const count = this.#countOrThrow(this.#raw.traceCurve());
    const samples = this.#rows('curve', count, CURVE_HEAD, (row) => sampleOf(row, CURVE));
    const stretches = this.#rows('stretches', this.#raw.stretchCount(), STRETCH_HEAD, (row) => ({
      from: row[STRETCH.from] as number,
      to: row[STRETCH.to] as number,
      fromParameter: numberOrNull(row[STRETCH.fromParameter] as number),
      toParameter: numberOrNull(row[STRETCH.toParameter] as number),
      best: sampleOf(row, STRETCH),
    }));
    const endOf = (index: number) => CURVE_ENDS[index] as CurveEnd;
    const ends = [endOf(this.#raw.curveFirst()), endOf(this.#raw.curveLast())] as const;
    return { samples, stretches, ends, closure: this.#raw.curveClosure() };
  }

  #rows<Row>(
    name: SolutionBufferName,
    count: number,
    head: number,
    read: (row: Float64Array) => Row,
  ): Row[] {
    const all = this.#buffers.get(name);
    const stride = head + this.#stride - SOLUTION_HEAD;
    return Array.from({ length: count }, (_, i) =>
      read(all.subarray(i * stride, (i + 1) * stride)),
    );
  }

  #countOrThrow(count: number): number {
    if (count < 0) throw new EngineError(this.#raw.fault());
    return count;
  }

  /** Adds the solutions of further searches. Returns the number of all. */
  search(starts: number): number {
    return this.#glue._searchSolutions(this.#live, starts);
  }

  /**
   * Returns the first `count` solutions: those within limits first, then by `turn`, then by the sum
   * of squared joint differences from the start.
   */
  read(count: number): PoseSolution[] {
    return this.#rows('solutions', count, SOLUTION_HEAD, (row) => {
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

  /** Error text of the last call that failed; '' if there is none. */
  get fault(): string {
    return this.#live === 0 ? '' : this.#raw.fault();
  }

  /**
   * Proves that a solution exists near the start pose. Null if nothing is proven, or if there is a
   * `fault`.
   */
  certify(): PoseCertificate | null {
    const radius = this.#glue._certifyPose(this.#live);
    return Number.isNaN(radius) ? null : { radius, withinLimits: this.#raw.certifiedWithin() };
  }

  /**
   * Proves that no pose reaches the goals within the tolerances, metres and radians. Null if
   * nothing is proven; this does not prove that a pose exists. Planar chains with limits take up to
   * 20 ms.
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
      method: PROOF_METHODS[this.#raw.proofMethod()] as ProofMethod,
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

const numberOrNull = (value: number) => (Number.isNaN(value) ? null : value);

const sampleOf = (row: Float64Array, at: typeof CURVE | typeof STRETCH): SelfMotionSample => ({
  arc: row[at.arc] as number,
  parameter: numberOrNull(row[at.parameter] as number),
  margin: row[at.margin] as number,
  theta: [...row.subarray(at.margin + 1)],
});
