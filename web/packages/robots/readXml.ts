import { type SaxesAttributePlain, SaxesParser } from 'saxes';
import {
  blankInvalidXmlComments,
  decodeXml,
  HTML_PAGE_REASON,
  readXmlProlog,
} from './decodeXml.ts';
import { extractPrintedXml } from './extractPrintedXml.ts';
import { makeReadRefusal } from './readerNotes.ts';
import { refuseMergeConflicts } from './refuseMergeConflicts.ts';
import type { ReadResult, Remark, RobotFault } from './robot.ts';

/**
 * An XML element; attributes and children are in document order, and names keep their prefixes
 * (`xacro:macro`).
 */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Character data between the children of the element, joined. */
  readonly text: string;
  readonly file: string;
  readonly line: number;
}

interface OpenElement extends XmlElement {
  readonly attributes: Map<string, string>;
  readonly children: XmlElement[];
  text: string;
}

const MAX_BYTES = 8e6;
const MAX_DEPTH = 500;
const MAX_ELEMENTS = 50_000;
const MAX_ATTRIBUTES = 200_000;

/** Formats an element for faults, with its name attribute: `joint "elbow"`. */
export function formatXmlElement(element: Pick<XmlElement, 'name' | 'attributes'>): string {
  const name = element.attributes.get('name');
  return name === undefined ? element.name : `${element.name} "${shortenText(name)}"`;
}

export const shortenText = (text: string, most = 60): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

export function readXml(bytes: Uint8Array | string, file: string): ReadResult<XmlElement> {
  const refuse = (reason: string) => makeReadRefusal({ file, line: 1 }, 'document', reason);
  if (bytes.length > MAX_BYTES)
    return refuse(
      `${(bytes.length / 1e6).toFixed(1)} MB of XML; the maximum is ${MAX_BYTES / 1e6} MB`,
    );
  const decoded = typeof bytes === 'string' ? { text: bytes } : decodeXml(bytes);
  if ('reason' in decoded) return refuse(decoded.reason);
  const text = decoded.text.replace(/^\ufeff/, '');
  const dump = extractPrintedXml(text);
  const read = parseXml(dump?.text ?? text, file);
  // A conflict in a comment does no harm.
  if (!read.ok) return refuseMergeConflicts(text, file) ?? (dump?.isCut ? refuse(CUT_OFF) : read);
  if (!dump) return read;
  const remark: Remark = { ...{ file, line: 1 }, ...DUMP_REMARK, reason: dump.remark };
  return { ...read, remarks: [remark, ...read.remarks] };
}

function parseXml(written: string, file: string): ReadResult<XmlElement> {
  const prolog = readXmlProlog(written, file);
  if (prolog.fault !== null) return { ok: false, faults: [prolog.fault] };
  const notXml = explainNotXml(prolog.text);
  if (notXml !== null) return makeReadRefusal({ file, line: 1 }, 'document', notXml);
  const { text, dashes, endless } = blankInvalidXmlComments(prolog.text);
  const open = 'the comment that begins here is not closed';
  if (endless !== null) return makeReadRefusal({ file, line: endless }, 'document', open);
  const dashRemarks: Remark[] = dashes === null ? [] : [{ ...DASHES_REMARK, file, line: dashes }];
  return new XmlReader(file, [...prolog.remarks, ...dashRemarks]).read(text);
}

function explainNotXml(text: string): string | null {
  const start = text.slice(0, 4096).trim();
  if (start === '' && text.trim() === '') return 'the file is empty';
  if (start.startsWith('<') || start === '') return null;
  return `not an XML file: must begin with "<"; got ${JSON.stringify(shortenText(start, 24))}`;
}

const CUT_OFF =
  'the printed XML is cut off at "..."; print all of it, for example with ros2 topic echo --full-length';
const DUMP_REMARK = { element: 'document', kind: 'changed', grave: false } as const;

const DASHES_REMARK: Omit<Remark, 'file' | 'line'> = {
  element: 'comment',
  reason: '"--" is not allowed in a comment; the comment is read up to the next "-->"',
  kind: 'changed',
  grave: false,
};

class XmlError extends Error {
  readonly fault: RobotFault;
  constructor(fault: RobotFault) {
    super(fault.reason);
    this.fault = fault;
  }
}

class XmlReader {
  private readonly parser = new SaxesParser();
  private readonly open: OpenElement[] = [];
  private readonly remarks: readonly Remark[];
  private readonly file: string;
  private root: XmlElement | null = null;
  private closed: XmlElement | undefined;
  private source = '';
  private elements = 0;
  private attributes = 0;

  constructor(file: string, remarks: readonly Remark[]) {
    this.file = file;
    this.remarks = remarks;
    this.parser.on('opentagstart', ({ name }) => this.startElement(name));
    this.parser.on('attribute', (attribute) => this.attribute(attribute));
    this.parser.on('closetag', () => this.endElement());
    this.parser.on('text', (text) => this.text(text));
    this.parser.on('cdata', (text) => this.text(text));
    this.parser.on('doctype', () => this.refuse('document types and entities are not supported'));
    this.parser.on('error', (error) => this.onParserError(error.message));
  }

  read(text: string): ReadResult<XmlElement> {
    this.source = text;
    try {
      this.parser.write(text).close();
    } catch (error) {
      if (error instanceof XmlError) return { ok: false, faults: [error.fault] };
      throw error;
    }
    const root = this.root as XmlElement;
    if (root.name.toLowerCase() !== 'html') return { ok: true, value: root, remarks: this.remarks };
    return {
      ok: false,
      faults: [{ file: this.file, line: root.line, element: 'html', reason: HTML_PAGE_REASON }],
    };
  }

  private startElement(name: string): void {
    if (this.open.length >= MAX_DEPTH)
      this.refuse(`more than ${MAX_DEPTH} levels of nested elements`);
    if (++this.elements > MAX_ELEMENTS) this.refuse(`more than ${MAX_ELEMENTS} elements`);
    const { file } = this;
    const element: OpenElement = {
      name,
      attributes: new Map(),
      children: [],
      text: '',
      file,
      line: this.currentLine(),
    };
    this.open.at(-1)?.children.push(element);
    this.root ??= element;
    this.open.push(element);
  }

  private attribute({ name, value }: SaxesAttributePlain): void {
    const attributes = this.open.at(-1)?.attributes;
    if (++this.attributes > MAX_ATTRIBUTES) this.refuse(`more than ${MAX_ATTRIBUTES} attributes`);
    if (attributes?.has(name)) this.refuse(`the attribute ${name} is set twice`);
    attributes?.set(name, value);
  }

  private endElement(): void {
    this.closed = this.open.pop();
  }

  private text(text: string): void {
    const element = this.open.at(-1);
    if (element) element.text += text;
  }

  /**
   * Returns the line of the parser's current event. The parser is one character ahead, maybe on the
   * next line.
   */
  private currentLine(): number {
    return this.parser.line - (this.parser.columnIndex === 0 ? 1 : 0);
  }

  private onParserError(message: string): void {
    const reason = message.replace(/^(.*?:)?\d+:\d+: /, '').replace(/\.$/, '');
    this.refuse(this.explainError(reason));
  }

  private explainError(reason: string): string {
    const stray = /^unmatched closing tag: (.*)$/.exec(reason)?.[1];
    if (stray !== undefined) return `</${stray}> has no opening tag`;
    // The parser closes the element before it compares the names.
    if (reason.startsWith('unclosed tag')) this.checkAmpersands();
    const open = reason === 'unexpected close tag' ? this.closed : this.open.at(-1);
    if (open && /^un(expected close|closed) tag/.test(reason))
      return `<${open.name}> in line ${open.line} is not closed`;
    return `not well-formed XML: ${ERROR_TEXTS.get(reason) ?? reason}`;
  }

  /**
   * Adds a fault for a bare `&`. Otherwise the parser would seek its semicolon and report another
   * element.
   */
  private checkAmpersands(): void {
    const bare = this.source.search(/&(?!#?\w+;)/);
    if (bare < 0) return;
    const line = this.source.slice(0, bare).split('\n').length;
    const reason = 'not well-formed XML: an unescaped &; write it as &amp;';
    throw new XmlError({ file: this.file, line, element: 'text', reason });
  }

  private location(element: string) {
    return { file: this.file, line: Math.max(1, this.currentLine()), element };
  }

  private refuse(reason: string): never {
    const element = this.open.at(-1);
    throw new XmlError({
      ...this.location(element ? formatXmlElement(element) : 'document'),
      reason,
    });
  }
}

const ERROR_TEXTS: ReadonlyMap<string, string> = new Map([
  ['text data outside of root node', 'text outside the root element'],
  ['documents may contain only one root', 'a second root element; only one is allowed'],
  ['document must contain a root element', 'the root element is missing or incomplete'],
  ['unquoted attribute value', 'an attribute value without quotes'],
  ['attribute without value', 'an attribute without a value'],
  ['undefined entity', 'an undefined entity; write & as &amp;'],
  ['disallowed character in entity name', 'an unescaped &; write it as &amp;'],
  ['unexpected end', 'unexpected end of file'],
]);
