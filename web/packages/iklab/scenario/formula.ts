/** Methods that are written as text: each is its own, and its text stands among its parameters. */

import type { MethodRow } from './catalogue.ts';
import type { FormulaFault } from './formulaFindings.ts';
import { methodRow } from './params.ts';
import type { MethodPanel } from './types.ts';
import { oneLine } from './words.ts';

/** The id of every method that is written as text. */
export const FORMULA = 'formula';
/** The version of the language that texts are written in. */
export const FORMULA_LANGUAGE = 1;

type Asked = Pick<MethodPanel, 'id' | 'params'>;

/** The text of a panel whose method is written as one; null: its method is of the table. */
export const formulaText = ({ id, params }: Asked): string | null =>
  id === FORMULA ? String(params.text ?? '') : null;

/** A text as it is kept: to the letter, but for the ends of lines of another system. */
export const formulaLines = (text: string): string => text.replaceAll('\r\n', '\n');

/** The first line of a text that holds still in place of one with a fault (`heldFormula.ts`). */
export const HELD_LINE = '# Held: the text below has a fault';

/** Whether a panel holds still, for its text has a fault. */
export const isHeld = (panel: Asked): boolean => formulaText(panel)?.startsWith(HELD_LINE) ?? false;

/** The texts of these panels, each once. */
export const formulaTexts = (panels: readonly Asked[]): readonly string[] => [
  ...new Set(panels.flatMap((panel) => formulaText(panel) ?? [])),
];

// also where a document stands as text within
const MENTIONED = new RegExp(`"id\\\\*":\\s*\\\\*"${FORMULA}\\\\*"`);

/** Whether some method is written as text in plain data: a document, a task that has one. */
export const mentionsFormula = (data: unknown): boolean =>
  MENTIONED.test(JSON.stringify(data) ?? '');

/** Whether two panels differ by numbers alone. */
export const sameMethod = (a: Asked, b: Asked): boolean =>
  a.id === b.id && formulaText(a) === formulaText(b);

/** Where rows are found: a table's, or those with their texts. */
interface Rows<M extends MethodRow> {
  readonly methods: readonly M[];
  readonly readFormula: (text: string) => { readonly row: M | null };
}

/** The row of a panel's method, of the table or made from its text; null: there is none. */
export function panelRow<M extends MethodRow>(catalogue: Rows<M>, panel: Asked): M | null {
  const text = formulaText(panel);
  return text === null ? methodRow(catalogue, panel.id) : catalogue.readFormula(text).row;
}

/** What the first comment of a text says, which stands on a line of its own; '': it has none. */
export const formulaTitle = (text: string): string =>
  oneLine(/^ *#[# ]*(\S.*)$/m.exec(text)?.[1]?.trimEnd() ?? '');

/** The sentence of a fault, without marks. */
export const formulaSentence = ({ message }: Pick<FormulaFault, 'message'>): string =>
  oneLine(message.replace(/\*\*(.+?)\*\*/gs, '$1'));
