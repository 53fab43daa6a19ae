import { fileNameOf } from '../folder.ts';

const MAX_START = 65_536; // Bytes.

export interface FileStart {
  readonly name: string;
  /** First 64 KB of the file, one character per byte, without a byte order mark. */
  readonly text: string;
  readonly root: string;
  /** Returns whether the given bytes of the file contain an ASCII text. */
  contains(text: string): boolean;
}

export function readFileStart(bytes: Uint8Array, file: string): FileStart {
  const text = decodeLatin1(bytes.subarray(0, MAX_START)).replace(/^\u00ef\u00bb\u00bf/, '');
  const root = findRootName(text);
  let all: string | null = null;
  const has = (part: string) => {
    all ??= decodeLatin1(bytes);
    return all.includes(part);
  };
  return { name: fileNameOf(file), text, root, contains: has };
}

/**
 * Decodes bytes to one character per byte, which TextDecoder cannot: it decodes ISO 8859-1 as
 * Windows-1252.
 */
function decodeLatin1(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += 4096)
    // Several times faster than spreading the bytes.
    pieces.push(Reflect.apply(String.fromCharCode, null, bytes.subarray(offset, offset + 4096)));
  return pieces.join('');
}

function findRootName(text: string): string {
  for (let offset = 0; ; ) {
    while (/\s/.test(text.charAt(offset))) offset++;
    if (text[offset] !== '<') return '';
    const close = text.startsWith('<!--', offset) ? '-->' : text[offset + 1] === '?' ? '?>' : null;
    if (close === null && text[offset + 1] !== '!')
      return /^<([A-Za-z_][\w:.-]*)/.exec(text.slice(offset, offset + 200))?.[1] ?? '';
    const end = text.indexOf(close ?? '>', offset + 2);
    if (end < 0) return '';
    offset = end + (close ?? '>').length;
  }
}
