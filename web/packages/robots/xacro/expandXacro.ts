/** Expands a xacro file into a plain description, as ros/xacro does. */
import { fileNameOf } from '../folder.ts';
import type { Folder, Read, RobotFault } from '../robot.ts';
import { elementTitle, readXml, type XmlElement } from '../xml.ts';
import { argumentOffers } from './argumentOffers.ts';
import { PythonError } from './pythonValues.ts';
import { Expansion } from './xacroExpansion.ts';
import { FileRefused } from './xacroFiles.ts';
import { XacroMistake } from './xacroMistake.ts';
import { type DeclaredArgument, XacroState } from './xacroState.ts';

export interface Expanded {
  readonly root: XmlElement;
  /** Arguments of all files that were read, in the order of their declaration. */
  readonly args: readonly DeclaredArgument[];
  readonly files: readonly string[];
}

/** `args`: values of declared arguments, by name. */
export function expandXacro(
  folder: Folder,
  file: string,
  args: ReadonlyMap<string, string> = new Map(),
): Read<Expanded> {
  const state = new XacroState(folder, args);
  try {
    const root = new Expansion(state).whole(file);
    for (const name of state.unusedArguments())
      state.remark(`unknown argument "${name}"; ignored`, { element: 'arguments' });
    const declared = offered(folder, state.declared.values());
    const value = { root, args: declared, files: [...state.files.read] };
    return { ok: true, value, remarks: state.remarks };
  } catch (error) {
    if (error instanceof FileRefused) return { ok: false, faults: error.faults };
    return { ok: false, faults: [faultOf(error, state, file)] };
  }
}

/**
 * Returns the declared arguments, also if the expansion fails: a missing argument may be the cause.
 */
export function xacroArguments(
  folder: Folder,
  file: string,
  args: ReadonlyMap<string, string> = new Map(),
): DeclaredArgument[] {
  const state = new XacroState(folder, args);
  try {
    new Expansion(state).whole(file);
  } catch {
    // Those declared before the failure, and the remaining ones of the file itself.
    const read = readXml(folder.read(file) ?? '', file);
    if (read.ok) for (const each of written(read.value)) state.declared.set(each.name, each);
  }
  return offered(folder, state.declared.values());

  function written(element: XmlElement): DeclaredArgument[] {
    const name = element.name === 'xacro:arg' ? element.attributes.get('name') : undefined;
    const below = element.children.flatMap(written);
    if (name === undefined || state.declared.has(name)) return below;
    const { file, line, attributes } = element;
    return [{ name, default: attributes.get('default') ?? null, file, line }, ...below];
  }
}

const offered = (folder: Folder, declared: Iterable<DeclaredArgument>): DeclaredArgument[] =>
  [...declared].map((each) => {
    const offers = argumentOffers(folder).get(each.name);
    return offers ? { ...each, offers } : each;
  });

function faultOf(error: unknown, state: XacroState, file: string): RobotFault {
  const said = error instanceof XacroMistake || error instanceof PythonError ? error.message : null;
  if (said === null && !(error instanceof RangeError)) throw error;
  const { here } = state;
  const what = said ?? 'nested too deeply';
  const missing = state.files.missing.slice(0, 3).map((each) => `; the file "${each}" is missing`);
  return {
    file: here.file || file,
    line: here.line,
    element: elementTitle(here),
    reason: `${what}${calledFrom(state)}${missing.join('')}`,
  };
}

/** The innermost macro, and where the opened file calls the outermost one. */
function calledFrom({ calls }: XacroState): string {
  const [outer, inner] = [calls[0], calls.at(-1)];
  if (!outer || !inner) return '';
  const { file, line } = outer.at;
  return `, in macro "${inner.macro.name}", called from ${fileNameOf(file)}:${line}`;
}
