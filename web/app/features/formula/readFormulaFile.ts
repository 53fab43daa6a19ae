const MAX_FILE_BYTES = 65_536; // Far above the maximum length, which the editor reports.

/** Returns the text of a formula file; null if the file is too large or unreadable. */
export async function readFormulaFile(file: Blob): Promise<string | null> {
  const text = file.size > MAX_FILE_BYTES ? null : await file.text().catch(() => null);
  return text === null ? null : normalizeFormulaText(text);
}

/** Normalizes Unicode and line ends. Removes the byte order mark and trailing white space. */
export const normalizeFormulaText = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .trimEnd()
    .normalize();

/** Returns the method name for a file name: `turn-damped.ik` becomes `Turn-damped`. */
export function methodNameFromFile(name: string): string {
  const stem = name.replace(/\.ik$/i, '').trim().slice(0, 40);
  return stem ? stem.charAt(0).toUpperCase() + stem.slice(1) : 'My method';
}
