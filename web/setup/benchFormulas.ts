/**
 * Measures the slowest accepted update of a custom method, for each operator and function.
 * `wasm/src/iklab/formula/operation_cost.cpp` has the costs.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadEngine } from '@iklab/core/engine';
import { resolveScenario, type Scene } from '@iklab/core/scenario';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import '@iklab/core/scenario/presets/robotShelf';

export interface BenchOperation {
  readonly name: string;
  readonly before?: string;
  readonly body: string;
}

const list = (n: number): string => `v = ones(${n})\nw = ones(${n})`;
// A full matrix A, a symmetric one S, one of rank 1.
const square = (n: number): string =>
  `v = ones(${n})
for i in 1..${n}
  v[i] = sin(i i)
B = sin(17 v vᵀ)
A = B + 2 I
S = BᵀB + I
F = ones(${n}, ${n})`;

const MAPS = ['sqrt', 'exp', 'log', 'sin', 'cos', 'tan', 'tanh', 'sign', 'abs'];
const PAIRS: [string, string][] = [
  ['+', 'x + y'],
  ['-', 'x - y'],
  ['·', 'x · y'],
  ['/', 'x / y'],
  ['^', 'x^y'],
  ['min', 'min(x, y)'],
  ['max', 'max(x, y)'],
  ['atan2', 'atan2(x, y)'],
  ['copysign', 'copysign(x, y)'],
  ['<', '(1 if x < y else 0)'],
  ['==', '(1 if x == y else 0)'],
  ['and', '(1 if x < y and y < x else 0)'],
  ['or', '(1 if x < y or y < x else 0)'],
  ['not', '(1 if not x < y else 0)'],
];

const onLists = (text: string): string =>
  text
    .replace(/\bx\b|x(?=\^)/g, 'v')
    .replace(/\by\b|y$/g, 'w')
    .replace('·', '∘')
    .replace('/', './')
    .replace('v^w', 'v.^0.3');

export const BENCH_OPERATIONS: readonly BenchOperation[] = [
  { name: 'loop', body: '' },
  { name: 'copy of a number', body: 'a = x' },
  { name: 'if', body: 'if x > 0\n  a = y\nelse\n  a = x' },
  { name: 'stop if', body: 'for q in 1..1\n  stop if x > 0' },
  ...MAPS.flatMap((map) => [
    { name: `${map} of a number`, body: `a = ${map}(x)` },
    { name: `${map} of a large number`, before: 'z = 1e299', body: `a = ${map}(z)` },
    { name: `${map} of 10`, before: list(10), body: `u = ${map}(v)` },
    { name: `${map} of 1000`, before: list(1000), body: `u = ${map}(v)` },
  ]),
  ...PAIRS.flatMap(([name, text]) => [
    { name: `${name} of numbers`, body: `a = ${text}` },
    ...(text.includes('if') || text.includes('=')
      ? []
      : [
          { name: `${name} of 10`, before: list(10), body: `u = ${onLists(text)}` },
          { name: `${name} of 1000`, before: list(1000), body: `u = ${onLists(text)}` },
        ]),
  ]),
  ...['v < w', 'v == w', 'v < w and w < v', 'v < w or w < v', 'not v < w'].map((text) => ({
    name: `where ${text}, 1000`,
    before: list(1000),
    body: `u = where(${text}, v, w)`,
  })),
  ...['v ∘ w', 'v + w', 'v ./ w'].map((text) => ({
    name: `tiny ${text}, 1000`,
    before: 'v = 1e-300 ones(1000) / 1e10\nw = 0.3 ones(1000)',
    body: `u = ${text}`,
  })),
  {
    name: 'tiny matrix times list',
    before: 'B = 1e-300 ones(100, 100) / 1e10\nv = ones(100)',
    body: 'u = B v',
  },
  { name: 'clamp of 1000', before: list(1000), body: 'u = clamp(v, 0 w, 2 w)' },
  ...['sum', 'prod', 'min', 'max', 'norm'].flatMap((name) => [
    { name: `${name} of 10`, before: list(10), body: `a = ${name}(v)` },
    { name: `${name} of 1000`, before: list(1000), body: `a = ${name}(v)` },
    { name: `${name} of columns`, before: 'B = ones(100, 100)', body: `u = ${name}(B)` },
  ]),
  { name: 'any of 1000', before: list(1000), body: 'a = 1 if any(v > w) else 0' },
  { name: 'all of 1000', before: list(1000), body: 'a = 1 if all(v ≤ w) else 0' },
  { name: 'trace of 100', before: 'B = ones(100, 100)', body: 'a = trace(B)' },
  { name: 'zeros(1000)', body: 'u = zeros(1000)' },
  { name: 'eye(100)', body: 'U1 = eye(100)' },
  { name: 'diag of 100', before: list(100), body: 'D = diag(v) + 0 ones(100, 100)' },
  { name: 'diagonal of 100', before: 'B = ones(100, 100)', body: 'u = diag(B)' },
  { name: 'entry', before: list(10), body: 'a = v[3]' },
  { name: 'set entry', before: list(10), body: 'v[3] = x' },
  { name: 'add to entry', before: list(10), body: 'v[3] += x' },
  { name: 'part of 1000', before: list(1000), body: 'u = v[1..900]' },
  { name: 'part of a matrix', before: 'B = ones(100, 100)', body: 'u = B[1..90, 2]' },
  { name: 'entry of a matrix', before: 'B = ones(100, 100)', body: 'a = B[3, 4]' },
  { name: 'row of a matrix', before: 'B = ones(100, 100)', body: 'u = B[3, :]' },
  { name: 'set part', before: 'B = ones(100, 100)\nu = ones(90)', body: 'B[1..90, 2] = u' },
  { name: 'list of 4', body: 'u = [x, y, x, y]' },
  { name: 'each', body: 'a = sum(i1 for i1 in 1..10)' },
  ...[3, 10, 30, 100, 300].flatMap((n) => [
    { name: `matrix times list, ${n}`, before: square(n), body: 'u = A v' },
    { name: `transposed times list, ${n}`, before: square(n), body: 'u = Aᵀ v' },
    { name: `matrix times matrix, ${n}`, before: square(n), body: 'C = A B' },
    { name: `matrix times transposed, ${n}`, before: square(n), body: 'C = A Bᵀ' },
    { name: `transposed times matrix, ${n}`, before: square(n), body: 'C = Aᵀ B' },
    { name: `transpose, ${n}`, before: square(n), body: 'C = Aᵀ + 0 I' },
    { name: `dot, ${n}`, before: square(n), body: 'a = v·v' },
    { name: `add diagonal, ${n}`, before: square(n), body: 'C = A + x I' },
    { name: `scale rows, ${n}`, before: square(n), body: 'C = diag(v) A' },
    { name: `scale columns, ${n}`, before: square(n), body: 'C = A diag(v)' },
    { name: `solve a system, ${n}`, before: square(n), body: 'u = solve(A, v)' },
    { name: `solve, ${n}`, before: square(n), body: 'u = A⁻¹ v' },
    { name: `solve symmetric, ${n}`, before: square(n), body: 'u = S⁻¹ v' },
    { name: `solve a matrix, ${n}`, before: square(n), body: 'C = A⁻¹ B' },
    { name: `pinv times, ${n}`, before: square(n), body: 'u = pinv(A) v' },
    { name: `pinv, ${n}`, before: square(n), body: 'C = pinv(A) + 0 B' },
    { name: `svd of rank 1, ${n}`, before: square(n), body: 'U1, s1, V1 = svd(F)' },
    { name: `eig of rank 1, ${n}`, before: square(n), body: 's1, V1 = eig(FᵀF)' },
    { name: `svd, ${n}`, before: square(n), body: 'U1, s1, V1 = svd(A)' },
    { name: `eig, ${n}`, before: square(n), body: 's1, V1 = eig(S)' },
    { name: `chol, ${n}`, before: square(n), body: 'L = chol(S)' },
    { name: `qr, ${n}`, before: square(n), body: 'Q, R = qr(A)' },
    { name: `projector, ${n}`, before: square(n), body: 'C = projector(A)' },
    { name: `spd, ${n}`, before: square(n), body: 'a = 1 if spd(S) else 0' },
  ]),
  { name: 'J times list', body: 'u = J θ' },
  { name: 'J transposed times list', body: 'u = Jᵀe' },
  { name: 'J transposed J', body: 'C = JᵀJ' },
  { name: 'J J transposed', body: 'C = J Jᵀ' },
  { name: 'damped solve', body: 'u = (J Jᵀ + x I)⁻¹ e' },
  { name: 'damped solve in joints', body: 'u = (JᵀJ + x I)⁻¹ Jᵀe' },
  { name: 'pinv of J', body: 'u = J⁺ e' },
  // Two alternating steps, because a repeated step is not computed again.
  { name: 'e_at', body: 'u = e_at(x Jᵀe)\nx = 1 - x' },
  { name: 'f_at', body: 'a = f_at(x Jᵀe)\nx = 1 - x' },
  { name: 'J_at', body: 'C = J_at(x Jᵀe)\nx = 1 - x' },
  { name: 'dJ', body: 'C = dJ(Jᵀe)' },
  { name: 'wolfe', body: 'a = wolfe(Jᵀe, 1, 1)' },
  { name: 'backtrack', body: 'a = backtrack(Jᵀe)' },
  { name: 'J_of', body: 'C = J_of(1)' },
  { name: 'e_of', body: 'u = e_of(1)' },
  { name: 'tip', body: 'u = tip(1)' },
  { name: 'goal', body: 'u = goal(1)' },
  { name: 'axis', body: 'u = axis(1)' },
  { name: 'origin', body: 'u = origin(1)' },
  { name: 'carries', body: 'a = 1 if carries(1, 1) else 0' },
  { name: 'turn', before: 'z = axis(1)', body: 'u = turn(z, x, z)' },
  { name: 'cross', before: 'z = axis(1)', body: 'u = cross(z, z)' },
  { name: 'blocks', body: 'u = blocks(e)' },
];

const indented = (text: string, by: number): string =>
  text
    .split('\n')
    .map((line) => ' '.repeat(by) + line)
    .join('\n');

export function makeRepeatedFormula({ before = '', body }: BenchOperation, times: number): string {
  const inner = Math.min(times, 1000);
  const outer = Math.max(1, Math.round(times / inner));
  const head = ['x = 0.5', 'y = 0.25', 'a = 0', before].filter(Boolean).join('\n');
  return `${head}
for i in 1..${outer}
  for j in 1..${inner}
${indented(body || 'a = x', 4)}
Δθ = Jᵀe
`;
}

const wasm = new URL('../packages/core/engine/build/iklab.wasm', import.meta.url);
const engine = await loadEngine({ wasmBinary: readFileSync(fileURLToPath(wasm)) });
const { catalogue } = engine;

const read = (document: object, method: object): Scene => {
  const found = parseScenarioDocument({ ...document, methods: [method] }, catalogue);
  if (!found.ok) throw new Error(found.faults.map(({ reason }) => reason).join('; '));
  return resolveScenario(found.value);
};

const count = (words: string): number => Number(words.replace(/\D/g, ''));

/** `operations` is NaN if the text has a fault; `fault` is '' without a fault. */
export function getFormulaOperationCount(
  document: object,
  text: string,
): { operations: number; fault: string } {
  const { cost, faults } = catalogue.readFormula(text, read(document, { id: 'dls' }));
  return {
    operations: cost ? count(cost.operations) : Number.NaN,
    fault: faults.map(({ message }) => message).join('; '),
  };
}

/**
 * Returns the processor time of an update in milliseconds: the least of several, because of other
 * load.
 */
function timeOf(document: object, text: string, tries: number): number {
  const scene = read(document, { id: 'formula', params: { text } });
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tries; i++) {
    const lab = engine.open(scene);
    const before = process.cpuUsage().user;
    lab.advance(1);
    least = Math.min(least, (process.cpuUsage().user - before) / 1000);
    lab.close();
  }
  return least;
}

export interface MeasuredFormulaOperation {
  readonly name: string;
  readonly times: number;
  readonly operations: number;
  readonly ms: number;
}

const SCENE = { iklab: 1, preset: 'ur5e' };
const MOST_TIMES = 1e9;

/** Returns null if a formula may not run the operation even once. */
export function findMostRepetitions(
  operation: BenchOperation,
  document: object = SCENE,
): number | null {
  const fits = (times: number): boolean =>
    getFormulaOperationCount(document, makeRepeatedFormula(operation, times)).fault === '';
  if (!fits(1)) return null;
  let [low, high] = [1, MOST_TIMES];
  while (high > 1.02 * low && high > low + 1) {
    const middle = Math.round(Math.sqrt(low * high));
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

export interface FormulaBenchOptions {
  readonly tries: number;
  readonly pattern: RegExp;
  readonly onLine: (line: string) => void;
}

export function measureAll({
  tries,
  pattern,
  onLine,
}: FormulaBenchOptions): MeasuredFormulaOperation[] {
  const found: MeasuredFormulaOperation[] = [];
  for (const operation of BENCH_OPERATIONS.filter(({ name }) => pattern.test(name))) {
    const { name } = operation;
    const times = findMostRepetitions(operation);
    if (times === null) {
      onLine(
        `${name}: ${getFormulaOperationCount(SCENE, makeRepeatedFormula(operation, 1)).fault}`,
      );
      continue;
    }
    const text = makeRepeatedFormula(operation, times);
    const { operations } = getFormulaOperationCount(SCENE, text);
    const ms = timeOf(SCENE, text, tries);
    const each = ((1e6 * ms) / operations).toFixed(2);
    found.push({ name, times, operations, ms });
    onLine(
      `${name}: ${times} times, ${operations} operations, ${ms.toFixed(0)} ms, ${each} ns each`,
    );
  }
  return found;
}
