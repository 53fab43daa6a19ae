/** Replaces faulty formulas by one that does not move and has them as comments. */
import type { Catalogue } from './catalogue.ts';
import { formulaSizeFault } from './checkFormula.ts';
import { FORMULA, formulaLines, HELD_LINE } from './formula.ts';
import { parse } from './parse.ts';
import { isRecord } from './shapes.ts';
import type { ParamValue, Result, Scenario } from './types.ts';

const LINE = '# | ';
const STILL = 'Δθ = zeros(joints)';

/** The original of a held formula. */
export interface HeldFormula {
  readonly text: string;
  readonly params: Readonly<Record<string, ParamValue>>;
}

/** Returns a formula that does not move, with another text as comments. */
export const holdingText = (text: string, params: object = {}): string =>
  [
    HELD_LINE,
    `# ${JSON.stringify(params)}`,
    ...text.split('\n').map((line) => LINE + line),
    STILL,
  ].join('\n');

/** Returns the original of a held formula; null for any other text. */
export function heldFormula(text: string): HeldFormula | null {
  const [head, about, ...lines] = text.trimEnd().split('\n');
  if (head !== HELD_LINE || lines.pop() !== STILL) return null;
  if (!lines.every((line) => line.startsWith(LINE) || line === LINE.trimEnd())) return null;
  const held = lines.map((line) => line.slice(LINE.length)).join('\n');
  return { text: held, params: paramsIn(about ?? '') };
}

function paramsIn(line: string): HeldFormula['params'] {
  try {
    const params: unknown = JSON.parse(line.replace(/^# /, ''));
    return isRecord(params) ? (params as HeldFormula['params']) : {};
  } catch {
    return {};
  }
}

/** As `parse`, but a formula with a fault is held if there are no other faults. */
export function parseHeld(input: unknown, catalogue: Catalogue): Result<Scenario> {
  const read = parse(input, catalogue);
  if (read.ok || !isRecord(input) || !Array.isArray(input.methods)) return read;
  const faulty = read.faults.map(({ path }) => /^methods\[(\d+)\]\.params\.text$/.exec(path)?.[1]);
  if (faulty.includes(undefined)) return read;
  const methods = input.methods.map((method, i) =>
    faulty.includes(String(i)) ? holding(method) : method,
  );
  const held = parse({ ...input, methods }, catalogue);
  return held.ok ? held : read;
}

/** Returns a held method; unchanged if its text cannot be contained. */
function holding(method: unknown): unknown {
  if (!isRecord(method) || method.id !== FORMULA || !isRecord(method.params)) return method;
  const { text, ...params } = method.params;
  if (typeof text !== 'string' || formulaSizeFault(formulaLines(text)) !== null) return method;
  const still = holdingText(formulaLines(text), params);
  return formulaSizeFault(still) === null ? { ...method, params: { text: still } } : method;
}
