/** XML as tools print it: after other text, or in a string with escape sequences. */
import { quote } from 'iklab/scenario';

export interface XmlDump {
  /** The XML alone. Has the lines of the file unless it was in a string. */
  readonly text: string;
  /** How the file was read. */
  readonly remark: string;
  /** Whether the tool printed only the beginning. */
  readonly isCut: boolean;
}

const MOST_BEFORE = 65_536;
const START = /<\?xml\s|<(robot|mujoco|sdf)(?=[\s>\\])/;
const ROOT = /<(robot|mujoco|sdf)(?=[\s>\\])/;

/**
 * Finds the XML of a robot in what `ros2 param get`, `rosparam get`, `ros2 topic echo` and shells
 * print; null if the text is plain XML, or none.
 */
export function dumpedXml(text: string): XmlDump | null {
  if (/^\s*</.test(text) && !isEscaped(text)) return null;
  const found = START.exec(text.slice(0, MOST_BEFORE));
  if (!found) return null;
  const before = text.slice(0, found.index);
  const written = text.slice(found.index);
  const [mark = ''] = /["']$/.exec(before) ?? [];
  const [line = ''] = /[^\n]*$/.exec(before.trim().replace(/(\b[bu])?["']$/, '')) ?? [];
  const where = line.trim() === '' ? '' : ` after ${quote(line.trim(), 40)}`;
  if (isEscaped(written) || (mark !== '' && !firstTag(written).includes(mark))) {
    const remark = `the XML is read from a quoted string${where}; lines are counted in the string`;
    return { text: unquoted(written, mark), remark, isCut: isCut(written) };
  }
  const bare = withoutRest(written);
  const remark = `the text before the XML is ignored: ${quote(before.trim(), 40)}`;
  const lines = before.replace(/[^\n]/g, '');
  // A declaration is only allowed at the start of a text.
  const own = lines === '' ? bare : bare.replace(/^<\?xml[^>]*>/, blank);
  return { text: lines + own, remark, isCut: isCut(bare) };
}

const blank = (text: string) => text.replace(/[^\r\n]/g, ' ');
const firstTag = (text: string): string => text.slice(0, text.indexOf('>') + 1);
const isEscaped = (text: string): boolean => /^[^<>]*<[^<>"']*=\s*\\["']/.test(firstTag(text));
/** `ros2 topic echo` shortens strings unless asked not to. */
const isCut = (text: string): boolean => /\.\.\.["']?\s*(---\s*)?$/.test(text.slice(-200));

/** Removes what follows the root element, such as `---` or a prompt. */
function withoutRest(text: string): string {
  const close = `</${ROOT.exec(text)?.[1]}>`;
  const end = text.lastIndexOf(close); // Comments and nested elements may contain it, too.
  return end < 0 ? text : text.slice(0, end + close.length);
}

/** The content of a string up to its closing quotation mark; the whole text if `mark` is ''. */
function unquoted(text: string, mark: string): string {
  const end = mark === '' ? text.length : closing(text, mark);
  const inner = text.slice(0, end);
  // In YAML, a string in single quotation marks has no escape sequences but ''.
  return mark === "'" && !/\\[n']/.test(inner) ? inner.replaceAll("''", "'") : unescaped(inner);
}

function closing(text: string, mark: string): number {
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    const isDouble = mark === "'" && text[at + 1] === mark;
    if (isDouble) at++;
    else if (!/(^|[^\\])(\\\\)*\\$/.test(text.slice(Math.max(0, at - 100), at))) return at;
  }
  return text.length;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** The escape sequences of YAML, JSON, Python and C; a backslash continues the line. */
const unescaped = (text: string): string =>
  text.replace(
    /\\(\r?\n[ \t]*|u[0-9a-f]{4}|x[0-9a-f]{2}|.)/gis,
    (_, code: string) =>
      ESCAPES[code] ??
      (/^[ux]./.test(code)
        ? String.fromCharCode(Number.parseInt(code.slice(1), 16))
        : code.replace(/^\r?\n[ \t]*/, '')),
  );
