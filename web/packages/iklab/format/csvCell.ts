/** A cell of a CSV file, RFC 4180. */

// what a spreadsheet takes for the beginning of a formula, full width too
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Words that would be worked out where they are opened stand behind an apostrophe, the sign of every
 * spreadsheet for text; numbers stay as they are.
 */
export function csvCell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
