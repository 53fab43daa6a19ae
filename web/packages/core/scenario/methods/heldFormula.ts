import { isRecord } from '../checks/shapes.ts';
import { parseScenarioDocument } from '../parse.ts';
import type { ParamValue, Result, Scenario } from '../types.ts';
import type { Catalogue } from './catalogue.ts';
import { formulaSizeFault } from './checkFormula.ts';
import { FORMULA_METHOD_ID, HELD_FORMULA_LINE, normalizeLineEnds } from './formula.ts';

const LINE_PREFIX = '# | ';
const ZERO_STEP = 'Δθ = zeros(joints)';

export interface HeldFormula {
  readonly text: string;
  readonly params: Readonly<Record<string, ParamValue>>;
}

/**
 * Returns a formula that makes no step and contains a faulty formula and its parameters as
 * comments.
 */
export const makeHeldFormula = (text: string, params: object = {}): string =>
  [
    HELD_FORMULA_LINE,
    `# ${JSON.stringify(params)}`,
    ...text.split('\n').map((line) => LINE_PREFIX + line),
    ZERO_STEP,
  ].join('\n');

export function readHeldFormula(text: string): HeldFormula | null {
  const [head, about, ...lines] = text.trimEnd().split('\n');
  if (head !== HELD_FORMULA_LINE || lines.pop() !== ZERO_STEP) return null;
  if (!lines.every((line) => line.startsWith(LINE_PREFIX) || line === LINE_PREFIX.trimEnd()))
    return null;
  const original = lines.map((line) => line.slice(LINE_PREFIX.length)).join('\n');
  return { text: original, params: readHeldParams(about ?? '') };
}

function readHeldParams(line: string): HeldFormula['params'] {
  try {
    const params: unknown = JSON.parse(line.replace(/^# /, ''));
    return isRecord(params) ? (params as HeldFormula['params']) : {};
  } catch {
    return {};
  }
}

/**
 * Parses a document. A method with a faulty formula is replaced by one that does not move, so that
 * the document can be opened. Other faults are returned.
 */
export function parseHoldingFormulas(input: unknown, catalogue: Catalogue): Result<Scenario> {
  const read = parseScenarioDocument(input, catalogue);
  if (read.ok || !isRecord(input) || !Array.isArray(input.methods)) return read;
  const faulty = read.faults.map(({ path }) => /^methods\[(\d+)\]\.params\.text$/.exec(path)?.[1]);
  if (faulty.includes(undefined)) return read;
  const methods = input.methods.map((method, i) =>
    faulty.includes(String(i)) ? holdMethod(method) : method,
  );
  const result = parseScenarioDocument({ ...input, methods }, catalogue);
  return result.ok ? result : read;
}

function holdMethod(method: unknown): unknown {
  if (!isRecord(method) || method.id !== FORMULA_METHOD_ID || !isRecord(method.params))
    return method;
  const { text, ...params } = method.params;
  if (typeof text !== 'string' || formulaSizeFault(normalizeLineEnds(text)) !== null) return method;
  const heldText = makeHeldFormula(normalizeLineEnds(text), params);
  return formulaSizeFault(heldText) === null ? { ...method, params: { text: heldText } } : method;
}
