import { describe, expect, test } from 'vitest';
import { HTML_PAGE_REASON } from './decodeXml.ts';
import { formatXmlElement, readXml, type XmlElement } from './readXml.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string, little: boolean) =>
  Uint8Array.from(
    [...text].flatMap((letter) => {
      const code = letter.charCodeAt(0);
      return little ? [code & 255, code >> 8] : [code >> 8, code & 255];
    }),
  );

function read(source: Uint8Array | string) {
  const read = readXml(source, 'arm.urdf');
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read;
}

const rootOf = (source: Uint8Array | string): XmlElement => read(source).value;

function faultOf(source: Uint8Array | string) {
  const read = readXml(source, 'arm.urdf');
  if (read.ok) throw new Error('it was taken');
  expect(read.faults).toHaveLength(1);
  const [fault] = read.faults;
  expect(fault?.file).toBe('arm.urdf');
  return `${fault?.line} ${fault?.element}: ${fault?.reason}`;
}

describe('the content of a document', () => {
  test('elements have line numbers, wherever their tag breaks', () => {
    const root = rootOf('<a>\n<b/>\r\n<c\n  x="1"\n/>\n</a>');
    expect(root.children.map(({ name, line }) => [name, line])).toEqual([
      ['b', 2],
      ['c', 3],
    ]);
  });

  test('names keep unbound prefixes, and attributes may have any name', () => {
    const root = rootOf('<r><xacro:macro name="m"/><l __proto__="x" constructor="y"/></r>');
    expect(root.children[0]?.name).toBe('xacro:macro');
    expect([...(root.children[1]?.attributes ?? [])]).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });

  test('text is joined around children, with CDATA and without comments', () => {
    const root = rootOf('<a>x<b/>y<!-- no --><![CDATA[<z>]]><?pi data?></a>');
    expect(root.text).toBe('xy<z>');
    expect(root.children).toHaveLength(1);
  });

  test('the title of an element has its name', () => {
    expect(formatXmlElement(rootOf('<joint name="elbow"/>'))).toBe('joint "elbow"');
    expect(formatXmlElement(rootOf('<origin/>'))).toBe('origin');
  });
});

describe('encodings', () => {
  const text = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a n="é"/>`;

  test.each([
    ['UTF-8 with a byte order mark', utf8(`\ufeff${text('UTF-8')}`)],
    ['UTF-8 by default', utf8('<a n="é"/>')],
    ['Latin-1', latin1(text('ISO-8859-1'))],
    ['UTF-16 LE with a byte order mark', utf16(`\ufeff${text('UTF-16')}`, true)],
    ['UTF-16 BE with a byte order mark', utf16(`\ufeff${text('UTF-16')}`, false)],
    ['UTF-16 LE', utf16(text('UTF-16'), true)],
  ])('%s', (_, bytes) => {
    expect(rootOf(bytes).attributes.get('n')).toBe('é');
  });

  test('bytes that are invalid in the encoding, and unknown encodings, are rejected', () => {
    expect(faultOf(latin1('<a n="é"/>'))).toBe('1 document: some bytes are not valid UTF-8');
    expect(faultOf(latin1(text('klingon')))).toContain('unknown encoding "klingon"');
  });
});

describe('reads with a remark', () => {
  const remarkOf = (source: string) => {
    const { value, remarks } = read(source);
    expect(remarks).toHaveLength(1);
    return [value.line, remarks[0]?.line, remarks[0]?.reason];
  };

  test('a declaration that is not first, keeping the line numbers', () => {
    const reason = 'must be at the start of the file; it is ignored';
    expect(remarkOf('<!-- c -->\n<?xml version="1.0"?>\n<a/>')).toEqual([3, 2, reason]);
    expect(remarkOf('\n<?xml version="1.0"\n?>\n<a/>')).toEqual([4, 2, reason]);
  });

  test('a misspelt declaration', () => {
    const reason = '"<?xml verison="1.0"?>" is not a valid XML declaration; it is ignored';
    expect(remarkOf('<?xml verison="1.0"?>\n<a/>')).toEqual([2, 1, reason]);
  });

  test('dashes within comments, reported once', () => {
    const [, line, reason] = remarkOf('<a>\n<!-- <!-- a --> <!-- -- -- b -->\n</a>');
    expect([line, reason]).toEqual([
      2,
      '"--" is not allowed in a comment; the comment is read up to the next "-->"',
    ]);
  });

  test('but without a remark if the document is well-formed', () => {
    expect(read('<?xml version="1.0" encoding="utf-8"?>\n<!-- c --><a/>').remarks).toEqual([]);
  });
});

describe('rejects', () => {
  test.each([
    ['', '1 document: the file is empty'],
    [' \n ', '1 document: the file is empty'],
    ['hello', '1 document: not an XML file: must begin with "<"; got "hello"'],
    ['<!DOCTYPE html><html/>', `1 DOCTYPE: ${HTML_PAGE_REASON}`],
    ['<html/>', `1 html: ${HTML_PAGE_REASON}`],
    [
      '<?xml version="1.0"?>\n<!DOCTYPE r [<!ENTITY a "b">]><r/>',
      '2 DOCTYPE: document types and entities are not supported',
    ],
    ['<a>\n<b>\n</a>', '3 a: <b> in line 2 is not closed'],
    ['<a>\n<b>', '2 b: <b> in line 2 is not closed'],
    ['</a>', '1 document: </a> has no opening tag'],
    ['<a n="1" n="2"/>', '1 a: the attribute n is set twice'],
    ['<a/><b/>', '1 b: not well-formed XML: a second root element; only one is allowed'],
    ['<a>\n&nbsp;</a>', '2 a: not well-formed XML: an undefined entity; write & as &amp;'],
    ['<a>\nR & D</a>', '2 text: not well-formed XML: an unescaped &; write it as &amp;'],
    ['<a>\n<!-- b -- c ->\n</a>', '2 document: the comment that begins here is not closed'],
    ['<a b=c/>', '1 a: not well-formed XML: an attribute value without quotes'],
    ['<a/>hello', '1 document: not well-formed XML: text outside the root element'],
    ['<a', '1 document: not well-formed XML: the root element is missing or incomplete'],
  ])('%j', (source, fault) => {
    expect(faultOf(source)).toBe(fault);
  });

  test('too much depth, size or too many elements', () => {
    const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    expect(read(nested(500)).ok).toBe(true);
    expect(faultOf(nested(5000))).toContain('more than 500 levels of nested elements');
    expect(faultOf(`<a>${' '.repeat(8e6)}</a>`)).toContain('8.0 MB of XML; the maximum is 8 MB');
    expect(faultOf(`<a>${'<b/>'.repeat(50_000)}</a>`)).toContain('more than 50000 elements');
  });
});
