import type { Remark, RobotFault } from './robot.ts';

export type DecodedXml = { readonly text: string } | { readonly reason: string };

const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'iso-8859-1': 'iso-8859-1',
  'iso-8859-15': 'iso-8859-15',
  latin1: 'iso-8859-1',
  'latin-1': 'iso-8859-1',
  'windows-1252': 'windows-1252',
  // A file that declares UTF-16 in ASCII bytes is not UTF-16.
  'utf-16': 'utf-8',
  'utf-16le': 'utf-8',
  'utf-16be': 'utf-8',
};

/**
 * Decodes XML by its byte order mark, otherwise by its declared encoding, otherwise as UTF-8.
 * Explains failures.
 */
export function decodeXml(bytes: Uint8Array): DecodedXml {
  const encoding = detectEncoding(bytes);
  const label = Object.hasOwn(ENCODINGS, encoding) ? ENCODINGS[encoding] : undefined;
  const supported = encoding.startsWith('bom:') ? encoding.slice(4) : label;
  if (supported === undefined) return { reason: `unknown encoding "${encoding}"` };
  try {
    return { text: new TextDecoder(supported, { fatal: true, ignoreBOM: false }).decode(bytes) };
  } catch {
    const declared = encoding.startsWith('bom:') ? encoding.slice(4) : encoding;
    return { reason: `some bytes are not valid ${declared.toUpperCase()}` };
  }
}

function detectEncoding(bytes: Uint8Array): string {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'bom:utf-8';
  if (a === 0xff && b === 0xfe) return 'bom:utf-16le';
  if (a === 0xfe && b === 0xff) return 'bom:utf-16be';
  if (a === 0x3c && b === 0) return 'bom:utf-16le';
  if (a === 0 && b === 0x3c) return 'bom:utf-16be';
  const start = String.fromCharCode(...bytes.subarray(0, 1024));
  const declaration = /<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"']*)["']/.exec(start);
  return declaration?.[1]?.toLowerCase() ?? 'utf-8';
}

const DECLARATION =
  /^<\?xml\s+version\s*=\s*(["'])1\.\d+\1(\s+encoding\s*=\s*(["'])[A-Za-z][\w.-]*\3)?(\s+standalone\s*=\s*(["'])(yes|no)\5)?\s*\?>/;

export interface XmlProlog {
  /**
   * Text to parse, with the input's length and line breaks. An invalid XML declaration is blanked.
   */
  readonly text: string;
  readonly remarks: readonly Remark[];
  readonly fault: RobotFault | null;
}

export function readXmlProlog(written: string, file: string): XmlProlog {
  const remarks: Remark[] = [];
  let text = written;
  let position = 0;
  const location = () => ({ file, line: findLine(text, position), element: 'XML declaration' });
  for (;;) {
    position += /^\s*/.exec(text.slice(position, position + 4096))?.[0].length ?? 0;
    if (/^\s/.test(text.slice(position, position + 1))) continue;
    const head = text.slice(position, position + 1024);
    if (/^<!doctype/i.test(head) || /^<!entity/i.test(head))
      return {
        text,
        remarks,
        fault: { ...location(), element: 'DOCTYPE', reason: explainDoctype(head) },
      };
    const end = findEndOfItem(text, position);
    if (end === null) return { text, remarks, fault: null };
    if (/^<\?xml(\s|\?>)/.test(head)) {
      const misplaced = position > 0;
      // Only the first invalid declaration is removed.
      if (remarks.length === 0 && (misplaced || !DECLARATION.test(head))) {
        const reason = misplaced
          ? 'must be at the start of the file; it is ignored'
          : `"${text.slice(position, Math.min(end, position + 60))}" is not a valid XML declaration; it is ignored`;
        remarks.push({ ...location(), reason, kind: 'changed', grave: false });
        text = text.slice(0, position) + blankOut(text.slice(position, end)) + text.slice(end);
      }
    }
    position = end;
  }
}

export const HTML_PAGE_REASON =
  'this is an HTML page, not a robot description; on GitHub, download the raw file';

const explainDoctype = (head: string) =>
  /^<!doctype\s+html/i.test(head)
    ? HTML_PAGE_REASON
    : 'document types and entities are not supported';

function findEndOfItem(text: string, at: number): number | null {
  const [start, close] = text.startsWith('<!--', at) ? [4, '-->'] : [2, '?>'];
  if (start === 2 && !text.startsWith('<?', at)) return null;
  const found = text.indexOf(close, at + start);
  return found < 0 ? null : found + close.length;
}

export interface CleanedComments {
  readonly text: string;
  /** Line of the first comment that contains `--`, which XML forbids; null if there is none. */
  readonly dashes: number | null;
  readonly endless: number | null;
}

/** Blanks all dashes in comments that contain `--`, which XML forbids and the parser reports. */
export function blankInvalidXmlComments(text: string): CleanedComments {
  const pieces: string[] = [];
  let dashes: number | null = null;
  let copied = 0;
  const opening = /<!--|<!\[CDATA\[|<\?/g;
  for (let open = opening.exec(text); open; open = opening.exec(text)) {
    const [start] = open;
    const close = start === '<!--' ? '-->' : start === '<?' ? '?>' : ']]>';
    const from = open.index + start.length;
    const to = text.indexOf(close, from);
    if (to < 0) return { text, dashes, endless: start === '<!--' ? findLine(text, from) : null };
    const inner = start === '<!--' ? text.slice(from, to) : '';
    if (inner.includes('--') || inner.endsWith('-')) {
      dashes ??= findLine(text, from);
      pieces.push(text.slice(copied, from), inner.replaceAll('-', ' '));
      copied = to;
    }
    opening.lastIndex = to + close.length;
  }
  return { text: pieces.join('') + text.slice(copied), dashes, endless: null };
}

const blankOut = (text: string) => text.replace(/[^\r\n]/g, ' ');

function findLine(text: string, position: number): number {
  let line = 1;
  for (let i = text.indexOf('\n'); i >= 0 && i < position; i = text.indexOf('\n', i + 1)) line++;
  return line;
}
