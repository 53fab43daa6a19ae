/** Methods as files: `.ik`, plain text. */

const MOST_BYTES = 65_536; // far beyond what a text may have: that fault is told in the editor

/** The text of a file as an editor has it; null: it is far too large, or cannot be read. */
export async function readFormulaFile(file: Blob): Promise<string | null> {
  const text = file.size > MOST_BYTES ? null : await file.text().catch(() => null);
  return text === null ? null : asText(text);
}

/** Without the marks of some systems, in the one form that letters have. */
export const asText = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .trimEnd()
    .normalize();

/** What a method is called that comes as a file: `turn-damped.ik` is Turn-damped. */
export function nameOfFile(name: string): string {
  const stem = name.replace(/\.ik$/i, '').trim().slice(0, 40);
  return stem ? stem.charAt(0).toUpperCase() + stem.slice(1) : 'My method';
}
