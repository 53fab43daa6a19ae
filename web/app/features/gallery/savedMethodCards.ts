import { formulaTitle } from '@iklab/core/scenario/methods';
import type { Services } from '../../browser/services.ts';
import { readSavedFormulas } from '../formula/savedFormulas.ts';
import { countFormulaLines } from '../formula/startFormula.ts';

export const SAVED_METHODS_SHELF = {
  id: 'methods',
  name: 'Methods',
  hint: 'written by you, stored in this browser',
} as const;

export interface SavedMethodCard {
  readonly id: string;
  readonly shelf: typeof SAVED_METHODS_SHELF.id;
  readonly savedId: number;
  readonly name: string;
  readonly line: string;
  readonly text: string;
  readonly lines: string;
}

/** Returns the cards of the formulas stored in this browser, newest first. */
export const savedMethodCards = (services: Pick<Services, 'storage'>): SavedMethodCard[] =>
  readSavedFormulas(services).map(({ id, name, text }) => {
    const lines = countFormulaLines({ text });
    return {
      id: `method ${id}`,
      shelf: SAVED_METHODS_SHELF.id,
      savedId: id,
      name,
      line: formulaTitle(text),
      text,
      lines: lines === 1 ? '1 line' : `${lines} lines`,
    };
  });
