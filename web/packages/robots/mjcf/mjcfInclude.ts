/** Expands the includes of an MJCF file. */
import { quote } from 'iklab/scenario';
import { folderPathOf, normalPath, resolveFile } from '../folder.ts';
import type { Notes } from '../notes.ts';
import type { Folder } from '../robot.ts';
import { readXml, type XmlElement } from '../xml.ts';

/**
 * MuJoCo's documentation resolves a name relative to the main file, its code relative to the
 * including one.
 */
function includedFile(folder: Folder, name: string, from: readonly string[]): string | null {
  const exact = name.startsWith('/')
    ? []
    : from.map((file) => normalPath(folderPathOf(file) + name));
  const found = exact.find((path) => path !== null && folder.read(path) !== null);
  return found ?? resolveFile(folder, name, from[0] ?? '');
}

const MOST_NESTED = 8;
const DEEPEST = 300;

/** Replaces each `<include>` by the children of the root element of that file. */
export function withIncludes(root: XmlElement, folder: Folder, notes: Notes): XmlElement {
  const seen = new Set([root.file]);
  const expanded = (element: XmlElement, nested: number, depth: number): XmlElement => {
    if (depth > DEEPEST) {
      const reason = `more than ${DEEPEST} levels of nested elements, including included files`;
      notes.fault(element, `<${element.name}>`, reason);
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
    const who = `<include> ${quote(name)}`;
    const file = includedFile(folder, name, [element.file, root.file]);
    const refuse = (reason: string) => {
      notes.fault(element, who, reason);
      return [];
    };
    if (file === null) return refuse('file not found; it must be loaded together with this one');
    if (seen.has(file)) return refuse('a file can be included only once');
    if (nested >= MOST_NESTED) return refuse(`more than ${MOST_NESTED} levels of nested includes`);
    seen.add(file);
    const read = readXml(folder.read(file) ?? '', file);
    if (!read.ok) {
      for (const fault of read.faults) notes.fault(fault, fault.element, fault.reason);
      return [];
    }
    notes.remarks.push(...read.remarks);
    return expanded(read.value, nested + 1, depth).children;
  };
  return expanded(root, 0, 0);
}
