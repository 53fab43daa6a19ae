/** Reads custom methods with the module. */
import { emptyReading, type FormulaReading, type MethodRow } from '../scenario/catalogue.ts';
import { FORMULA, formulaSentence } from '../scenario/formula.ts';
import type { FormulaFindings, PrintedLine } from '../scenario/formulaFindings.ts';
import type { Scene } from '../scenario/types.ts';
import { describeScene } from './describe.ts';
import type { Glue } from './glue.ts';
import { readRow } from './readCatalogue.ts';

const KEPT = 64; // Cached texts: those of the open documents and the last ones that were typed.

/** Whether a module reads formulas; the light one of the first load does not. */
export const readsFormulas = (glue: Glue): boolean => 'describeFormula' in glue;

/**
 * Replaces half characters, of which the module would make a whole one with the next character, or
 * with the end of the text. All positions stay the same.
 */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** Caches results, because a document is parsed at every move of a slider. */
export class FormulaReader {
  /** A formula was requested from a module that cannot read it. */
  missed = false;
  readonly #glue: () => Glue;
  readonly #known = new Map<string, FormulaReading>();

  constructor(glue: () => Glue) {
    this.#glue = glue;
  }

  /** With a scene, sizes and cost are those in it; the row is the same. */
  read(written: string, scene?: Scene): FormulaReading {
    const text = wellFormed(written);
    const glue = this.#glue();
    if (!readsFormulas(glue)) {
      this.missed = true;
      return unread;
    }
    const reading = this.#alone(text, glue);
    if (!scene) return reading;
    const found = findings(withScene(scene, text, glue));
    return { ...reading, ...found, row: found.faults.length > 0 ? null : reading.row };
  }

  /** Clears the cache, which belongs to another module. */
  forget(): void {
    this.missed = false;
    this.#known.clear();
  }

  #alone(text: string, glue: Glue): FormulaReading {
    const reading = this.#known.get(text) ?? read(text, glue);
    this.#known.delete(text);
    this.#known.set(text, reading); // The least recently used is removed first.
    const [oldest = ''] = this.#known.keys();
    if (this.#known.size > KEPT) this.#known.delete(oldest);
    return reading;
  }
}

const unread: FormulaReading = {
  ...emptyReading,
  faults: [
    {
      from: 0,
      to: 0,
      line: 1,
      column: 1,
      message: 'The formula compiler is not loaded yet.',
      fixes: [],
    },
  ],
};

export const faultyFormula = ({ faults: [first] }: FormulaReading): string =>
  first
    ? `the formula has an error: line ${first.line}: ${formulaSentence(first)}`
    : 'the formula cannot be read';

function read(text: string, glue: Glue): FormulaReading {
  const found = findings(glue.describeFormula(text));
  let printed: readonly PrintedLine[] | null = null;
  const mathematics = () => {
    printed ??= JSON.parse(glue.formulaMathematics(text)) as readonly PrintedLine[];
    return printed;
  };
  return { ...found, row: found.faults.length > 0 ? null : rowOf(text, glue), mathematics };
}

const findings = (json: string): FormulaFindings => JSON.parse(json);

function withScene(scene: Scene, text: string, glue: Glue): string {
  const builder = new glue.LabBuilder();
  try {
    describeScene(scene, builder, glue);
    return builder.describeFormula(text);
  } finally {
    builder.delete();
  }
}

/** Reads the row with a temporary registry; a lab that runs it has its own. */
function rowOf(text: string, glue: Glue): MethodRow | null {
  const raw = new glue.Registry();
  try {
    const place = raw.addFormula(text);
    return place < 0 ? null : { ...readRow(raw, place, glue), id: FORMULA };
  } finally {
    raw.delete();
  }
}
