/**
 * Writes hostile numbers to each cell of a lab's buffers. Either a fault is reported and the
 * previous numbers stay in use, or the update runs. Buffers that only the module writes, and cells
 * that a method does not use, must not be read; these are filled all at once.
 */
import {
  type BufferName,
  Engine,
  Lab,
  ModuleBuffers,
  type RawLab,
  type Registry,
  type SolverModule,
} from '@iklab/core/engine';
import {
  FINDING,
  type LimitPolicy,
  NUMBERS_AT,
  PANEL,
  SECONDARY_KINDS,
} from '@iklab/core/engine/protocol';
import { MAX_LENGTH_OR_ANGLE } from '@iklab/core/scenario/checks';
import { initialParamValue, keyedParams, type MethodRow } from '@iklab/core/scenario/methods';
import { checkBatchBuffers } from './batchCells.ts';
import { checkFollower } from './followerCells.ts';
import { buildModuleObject, HOSTILE_NUMBERS, parseValidScene } from './hostileNumbers.ts';
import type { FuzzFindings } from './judge.ts';
import { checkPoseSolverBuffers } from './poseSolverCells.ts';

const OUTPUT_BUFFERS = [
  ...['goals', 'angles', 'points', 'status', 'sigma', 'clamps', 'misses', 'findings', 'trace'],
] as BufferName[];
const INVALID_INDICES = [-1, 1, 7, 8, 2 ** 30];

interface OpenLab {
  readonly raw: RawLab;
  readonly advance: (budget: number, milliseconds: number) => void;
  readonly buffer: (name: BufferName) => Float64Array;
  readonly pose: () => number[];
  /** Number of cells of the method's row that the module reads, and of all its cells. */
  readonly used: number;
  readonly stride: number;
}

type CellCheck = (lab: OpenLab, method: MethodRow) => Generator<string>;

/** Returns the findings for all methods, or for `ids`. Stops if the module crashes. */
export function checkCells(glue: SolverModule, ids: readonly string[] | null = null): FuzzFindings {
  const { builtIn } = new Engine(glue);
  const { catalogue } = builtIn;
  const found: string[] = [];
  const runCheck = (method: MethodRow, limits: LimitPolicy, over: CellCheck): void => {
    const lab = openLab(glue, builtIn, method, limits);
    for (const finding of over(lab, method)) found.push(`${method.id}, ${limits}: ${finding}`);
    lab.raw.delete();
  };
  try {
    for (const method of catalogue.methods.filter(({ id }) => ids?.includes(id) ?? true)) {
      for (const limits of ['ignore', 'lock'] as const) runCheck(method, limits, checkParams);
      if (method.id !== 'sdls') continue;
      for (const over of [checkTargets, checkProbe, checkOutputs, checkCalls])
        runCheck(method, 'ignore', over);
      for (const finding of checkBatchBuffers(glue, builtIn)) found.push(`a batch: ${finding}`);
      for (const finding of checkFollower(glue, builtIn)) found.push(`a follower: ${finding}`);
      for (const finding of checkPoseSolverBuffers(glue, builtIn))
        found.push(`a pose solver: ${finding}`);
    }
  } catch (error) {
    found.push(`the module crashes: ${(error as Error).stack}`);
  }
  return found;
}

function openLab(
  glue: SolverModule,
  methods: Registry,
  method: MethodRow,
  limitPolicy: LimitPolicy,
): OpenLab {
  const { id } = method;
  const { catalogue } = methods;
  const document = { iklab: 1, preset: 'y', limitPolicy, methods: [{ id }] };
  const scene = parseValidScene(document, methods);
  const raw = buildModuleObject(scene, glue, (builder) => builder.build());
  if (!raw) throw new Error(`the module rejects '${id}'`);
  new Lab(scene, raw, glue, methods); // writes the method's row
  const buffers = new ModuleBuffers(glue, raw, () => glue._publish(raw.address()));
  const buffer = (name: BufferName): Float64Array => buffers.get(name);
  const settings = buffer('params');
  settings[PANEL.secondaryKind] = SECONDARY_KINDS.indexOf('clearance');
  settings[PANEL.radius] = 1;
  const [joints, targets] = [scene.start.length, scene.scenario.targets.length];
  const pose = (): number[] => [...buffer('angles').subarray(0, joints)];
  buffer('probe').set([...pose(), ...buffer('goals'), ...buffer('clamps').subarray(0, targets)]);
  const used = NUMBERS_AT + keyedParams(method, initialParamValue, catalogue).length;
  const advance = (budget: number, milliseconds: number): void => {
    glue._advance(raw.address(), budget, milliseconds);
  };
  return { raw, advance, buffer, pose, used, stride: catalogue.panelStride };
}

/** A range of cells that are filled at once; `end` is excluded. */
type CellRange = readonly [from: number, end: number];

const splitRange = (from: number, end: number): CellRange[] =>
  Array.from({ length: end - from }, (_, i) => [from + i, from + i + 1]);

/** Runs one update with valid numbers, then one with a hostile number in each place in turn. */
function* tryHostile(lab: OpenLab, name: 'params' | 'targets', ranges: readonly CellRange[]) {
  const { raw, advance, buffer, pose } = lab;
  raw.restart(1);
  advance(1, Number.POSITIVE_INFINITY);
  advance(1, Number.POSITIVE_INFINITY);
  const usual = pose();
  for (const [cell, end] of ranges)
    for (const value of HOSTILE_NUMBERS) {
      const was = buffer(name).slice(cell, end);
      raw.restart(1);
      advance(1, Number.POSITIVE_INFINITY);
      buffer(name).fill(value, cell, end);
      raw.inspect(0);
      advance(1, Number.POSITIVE_INFINITY);
      const fault = raw.fault();
      const label = `${name}[${end > cell + 1 ? `${cell} to ${end - 1}` : cell}] = ${value}`;
      const result = pose();
      if (!result.every(isAllowed)) yield `${label} ends at ${result}`;
      const changes = !isSame(result, usual);
      if (fault !== '' && changes) yield `${label} is rejected, but changes the update`;
      yield { cell, value, fault, what: label, changes };
      buffer(name).set(was, cell);
      advance(1, Number.POSITIVE_INFINITY);
      if (raw.fault() !== '') yield `${label}, then the valid number again: ${raw.fault()}`;
    }
}

function* checkParams(lab: OpenLab, { params }: MethodRow): Generator<string> {
  const { used, stride } = lab;
  const unusedRange: CellRange[] = used < stride ? [[used, stride]] : [];
  const ranges = [...splitRange(0, used), ...unusedRange];
  for (const attempt of tryHostile(lab, 'params', ranges)) {
    if (typeof attempt === 'string') {
      yield attempt;
      continue;
    }
    const { cell, value, fault, what: label, changes } = attempt;
    const unread = cell >= used;
    const isParam = cell >= NUMBERS_AT && cell < NUMBERS_AT + params.length;
    if (unread && (fault !== '' || changes)) yield `${label} is read`;
    if (!isAllowed(value) && isParam && fault === '') yield `${label} is not reported`;
    const restartFault = lab.raw.restart(1);
    if (restartFault !== fault) yield `${label}: '${fault}', but after a restart '${restartFault}'`;
  }
}

function* checkTargets(lab: OpenLab): Generator<string> {
  for (const attempt of tryHostile(lab, 'targets', splitRange(0, lab.buffer('targets').length))) {
    if (typeof attempt === 'string') yield attempt;
    else if (!isAllowed(attempt.value) && attempt.fault === '')
      yield `${attempt.what} is not reported`;
  }
}

function* checkProbe({ raw, buffer }: OpenLab): Generator<string> {
  const probe = () => buffer('probe');
  for (let cell = 0; cell < probe().length; cell++)
    for (const value of HOSTILE_NUMBERS) {
      const was = probe()[cell] as number;
      probe()[cell] = value;
      raw.inspect(0);
      const none = Number.isNaN(buffer('findings')[FINDING.condition]);
      const isReported = raw.fault() !== '';
      if (none !== isReported)
        yield `probe[${cell}] = ${value}: reported ${isReported}, no findings ${none}`;
      if (Number.isNaN(value) && !isReported) yield `probe[${cell}] = ${value} is not reported`;
      probe()[cell] = was;
      raw.inspect(0);
      if (raw.fault() !== '') yield `probe[${cell}] is valid again, but: ${raw.fault()}`;
    }
}

function* checkOutputs({ raw, advance, buffer, pose }: OpenLab): Generator<string> {
  raw.watch(true);
  const runUpdates = (spoil: () => void): number[] => {
    raw.restart(1);
    return [1, 2, 3].flatMap(() => {
      advance(1, Number.POSITIVE_INFINITY);
      raw.inspect(0);
      const angles = pose();
      spoil();
      return angles;
    });
  };
  const usual = runUpdates(() => {});
  for (const name of OUTPUT_BUFFERS)
    for (const value of HOSTILE_NUMBERS) {
      if (
        !isSame(
          runUpdates(() => buffer(name).fill(value)),
          usual,
        )
      )
        yield `${name} is read by the module`;
      if (raw.fault() !== '') yield `${name} = ${value}: ${raw.fault()}`;
    }
}

function* checkCalls({ raw, advance, pose }: OpenLab): Generator<string> {
  for (const index of INVALID_INDICES) {
    raw.inspect(index);
    raw.choose(index);
    raw.filter(Number.NaN);
    if (index !== 1 && index !== 7 && raw.restart(index) === '') yield `${index} panels start`;
  }
  for (const time of [...HOSTILE_NUMBERS, 0]) {
    advance(-5, time);
    advance(3, time);
  }
  if (!pose().every(isAllowed)) yield 'a call with hostile numbers makes the pose invalid';
}

const isAllowed = (value: number): boolean => Math.abs(value) <= MAX_LENGTH_OR_ANGLE;

const isSame = (a: ArrayLike<number>, b: ArrayLike<number>): boolean =>
  a.length === b.length && Array.from(a).every((x, i) => Object.is(x, b[i]));
