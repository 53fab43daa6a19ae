import { quoteInOneLine } from '@iklab/core/scenario/checks';
import { folderPathOf, normalizePath, resolveFileReference } from '../folder.ts';
import type { ReaderNotes } from '../readerNotes.ts';
import { readXml, type XmlElement } from '../readXml.ts';
import type { Folder } from '../robot.ts';

/**
 * Returns the path of an included file; null if not found. Tries the including file's folder (as
 * MuJoCo's code does), then the main file's (as its manual says).
 */
function findIncludedFile(folder: Folder, name: string, from: readonly string[]): string | null {
  const exact = name.startsWith('/')
    ? []
    : from.map((file) => normalizePath(folderPathOf(file) + name));
  const found = exact.find((path) => path !== null && folder.read(path) !== null);
  return found ?? resolveFileReference(folder, name, from[0] ?? '');
}

const MAX_NESTING = 8;
const MAX_DEPTH = 300;

export function expandMjcfIncludes(
  root: XmlElement,
  folder: Folder,
  notes: ReaderNotes,
): XmlElement {
  const includedFiles = new Set([root.file]);
  const expanded = (element: XmlElement, nested: number, depth: number): XmlElement => {
    if (depth > MAX_DEPTH) {
      const reason = `more than ${MAX_DEPTH} levels of nested elements, including included files`;
      notes.addFault(element, `<${element.name}>`, reason);
      return { ...element, children: [] };
    }
    const children = element.children.flatMap((child) =>
      child.name === 'include'
        ? included(child, nested, depth)
        : [expanded(child, nested, depth + 1)],
    );
    return { ...element, children };
  };
  const included = (element: XmlElement, nested: number, depth: number): readonly XmlElement[] => {
    const name = element.attributes.get('file') ?? '';
    const who = `<include> ${quoteInOneLine(name)}`;
    const file = findIncludedFile(folder, name, [element.file, root.file]);
    const refuse = (reason: string) => {
      notes.addFault(element, who, reason);
      return [];
    };
    if (file === null) return refuse('file not found; it must be loaded together with this one');
    if (includedFiles.has(file)) return refuse('a file can be included only once');
    if (nested >= MAX_NESTING) return refuse(`more than ${MAX_NESTING} levels of nested includes`);
    includedFiles.add(file);
    const read = readXml(folder.read(file) ?? '', file);
    if (!read.ok) {
      for (const fault of read.faults) notes.addFault(fault, fault.element, fault.reason);
      return [];
    }
    notes.remarks.push(...read.remarks);
    return expanded(read.value, nested + 1, depth).children;
  };
  return expanded(root, 0, 0);
}
