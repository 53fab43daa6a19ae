// Characters that begin a formula in a spreadsheet, also in full width.
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Formats a cell of a CSV file (RFC 4180). Text that a spreadsheet would evaluate gets an
 * apostrophe; numbers stay unchanged.
 */
export function csvCell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
