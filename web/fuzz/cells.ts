/**
 * Writes hostile numbers to each cell of a lab's buffers. Either a fault is reported and the
 * previous numbers stay in use, or the update runs. Buffers that only the module writes, and cells
 * that a method does not use, must not be read; these are filled all at once.
 */
import {
  type BufferName,
  Buffers,
  describeScene,
  Engine,
  type Glue,
  Lab,
  type RawLab,
  type Registry,
} from 'iklab/engine';
import {
  FINDING,
  type LimitPolicy,
  NUMBERS_AT,
  PANEL,
  SECONDARY_KINDS,
} from 'iklab/engine/protocol';
import {
  faultsText,
  initialValue,
  keyedParams,
  MAX_MAGNITUDE,
  type MethodRow,
  parse,
  resolve,
} from 'iklab/scenario';
import { batchFindings } from './batchCells.ts';
import { followerFindings } from './followerCells.ts';
import type { Findings } from './judge.ts';
import { poseSolverFindings } from './poseSolverCells.ts';

const { NaN: NONE, POSITIVE_INFINITY: MOST } = Number;
const HOSTILE = [NONE, MOST, -MOST, 1e300, -1e300, -1, 1e9, 0.5, 5e-324];
const WRITTEN_BY_THE_MODULE = [
  ...['goals', 'angles', 'points', 'status', 'sigma', 'clamps', 'misses', 'findings', 'trace'],
] as BufferName[];
const OUTSIDE = [-1, 1, 7, 8, 2 ** 30];

interface Opened {
  readonly raw: RawLab;
  readonly advance: (budget: number, milliseconds: number) => void;
  readonly buffer: (name: BufferName) => Float64Array;
  readonly pose: () => number[];
  /** Number of cells of its row that are read, and of all cells. */
  readonly used: number;
  readonly stride: number;
}

type Over = (lab: Opened, method: MethodRow) => Generator<string>;

/** Returns the findings for all methods, or for `ids`. Stops if the module crashes. */
export function cellFindings(glue: Glue, ids: readonly string[] | null = null): Findings {
  const { builtIn } = new Engine(glue);
  const { catalogue } = builtIn;
  const found: string[] = [];
  const look = (method: MethodRow, limits: LimitPolicy, over: Over): void => {
    const lab = open(glue, builtIn, method, limits);
    for (const what of over(lab, method)) found.push(`${method.id}, ${limits}: ${what}`);
    lab.raw.delete();
  };
  try {
    for (const method of catalogue.methods.filter(({ id }) => ids?.includes(id) ?? true)) {
      for (const limits of ['ignore', 'lock'] as const) look(method, limits, overParams);
      if (method.id !== 'sdls') continue;
      for (const over of [overTargets, overProbe, overOutputs, overCalls])
        look(method, 'ignore', over);
      for (const what of batchFindings(glue, builtIn)) found.push(`a batch: ${what}`);
      for (const what of followerFindings(glue, builtIn)) found.push(`a follower: ${what}`);
      for (const what of poseSolverFindings(glue, builtIn)) found.push(`a pose solver: ${what}`);
    }
  } catch (error) {
    found.push(`the module crashes: ${(error as Error).stack}`);
  }
  return found;
}

function open(glue: Glue, methods: Registry, method: MethodRow, limitPolicy: LimitPolicy): Opened {
  const { id } = method;
  const { catalogue } = methods;
  const document = { iklab: 1, preset: 'y', limitPolicy, methods: [{ id }] };
  const read = parse(document, catalogue);
  if (!read.ok) throw new Error(faultsText(read.faults));
  const scene = resolve(read.value);
  const builder = new glue.LabBuilder();
  describeScene(scene, builder, glue);
  const raw = builder.build();
  builder.delete();
  if (!raw) throw new Error(`the module rejects '${id}'`);
  new Lab(scene, raw, glue, methods); // writes the method's row
  const buffers = new Buffers(glue, raw, () => glue._publish(raw.address()));
  const buffer = (name: BufferName): Float64Array => buffers.get(name);
  const settings = buffer('params');
  settings[PANEL.secondaryKind] = SECONDARY_KINDS.indexOf('clearance');
  settings[PANEL.radius] = 1;
  const [joints, targets] = [scene.start.length, scene.scenario.targets.length];
  const pose = (): number[] => [...buffer('angles').subarray(0, joints)];
  buffer('probe').set([...pose(), ...buffer('goals'), ...buffer('clamps').subarray(0, targets)]);
  const used = NUMBERS_AT + keyedParams(method, initialValue, catalogue).length;
  const advance = (budget: number, milliseconds: number): void => {
    glue._advance(raw.address(), budget, milliseconds);
  };
  return { raw, advance, buffer, pose, used, stride: catalogue.panelStride };
}

/** A range of cells that are filled at once; `end` is excluded. */
type Place = readonly [from: number, end: number];

const eachOf = (from: number, end: number): Place[] =>
  Array.from({ length: end - from }, (_, i) => [from + i, from + i + 1]);

/** Runs one update with valid numbers, then one with a hostile number in each place in turn. */
function* spoilt(lab: Opened, name: 'params' | 'targets', places: readonly Place[]) {
  const { raw, advance, buffer, pose } = lab;
  raw.restart(1);
  advance(1, MOST);
  advance(1, MOST);
  const usual = pose();
  for (const [cell, end] of places)
    for (const value of HOSTILE) {
      const was = buffer(name).slice(cell, end);
      raw.restart(1);
      advance(1, MOST);
      buffer(name).fill(value, cell, end);
      raw.inspect(0);
      advance(1, MOST);
      const fault = raw.fault();
      const what = `${name}[${end > cell + 1 ? `${cell} to ${end - 1}` : cell}] = ${value}`;
      const now = pose();
      if (!now.every(isNumber)) yield `${what} ends at ${now}`;
      const changes = !same(now, usual);
      if (fault !== '' && changes) yield `${what} is rejected, but changes the update`;
      yield { cell, value, fault, what, changes };
      buffer(name).set(was, cell);
      advance(1, MOST);
      if (raw.fault() !== '') yield `${what}, then the valid number again: ${raw.fault()}`;
    }
}

function* overParams(lab: Opened, { params }: MethodRow): Generator<string> {
  const { used, stride } = lab;
  const room: Place[] = used < stride ? [[used, stride]] : [];
  const places = [...eachOf(0, used), ...room];
  for (const seen of spoilt(lab, 'params', places)) {
    if (typeof seen === 'string') {
      yield seen;
      continue;
    }
    const { cell, value, fault, what, changes } = seen;
    const unread = cell >= used;
    const own = cell >= NUMBERS_AT && cell < NUMBERS_AT + params.length;
    if (unread && (fault !== '' || changes)) yield `${what} is read`;
    if (!isNumber(value) && own && fault === '') yield `${what} is not reported`;
    const again = lab.raw.restart(1);
    if (again !== fault) yield `${what}: '${fault}', but after a restart '${again}'`;
  }
}

function* overTargets(lab: Opened): Generator<string> {
  for (const seen of spoilt(lab, 'targets', eachOf(0, lab.buffer('targets').length))) {
    if (typeof seen === 'string') yield seen;
    else if (!isNumber(seen.value) && seen.fault === '') yield `${seen.what} is not reported`;
  }
}

function* overProbe({ raw, buffer }: Opened): Generator<string> {
  const probe = () => buffer('probe');
  for (let cell = 0; cell < probe().length; cell++)
    for (const value of HOSTILE) {
      const was = probe()[cell] as number;
      probe()[cell] = value;
      raw.inspect(0);
      const none = Number.isNaN(buffer('findings')[FINDING.condition]);
      const told = raw.fault() !== '';
      if (none !== told) yield `probe[${cell}] = ${value}: reported ${told}, no findings ${none}`;
      if (Number.isNaN(value) && !told) yield `probe[${cell}] = ${value} is not reported`;
      probe()[cell] = was;
      raw.inspect(0);
      if (raw.fault() !== '') yield `probe[${cell}] is valid again, but: ${raw.fault()}`;
    }
}

function* overOutputs({ raw, advance, buffer, pose }: Opened): Generator<string> {
  raw.watch(true);
  const way = (spoil: () => void): number[] => {
    raw.restart(1);
    return [1, 2, 3].flatMap(() => {
      advance(1, MOST);
      raw.inspect(0);
      const angles = pose();
      spoil();
      return angles;
    });
  };
  const usual = way(() => {});
  for (const name of WRITTEN_BY_THE_MODULE)
    for (const value of HOSTILE) {
      if (
        !same(
          way(() => buffer(name).fill(value)),
          usual,
        )
      )
        yield `${name} is read by the module`;
      if (raw.fault() !== '') yield `${name} = ${value}: ${raw.fault()}`;
    }
}

function* overCalls({ raw, advance, pose }: Opened): Generator<string> {
  for (const index of OUTSIDE) {
    raw.inspect(index);
    raw.choose(index);
    raw.filter(NONE);
    if (index !== 1 && index !== 7 && raw.restart(index) === '') yield `${index} panels start`;
  }
  for (const time of [...HOSTILE, 0]) {
    advance(-5, time);
    advance(3, time);
  }
  if (!pose().every(isNumber)) yield 'a call with hostile numbers makes the pose invalid';
}

const isNumber = (value: number): boolean => Math.abs(value) <= MAX_MAGNITUDE;

const same = (a: ArrayLike<number>, b: ArrayLike<number>): boolean =>
  a.length === b.length && Array.from(a).every((x, i) => Object.is(x, b[i]));
