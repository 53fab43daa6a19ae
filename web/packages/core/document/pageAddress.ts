import { isCrowdAddress } from './crowdAddress.ts';

/**
 * Kinds of pages other than the scene, with addresses such as `#/methods/dls`, `#/studies/papers`
 * or `#crowd=1000&...`; a study in a link has `#study=1....`.
 */
export type PageMode = 'methods' | 'studies' | 'crowd';

/**
 * A page other than the scene; `id` names what it shows and is '' for the first page of its mode.
 */
export interface PageLocation {
  readonly mode: PageMode;
  readonly id: string;
}

/** Reads the page that a fragment addresses; null if the fragment is that of a scene. */
export function readPageAddress(fragment: string): PageLocation | null {
  if (fragment.startsWith('#study=')) return { mode: 'studies', id: fragment };
  if (isCrowdAddress(fragment)) return { mode: 'crowd', id: fragment };
  const [, mode, id = ''] = /^#\/(methods|studies)(?:\/(.*))?$/.exec(fragment) ?? [];
  return mode === undefined ? null : { mode: mode as PageMode, id: decodeText(id) };
}

/**
 * Returns whether a fragment addresses a page that does not exist; fragments of scenes never begin
 * with `#/`.
 */
export const isUnknownPage = (fragment: string): boolean =>
  fragment.startsWith('#/') && readPageAddress(fragment) === null;

export const pageAddress = (mode: Exclude<PageMode, 'crowd'>, id = ''): string =>
  id === '' ? `#/${mode}` : `#/${mode}/${encodeURIComponent(id)}`;

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
