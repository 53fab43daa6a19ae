import { quoteInOneLine } from '@iklab/core/scenario/checks';

export interface ExtractedXml {
  /** The extracted XML. Line numbers are the file's, except for XML in a string. */
  readonly text: string;
  readonly remark: string;
  /** True if the tool printed only the beginning of the XML. */
  readonly isCut: boolean;
}

const MAX_TEXT_BEFORE = 65_536;
const XML_START = /<\?xml\s|<(robot|mujoco|sdf)(?=[\s>\\])/;
const ROOT_TAG = /<(robot|mujoco|sdf)(?=[\s>\\])/;

/**
 * Extracts the XML of a robot from what `ros2 param get`, `rosparam get`, `ros2 topic echo` and
 * shells print; null if the text is plain XML, or contains none.
 */
export function extractPrintedXml(text: string): ExtractedXml | null {
  if (/^\s*</.test(text) && !isEscaped(text)) return null;
  const found = XML_START.exec(text.slice(0, MAX_TEXT_BEFORE));
  if (!found) return null;
  const before = text.slice(0, found.index);
  const written = text.slice(found.index);
  const [mark = ''] = /["']$/.exec(before) ?? [];
  const [line = ''] = /[^\n]*$/.exec(before.trim().replace(/(\b[bu])?["']$/, '')) ?? [];
  const lineText = line.trim() === '' ? '' : ` after ${quoteInOneLine(line.trim(), 40)}`;
  if (isEscaped(written) || (mark !== '' && !getFirstTag(written).includes(mark))) {
    const remark = `the XML is read from a quoted string${lineText}; lines are counted in the string`;
    return { text: unquote(written, mark), remark, isCut: isCutOff(written) };
  }
  const bare = dropTrailingText(written);
  const remark = `the text before the XML is ignored: ${quoteInOneLine(before.trim(), 40)}`;
  const lines = before.replace(/[^\n]/g, '');
  // A declaration is only allowed at the start of a text.
  const blanked = lines === '' ? bare : bare.replace(/^<\?xml[^>]*>/, blankOut);
  return { text: lines + blanked, remark, isCut: isCutOff(bare) };
}

const blankOut = (text: string) => text.replace(/[^\r\n]/g, ' ');
const getFirstTag = (text: string): string => text.slice(0, text.indexOf('>') + 1);
const isEscaped = (text: string): boolean => /^[^<>]*<[^<>"']*=\s*\\["']/.test(getFirstTag(text));
const isCutOff = (text: string): boolean => /\.\.\.["']?\s*(---\s*)?$/.test(text.slice(-200));

function dropTrailingText(text: string): string {
  const close = `</${ROOT_TAG.exec(text)?.[1]}>`;
  const end = text.lastIndexOf(close); // Comments and nested elements may contain it, too.
  return end < 0 ? text : text.slice(0, end + close.length);
}

/**
 * Returns a string literal's content up to the closing quotation mark; the whole text if `mark` is
 * ''.
 */
function unquote(text: string, mark: string): string {
  const end = mark === '' ? text.length : findClosingQuote(text, mark);
  const inner = text.slice(0, end);
  // In YAML, a string in single quotation marks has no escape sequences but ''.
  return mark === "'" && !/\\[n']/.test(inner)
    ? inner.replaceAll("''", "'")
    : unescapeString(inner);
}

function findClosingQuote(text: string, mark: string): number {
  for (let index = text.indexOf(mark); index >= 0; index = text.indexOf(mark, index + 1)) {
    const isDouble = mark === "'" && text[index + 1] === mark;
    if (isDouble) index++;
    else if (!/(^|[^\\])(\\\\)*\\$/.test(text.slice(Math.max(0, index - 100), index))) return index;
  }
  return text.length;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/**
 * Resolves the escape sequences of string literals in YAML, JSON, Python and C; a backslash at a
 * line's end continues the line.
 */
const unescapeString = (text: string): string =>
  text.replace(
    /\\(\r?\n[ \t]*|u[0-9a-f]{4}|x[0-9a-f]{2}|.)/gis,
    (_, code: string) =>
      ESCAPES[code] ??
      (/^[ux]./.test(code)
        ? String.fromCharCode(Number.parseInt(code.slice(1), 16))
        : code.replace(/^\r?\n[ \t]*/, '')),
  );
