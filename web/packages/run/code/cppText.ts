import { formatCodeNumber } from './codeText.ts';

/** Quotes a text for C++; bytes of UTF-8 outside ASCII become octal escapes of three digits. */
export function quoteCppText(text: string): string {
  let made = '';
  for (const byte of new TextEncoder().encode(text)) {
    const letter = String.fromCharCode(byte);
    if (letter === '"' || letter === '\\') made += `\\${letter}`;
    // Prevents trigraphs.
    else if (letter === '?') made += '\\?';
    else if (letter === '\n') made += '\\n';
    else if (byte >= 0x20 && byte < 0x7f) made += letter;
    else made += `\\${byte.toString(8).padStart(3, '0')}`;
  }
  return `"${made}"`;
}

export const formatCppVector = (values: readonly number[]): string =>
  `{${values.map(formatCodeNumber).join(', ')}}`;

/**
 * Writes the members of a C++ struct as designated initialisers; members without a text are left
 * out.
 */
export const formatCppFields = (
  all: readonly (readonly [string, string | false | null | undefined])[],
): string => `{${all.flatMap(([name, text]) => (text ? [`.${name} = ${text}`] : [])).join(', ')}}`;

export const formatCppList = (all: readonly string[], indent: string): string =>
  all.map((each) => `${indent}${each},`).join('\n');
