/**
 * The page of a method has an address of its own, `#/methods/dls`: no key of a scene's fragment
 * begins like this, so that each stays what it is.
 */
const HEAD = '#/methods';

/** Id of the method whose page the fragment names, '' for the family alone; null: a scene. */
export function methodIn(fragment: string): string | null {
  if (fragment === HEAD) return '';
  return fragment.startsWith(`${HEAD}/`) ? decoded(fragment.slice(HEAD.length + 1)) : null;
}

export const methodAddress = (id: string): string =>
  id === '' ? HEAD : `${HEAD}/${encodeURIComponent(id)}`;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
