import {
  emptyFormulaReading,
  type FormulaReading,
  type MethodRow,
} from '../scenario/methods/catalogue.ts';
import { FORMULA_METHOD_ID, formulaFaultSentence } from '../scenario/methods/formula.ts';
import type { FormulaFindings, TypesetLine } from '../scenario/methods/formulaFindings.ts';
import type { Scene } from '../scenario/types.ts';
import type { SolverModule } from './glue.ts';
import { readRegistryRow } from './readCatalogue.ts';
import { writeSceneToBuilder } from './writeSceneToBuilder.ts';

const CACHE_SIZE = 64; // Cached texts: those of the open documents and the last ones that were typed.

export const moduleReadsFormulas = (glue: SolverModule): boolean => 'describeFormula' in glue;

/**
 * Replaces lone surrogates by U+FFFD, because the module would join them with the next character.
 * All positions stay the same.
 */
export const replaceLoneSurrogates = (text: string): string =>
  text.replace(/\p{Surrogate}/gu, '\ufffd');

/**
 * Reads formulas with the module; caches the results, because a document is parsed at every move of
 * a slider.
 */
export class FormulaReader {
  /** True if a formula was requested from the light module, which cannot read formulas. */
  missed = false;
  readonly #glue: () => SolverModule;
  readonly #cache = new Map<string, FormulaReading>();

  constructor(glue: () => SolverModule) {
    this.#glue = glue;
  }

  /** Reads a formula. Sizes and cost depend on the scene; the row does not. */
  read(written: string, scene?: Scene): FormulaReading {
    const text = replaceLoneSurrogates(written);
    const glue = this.#glue();
    if (!moduleReadsFormulas(glue)) {
      this.missed = true;
      return notLoadedReading;
    }
    const reading = this.#readCached(text, glue);
    if (!scene) return reading;
    const found = parseFindings(describeInScene(scene, text, glue));
    return { ...reading, ...found, row: found.faults.length > 0 ? null : reading.row };
  }

  /** Clears the cache. Required after a change of the module. */
  clearCache(): void {
    this.missed = false;
    this.#cache.clear();
  }

  #readCached(text: string, glue: SolverModule): FormulaReading {
    const reading = this.#cache.get(text) ?? readFormula(text, glue);
    this.#cache.delete(text);
    this.#cache.set(text, reading); // The least recently used is removed first.
    const [oldest = ''] = this.#cache.keys();
    if (this.#cache.size > CACHE_SIZE) this.#cache.delete(oldest);
    return reading;
  }
}

const notLoadedReading: FormulaReading = {
  ...emptyFormulaReading,
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

export const formulaFaultText = ({ faults: [first] }: FormulaReading): string =>
  first
    ? `the formula has an error: line ${first.line}: ${formulaFaultSentence(first)}`
    : 'the formula cannot be read';

function readFormula(text: string, glue: SolverModule): FormulaReading {
  const found = parseFindings(glue.describeFormula(text));
  let printed: readonly TypesetLine[] | null = null;
  const mathematics = () => {
    printed ??= JSON.parse(glue.formulaMathematics(text)) as readonly TypesetLine[];
    return printed;
  };
  return { ...found, row: found.faults.length > 0 ? null : readMethodRow(text, glue), mathematics };
}

const parseFindings = (json: string): FormulaFindings => JSON.parse(json);

function describeInScene(scene: Scene, text: string, glue: SolverModule): string {
  const builder = new glue.LabBuilder();
  try {
    writeSceneToBuilder(scene, builder, glue);
    return builder.describeFormula(text);
  } finally {
    builder.delete();
  }
}

function readMethodRow(text: string, glue: SolverModule): MethodRow | null {
  const raw = new glue.Registry();
  try {
    const index = raw.addFormula(text);
    return index < 0 ? null : { ...readRegistryRow(raw, index, glue), id: FORMULA_METHOD_ID };
  } finally {
    raw.delete();
  }
}
