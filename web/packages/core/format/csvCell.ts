// Characters that begin a formula in a spreadsheet, also in full width.
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Formats a value as a cell of a CSV file (RFC 4180); an apostrophe marks text that a spreadsheet
 * would evaluate, numbers stay unchanged.
 */
export function csvCell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
