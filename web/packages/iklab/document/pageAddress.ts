import { isCrowdAddress } from './crowdAddress.ts';

/**
 * Pages beside the scene have addresses of their own, `#/methods/dls` and `#/studies/papers`: no key
 * of a scene's fragment begins like this, so that each stays what it is. A study that a link carries
 * is `#study=1.…`, a crowd `#crowd=1000&…`.
 */
export type Mode = 'methods' | 'studies' | 'crowd';

/** A page beside the scene; id: '' for the first of its mode. */
export interface PageAt {
  readonly mode: Mode;
  readonly id: string;
}

/** What the fragment names; null: a scene. */
export function pageAt(fragment: string): PageAt | null {
  if (fragment.startsWith('#study=')) return { mode: 'studies', id: fragment };
  if (isCrowdAddress(fragment)) return { mode: 'crowd', id: fragment };
  const [, mode, id = ''] = /^#\/(methods|studies)(?:\/(.*))?$/.exec(fragment) ?? [];
  return mode === undefined ? null : { mode: mode as Mode, id: decoded(id) };
}

/** Whether a fragment names a page that does not exist: no scene begins like this. */
export const isUnknownPage = (fragment: string): boolean =>
  fragment.startsWith('#/') && pageAt(fragment) === null;

/** The fragment of a page beside the scene. */
export const pageAddress = (mode: Exclude<Mode, 'crowd'>, id = ''): string =>
  id === '' ? `#/${mode}` : `#/${mode}/${encodeURIComponent(id)}`;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
