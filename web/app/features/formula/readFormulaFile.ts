const MAX_FILE_BYTES = 65_536; // Far above the maximum length, which the editor reports.

/** Returns the text of a formula's file; null if the file is far too large or cannot be read. */
export async function readFormulaFile(file: Blob): Promise<string | null> {
  const text = file.size > MAX_FILE_BYTES ? null : await file.text().catch(() => null);
  return text === null ? null : normalizeFormulaText(text);
}

/**
 * Returns text with normalized Unicode and line ends, without byte order mark and trailing white
 * space.
 */
export const normalizeFormulaText = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .trimEnd()
    .normalize();

/** Returns the name of a method for its file's name: `turn-damped.ik` becomes `Turn-damped`. */
export function methodNameFromFile(name: string): string {
  const stem = name.replace(/\.ik$/i, '').trim().slice(0, 40);
  return stem ? stem.charAt(0).toUpperCase() + stem.slice(1) : 'My method';
}
