import { basename } from 'node:path';
import { MAX_NAME_CHARACTERS, quoteFileName } from '@iklab/core/scenario/checks';
import {
  type Catalogue,
  FORMULA_METHOD_ID,
  type FormulaFindings,
  formulaFaultSentence,
  formulaSizeFault,
  normalizeLineEnds,
} from '@iklab/core/scenario/methods';
import { InputError, makeInputError } from './errors.ts';
import { readInputText } from './readInputText.ts';

const displayName = (file: string) => (file === '-' ? 'standard input' : quoteFileName(file));

/** Returns the text of a file, or of standard input for `-`, without checking its lines. */
export async function readFormulaFile(file: string): Promise<string> {
  const text = normalizeLineEnds(await readInputText(file));
  const fault = formulaSizeFault(text);
  if (fault !== null) throw makeInputError(displayName(file), fault);
  return text;
}

/** Throws the faults of a formula, each as `mine.ik:9:5: sentence`; line and column from 1. */
export function checkFormulaFile(file: string, { faults }: FormulaFindings): void {
  if (faults.length === 0) return;
  const located = faults.map((fault) => ({
    path: `${displayName(file)}:${fault.line}:${fault.column}`,
    reason: formulaFaultSentence(fault),
  }));
  throw new InputError(located);
}

export async function makeFormulaPanels(files: readonly string[], catalogue: Catalogue) {
  const entries = [];
  for (const file of files) {
    const text = await readFormulaFile(file);
    checkFormulaFile(file, catalogue.readFormula(text));
    const name = file === '-' ? displayName(file) : basename(file, '.ik');
    entries.push({
      id: FORMULA_METHOD_ID,
      label: [...name].slice(0, MAX_NAME_CHARACTERS).join(''),
      params: { text },
    });
  }
  return entries;
}
