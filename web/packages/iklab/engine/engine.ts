/** Loads the solver module and opens scenes in it. The only way to WebAssembly. */
import type { Catalogue } from '../scenario/catalogue.ts';
import { freeDefaults } from '../scenario/defaults.ts';
import { coneOf, namedTurns, spinOf } from '../scenario/free.ts';
import type { Axis, Free, Scene, Target } from '../scenario/types.ts';
import create from './build/iklab.js';
import type { Glue, RawLab, RawLabBuilder } from './glue.ts';
import { Lab } from './lab.ts';
import { withMotion } from './motion.ts';
import { AXIS_FRAMES, JOINT_KINDS, LIMIT_POLICIES, RUN_MODES } from './protocol.ts';
import { readCatalogue } from './readCatalogue.ts';

export type { Findings } from './diagnostics.ts';
export type { InstanceStatus } from './lab.ts';
export { Lab } from './lab.ts';
export type { StopReason, UpdateRecord } from './trace.ts';

/** The module cannot be loaded, or refuses a scene; the message says why. */
export class EngineError extends Error {
  override name = 'EngineError';
}

export interface EngineSource {
  /** The module's bytes, where they cannot be fetched (Node). */
  readonly wasmBinary?: Uint8Array;
}

export async function loadEngine(source: EngineSource = {}): Promise<Engine> {
  if (typeof WebAssembly !== 'object') {
    throw new EngineError('this browser has no WebAssembly, or it is switched off');
  }
  const said: string[] = [];
  const quiet = { print: () => {}, printErr: (text: string) => said.push(text) };
  try {
    return new Engine(await create({ ...source, ...quiet }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EngineError(`the solver module did not load: ${said[0] ?? reason}`);
  }
}

export class Engine {
  readonly catalogue: Catalogue;
  /** Of this folder's own. */
  readonly glue: Glue;

  constructor(glue: Glue) {
    this.glue = glue;
    const table = readCatalogue(glue);
    this.catalogue = {
      ...table,
      stretchOf: (scene) => this.#stretchOf(scene),
      fittedNumbers(row, stretch) {
        const { address, length } = glue.fittedNumbers(table.methods.indexOf(row), stretch);
        return [...new Float64Array(glue.HEAPF64.buffer, address, length)];
      },
    };
  }

  /** Bytes that the module's heap has grown to. */
  get heapTop(): number {
    return this.glue.heapTop();
  }

  /**
   * watch: σ and rank are known after every update, at the price of a decomposition each. Throws an
   * EngineError for a scene that the module refuses, or has no memory for.
   */
  open(scene: Scene, { watch = false }: { readonly watch?: boolean } = {}): Lab {
    const top = this.glue.stackSave();
    try {
      return this.#open(scene, watch);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      // the module gives up where memory does not grow; what it had begun is lost, the rest lives
      this.glue.stackRestore(top);
      throw new EngineError('there is not enough memory for this scene in this browser');
    }
  }

  #stretchOf(scene: Scene): number {
    const builder = new this.glue.LabBuilder();
    try {
      describe(scene, builder, this.glue);
      return builder.stretch();
    } finally {
      builder.delete();
    }
  }

  #open(scene: Scene, watch: boolean): Lab {
    const builder = new this.glue.LabBuilder();
    try {
      describe(scene, builder, this.glue);
      const raw: RawLab | null = builder.build();
      if (raw === null) throw new EngineError(builder.reason());
      raw.watch(watch);
      return new Lab(scene, raw, this.glue, this.catalogue);
    } finally {
      builder.delete();
    }
  }
}

const NONE = { most: 0, every: 0, seed: 1 };
const ALONE = { joint: '', multiplier: 1, offset: 0 };

/** What the module is to know of a scene. */
export function describe(
  { tree, start, scenario }: Scene,
  builder: RawLabBuilder,
  glue: Glue,
): void {
  for (const joint of tree.joints) {
    const [lower, upper] = joint.limits ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    const { id, xyz, rpy, axis, rest, comfort, weight, pitch } = joint;
    const kind = JOINT_KINDS.indexOf(joint.type);
    const parent = joint.parent ?? '';
    const { joint: mimic, multiplier, offset } = joint.mimic ?? ALONE;
    builder.joint({
      id,
      parent,
      kind,
      xyz,
      rpy,
      axis,
      lower,
      upper,
      rest,
      comfort,
      weight,
      pitch,
      mimic,
      multiplier,
      offset,
    });
  }
  for (const { id, parent, xyz, rpy } of tree.effectors) builder.effector({ id, parent, xyz, rpy });
  const ids = tree.effectors.map((effector) => effector.id);
  for (const target of scenario.targets)
    withMotion(target.motion, glue, (raw) => builder.target(targetInput(target, ids), raw));
  for (const value of start) builder.start(value);
  const { run, limitPolicy } = scenario;
  builder.run({
    ...run,
    mode: RUN_MODES.indexOf(run.mode),
    limitPolicy: LIMIT_POLICIES.indexOf(limitPolicy),
    residual: run.residual ?? 0,
    restarts: run.restarts ?? NONE,
  });
}

function targetInput(target: Target, effectors: readonly string[]) {
  const { orientation, orientationWeight, position, tolerance } = target;
  return {
    effector: effectors.indexOf(target.effector),
    oriented: orientation !== null,
    orientationWeight,
    position,
    orientation: orientation ?? ([0, 0, 0, 1] as const),
    positionTolerance: tolerance?.position ?? -1,
    rotationTolerance: tolerance?.rotation ?? -1,
    ...freeInput(target.free),
  };
}

const NO_AXIS = [0, 0, 0] as const;

function freeInput(free: Free | null) {
  const { position, orientation, frame } = free ?? freeDefaults;
  const flag = (names: readonly Axis[], axis: Axis) => (names.includes(axis) ? 1 : 0);
  const flags = (names: readonly Axis[]) =>
    [flag(names, 'x'), flag(names, 'y'), flag(names, 'z')] as const;
  const cone = coneOf(orientation);
  return {
    freePosition: flags(position),
    freeTurns: flags(namedTurns(orientation)),
    freeFrame: AXIS_FRAMES.indexOf(frame),
    freeAxis: spinOf(orientation) ?? cone?.axis ?? NO_AXIS,
    freeCone: cone?.angle ?? 0,
  };
}
