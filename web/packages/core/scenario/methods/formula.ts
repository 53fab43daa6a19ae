import { escapeToOneLine } from '../checks/words.ts';
import type { MethodPanel } from '../types.ts';
import type { MethodRow } from './catalogue.ts';
import type { FormulaFault } from './formulaFindings.ts';
import { methodRow } from './methodParams.ts';

export const FORMULA_METHOD_ID = 'formula';
export const FORMULA_LANGUAGE_VERSION = 1;

type MethodChoice = Pick<MethodPanel, 'id' | 'params'>;

export const formulaText = ({ id, params }: MethodChoice): string | null =>
  id === FORMULA_METHOD_ID ? String(params.text ?? '') : null;

/** Returns a formula with `\n` as the only line end, as in documents. */
export const normalizeLineEnds = (text: string): string => text.replaceAll('\r\n', '\n');

/** First line of a held formula, which replaces a faulty formula and makes no step. */
export const HELD_FORMULA_LINE = '# Held: the text below has a fault';

export const isHeldFormula = (panel: MethodChoice): boolean =>
  formulaText(panel)?.startsWith(HELD_FORMULA_LINE) ?? false;

export const formulaTexts = (panels: readonly MethodChoice[]): readonly string[] => [
  ...new Set(panels.flatMap((panel) => formulaText(panel) ?? [])),
];

// Also matches a document in an escaped string.
const FORMULA_ID_PATTERN = new RegExp(`"id\\\\*":\\s*\\\\*"${FORMULA_METHOD_ID}\\\\*"`);

export const containsCustomMethod = (data: unknown): boolean =>
  FORMULA_ID_PATTERN.test(JSON.stringify(data) ?? '');

/** Returns whether two panels have the same method and differ at most in numbers. */
export const isSameMethod = (a: MethodChoice, b: MethodChoice): boolean =>
  a.id === b.id && formulaText(a) === formulaText(b);

interface Rows<M extends MethodRow> {
  readonly methods: readonly M[];
  readonly readFormula: (text: string) => { readonly row: M | null };
}

/**
 * Returns the method row of a panel, from the catalogue or the formula; null if the method is
 * unknown or the formula is faulty.
 */
export function panelMethodRow<M extends MethodRow>(
  catalogue: Rows<M>,
  panel: MethodChoice,
): M | null {
  const text = formulaText(panel);
  return text === null ? methodRow(catalogue, panel.id) : catalogue.readFormula(text).row;
}

/** Returns the title of a formula: the first comment on a line of its own; '' without one. */
export const formulaTitle = (text: string): string =>
  escapeToOneLine(/^ *#[# ]*(\S.*)$/m.exec(text)?.[1]?.trimEnd() ?? '');

/** Returns the message of a formula's fault in one line, without markup. */
export const formulaFaultSentence = ({ message }: Pick<FormulaFault, 'message'>): string =>
  escapeToOneLine(message.replace(/\*\*(.+?)\*\*/gs, '$1'));
