/** `<xacro:include>`: reads other files, optionally into a namespace. */
import { folderPathOf, normalPath } from '../folder.ts';
import type { XmlElement } from '../xml.ts';
import { str } from './pythonValues.ts';
import {
  type Expander,
  type ExpansionContext,
  type MadeElement,
  neededText,
  truthIn,
} from './xacroExpander.ts';
import { XacroMistake } from './xacroMistake.ts';
import type { XacroState } from './xacroState.ts';

export function includeFiles(
  element: XmlElement,
  into: MadeElement,
  within: ExpansionContext,
  expander: Expander,
): void {
  const { state } = expander;
  const wanted = neededText(element, 'filename', within, expander);
  const space = element.attributes.get('ns');
  const inner = space === undefined ? within : inSpace(space, within, element, state);
  const mayMiss = truthIn(element, 'optional', within, expander) ?? false;
  for (const file of matchingFiles(wanted, state)) {
    const document = included(file, mayMiss, state);
    if (document === null) continue;
    expander.deeper(() => {
      state.files.stack.push(document.file);
      expander.content(document, into, { ...inner, document });
      state.files.stack.pop();
    });
  }
}

/** A missing file may contain only what other programs need; the expansion continues without it. */
function included(file: string, mayMiss: boolean, state: XacroState): XmlElement | null {
  const { files } = state;
  if (files.located(file) !== null) return files.document(file);
  if (mayMiss) return null;
  if (files.likes(file).length > 1) throw new XacroMistake(files.missingFile(file));
  state.remark(files.missingFile(file), { grave: true, kind: 'left-out' });
  files.missing.push(file);
  return null;
}

function inSpace(
  written: string,
  within: ExpansionContext,
  element: XmlElement,
  state: XacroState,
): ExpansionContext {
  const name = str(state.text(written, within.scope));
  const scope = within.scope.within();
  within.scope.set(name, scope.asNamespace(name), false, element);
  return { ...within, scope, macros: within.macros.space(name) };
}

const MAX_STARS = 8;

/** Expands the wildcards `*`, `?` and `[...]` to existing files. */
function matchingFiles(wanted: string, state: XacroState): readonly string[] {
  if (!/[*?[]/.test(wanted) || wanted.split('*').length > MAX_STARS) return [wanted];
  const path = normalPath(
    wanted.startsWith('/') ? wanted : folderPathOf(state.files.current()) + wanted,
  );
  const pattern = (path ?? '')
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
    .replaceAll('[!', '[^');
  const found = path === null ? [] : state.files.paths().filter((each) => matches(each, pattern));
  if (found.length === 0) state.remark(`no file matches "${wanted}"`);
  return found.map((each) => `/${each}`);
}

function matches(path: string, pattern: string): boolean {
  try {
    return new RegExp(`^${pattern}$`).test(path);
  } catch {
    return false;
  }
}
