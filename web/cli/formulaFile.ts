import { basename } from 'node:path';
import {
  type Catalogue,
  FORMULA,
  type FormulaFindings,
  fileName,
  formulaLines,
  formulaSentence,
  formulaSizeFault,
  MAX_NAME,
} from 'iklab/scenario';
import { InputError, inputFault } from './errors.ts';
import { readInput } from './input.ts';

const nameOf = (file: string) => (file === '-' ? 'standard input' : fileName(file));

/** Returns the text of a file, or of standard input for `-`, without checking its lines. */
export async function readFormulaFile(file: string): Promise<string> {
  const text = formulaLines(await readInput(file));
  const fault = formulaSizeFault(text);
  if (fault !== null) throw inputFault(nameOf(file), fault);
  return text;
}

/** Throws the faults of a formula, each as `mine.ik:9:5: sentence`; line and column from 1. */
export function checkFormulaFile(file: string, { faults }: FormulaFindings): void {
  if (faults.length === 0) return;
  const told = faults.map((fault) => ({
    path: `${nameOf(file)}:${fault.line}:${fault.column}`,
    reason: formulaSentence(fault),
  }));
  throw new InputError(told);
}

/** Returns a panel for each file, as in a document, named after the file. */
export async function formulaEntries(files: readonly string[], catalogue: Catalogue) {
  const entries = [];
  for (const file of files) {
    const text = await readFormulaFile(file);
    checkFormulaFile(file, catalogue.readFormula(text));
    const name = file === '-' ? nameOf(file) : basename(file, '.ik');
    entries.push({ id: FORMULA, label: [...name].slice(0, MAX_NAME).join(''), params: { text } });
  }
  return entries;
}
