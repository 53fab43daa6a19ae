import { fileNameOf } from '../folder.ts';
import { formatXmlElement, readXml, type XmlElement } from '../readXml.ts';
import type { Folder, ReadResult, RobotFault } from '../robot.ts';
import { findXacroArgumentCandidates } from './findXacroArgumentCandidates.ts';
import { PythonError } from './pythonValues.ts';
import { XacroError } from './xacroError.ts';
import { XacroExpansion } from './xacroExpansion.ts';
import { XacroFileError } from './xacroFiles.ts';
import { type DeclaredXacroArgument, XacroState } from './xacroState.ts';

export interface ExpandedXacro {
  readonly root: XmlElement;
  readonly args: readonly DeclaredXacroArgument[];
  readonly files: readonly string[];
}

export function expandXacro(
  folder: Folder,
  file: string,
  args: ReadonlyMap<string, string> = new Map(),
): ReadResult<ExpandedXacro> {
  const state = new XacroState(folder, args);
  try {
    const root = new XacroExpansion(state).expandFile(file);
    for (const name of state.unusedArguments())
      state.addRemark(`unknown argument "${name}"; ignored`, { element: 'arguments' });
    const declared = withOffers(folder, state.declared.values());
    const value = { root, args: declared, files: [...state.files.read] };
    return { ok: true, value, remarks: state.remarks };
  } catch (error) {
    if (error instanceof XacroFileError) return { ok: false, faults: error.faults };
    return { ok: false, faults: [makeFault(error, state, file)] };
  }
}

/** Returns the arguments even if the expansion fails: a missing argument may be the cause. */
export function listXacroArguments(
  folder: Folder,
  file: string,
  args: ReadonlyMap<string, string> = new Map(),
): DeclaredXacroArgument[] {
  const state = new XacroState(folder, args);
  try {
    new XacroExpansion(state).expandFile(file);
  } catch {
    // Those declared before the failure, and the remaining ones of the file itself.
    const read = readXml(folder.read(file) ?? '', file);
    if (read.ok) for (const each of written(read.value)) state.declared.set(each.name, each);
  }
  return withOffers(folder, state.declared.values());

  function written(element: XmlElement): DeclaredXacroArgument[] {
    const name = element.name === 'xacro:arg' ? element.attributes.get('name') : undefined;
    const below = element.children.flatMap(written);
    if (name === undefined || state.declared.has(name)) return below;
    const { file, line, attributes } = element;
    return [{ name, default: attributes.get('default') ?? null, file, line }, ...below];
  }
}

const withOffers = (
  folder: Folder,
  declared: Iterable<DeclaredXacroArgument>,
): DeclaredXacroArgument[] =>
  [...declared].map((each) => {
    const offers = findXacroArgumentCandidates(folder).get(each.name);
    return offers ? { ...each, offers } : each;
  });

function makeFault(error: unknown, state: XacroState, file: string): RobotFault {
  const knownMessage =
    error instanceof XacroError || error instanceof PythonError ? error.message : null;
  if (knownMessage === null && !(error instanceof RangeError)) throw error;
  const { currentElement: element } = state;
  const message = knownMessage ?? 'nested too deeply';
  const missingHints = state.files.missingFiles
    .slice(0, 3)
    .map((each) => `; the file "${each}" is missing`);
  return {
    file: element.file || file,
    line: element.line,
    element: formatXmlElement(element),
    reason: `${message}${formatCallSite(state)}${missingHints.join('')}`,
  };
}

/**
 * Formats the place of an error as the end of its message: the innermost macro, and the line of the
 * outermost call; '' outside macros.
 */
function formatCallSite({ calls }: XacroState): string {
  const [outer, inner] = [calls[0], calls.at(-1)];
  if (!outer || !inner) return '';
  const { file, line } = outer.element;
  return `, in macro "${inner.macro.name}", called from ${fileNameOf(file)}:${line}`;
}
