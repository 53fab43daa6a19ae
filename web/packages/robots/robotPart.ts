/** Why a description without links is no robot: most such files are parts of one. */
import { firstNames } from './notes.ts';
import type { XmlElement } from './xml.ts';

const MACRO = /^(xacro:)?macro$/;
const WITH = 'drop the file that includes it, together with this one';

export function explainNoLinks(root: XmlElement): string {
  const missing = 'must have at least one link';
  const included = root.children.find(({ name }) => name === 'xi:include');
  if (included) return `${missing}; <xi:include> (line ${included.line}) is not supported`;
  const macros = root.children
    .filter(({ name }) => MACRO.test(name))
    .map(({ attributes }) => attributes.get('name') ?? '');
  if (macros.length === 0) return `${missing}; if it is a part of a robot, ${WITH}`;
  return `${missing}; it only defines the macro${macros.length > 1 ? 's' : ''} ${firstNames(macros)}; ${WITH}`;
}
