/** The beginning of a file, as the signatures of formats look at it. */
import { fileNameOf } from '../folder.ts';

const MOST = 65_536; // Bytes.

export interface FileStart {
  /** File name without folders. */
  readonly name: string;
  /** The first 64 KB, one character per byte, without a byte order mark. */
  readonly text: string;
  /** Name of the root element of an XML file; '' for other files. */
  readonly root: string;
  /** Whether the given bytes contain this ASCII text. */
  has(text: string): boolean;
}

export function fileStart(bytes: Uint8Array, file: string): FileStart {
  const text = latin1(bytes.subarray(0, MOST)).replace(/^\u00ef\u00bb\u00bf/, '');
  const root = rootIn(text);
  let all: string | null = null;
  const has = (part: string) => {
    all ??= latin1(bytes);
    return all.includes(part);
  };
  return { name: fileNameOf(file), text, root, has };
}

/** One character per byte; a TextDecoder takes ISO 8859-1 for Windows-1252. */
function latin1(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 4096)
    // Several times faster than spreading the bytes.
    pieces.push(Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + 4096)));
  return pieces.join('');
}

/** Skips declarations, comments and document types. */
function rootIn(text: string): string {
  for (let at = 0; ; ) {
    while (/\s/.test(text.charAt(at))) at++;
    if (text[at] !== '<') return '';
    const close = text.startsWith('<!--', at) ? '-->' : text[at + 1] === '?' ? '?>' : null;
    if (close === null && text[at + 1] !== '!')
      return /^<([A-Za-z_][\w:.-]*)/.exec(text.slice(at, at + 200))?.[1] ?? '';
    const end = text.indexOf(close ?? '>', at + 2);
    if (end < 0) return '';
    at = end + (close ?? '>').length;
  }
}
