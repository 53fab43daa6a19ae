import { folderPathOf, normalizePath } from '../folder.ts';
import type { XmlElement } from '../readXml.ts';
import { toPythonStr } from './pythonValues.ts';
import { XacroError } from './xacroError.ts';
import {
  evaluateXacroAttribute,
  evaluateXacroCondition,
  type XacroElementBuilder,
  type XacroExpander,
  type XacroExpansionContext,
} from './xacroExpander.ts';
import type { XacroState } from './xacroState.ts';

export function includeXacroFiles(
  element: XmlElement,
  into: XacroElementBuilder,
  context: XacroExpansionContext,
  expander: XacroExpander,
): void {
  const { state } = expander;
  const wanted = evaluateXacroAttribute(element, 'filename', context, expander);
  const space = element.attributes.get('ns');
  const inner =
    space === undefined ? context : makeNamespaceContext(space, context, element, state);
  const mayMiss = evaluateXacroCondition(element, 'optional', context, expander) ?? false;
  for (const file of findMatchingFiles(wanted, state)) {
    const document = readIncluded(file, mayMiss, state);
    if (document === null) continue;
    expander.runNested(() => {
      state.files.stack.push(document.file);
      expander.expandContent(document, into, { ...inner, document });
      state.files.stack.pop();
    });
  }
}

/**
 * Returns null if the file is missing. Adds no remark if `mayMiss`: only other programs may need
 * the file. Throws if several existing files have similar names.
 */
function readIncluded(file: string, mayMiss: boolean, state: XacroState): XmlElement | null {
  const { files } = state;
  if (files.locate(file) !== null) return files.readDocument(file);
  if (mayMiss) return null;
  if (files.findSimilar(file).length > 1) throw new XacroError(files.explainMissing(file));
  state.addRemark(files.explainMissing(file), { grave: true, kind: 'left-out' });
  files.missingFiles.push(file);
  return null;
}

function makeNamespaceContext(
  written: string,
  context: XacroExpansionContext,
  element: XmlElement,
  state: XacroState,
): XacroExpansionContext {
  const name = toPythonStr(state.evaluateText(written, context.scope));
  const scope = context.scope.nested();
  context.scope.set(name, scope.asNamespace(name), false, element);
  return { ...context, scope, macros: context.macros.addNamespace(name) };
}

const MAX_WILDCARDS = 8;

function findMatchingFiles(wanted: string, state: XacroState): readonly string[] {
  if (!/[*?[]/.test(wanted) || wanted.split('*').length > MAX_WILDCARDS) return [wanted];
  const path = normalizePath(
    wanted.startsWith('/') ? wanted : folderPathOf(state.files.currentFile()) + wanted,
  );
  const pattern = (path ?? '')
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
    .replaceAll('[!', '[^');
  const found =
    path === null ? [] : state.files.allPaths().filter((each) => matches(each, pattern));
  if (found.length === 0) state.addRemark(`no file matches "${wanted}"`);
  return found.map((each) => `/${each}`);
}

function matches(path: string, pattern: string): boolean {
  try {
    return new RegExp(`^${pattern}$`).test(path);
  } catch {
    return false;
  }
}
