import { isCrowdAddress } from './crowdAddress.ts';

/**
 * Pages besides the scene, with addresses such as `#/methods/dls`, `#/studies/papers`,
 * `#study=1....` or `#crowd=1000&...`.
 */
export type PageMode = 'methods' | 'studies' | 'crowd';

/** A page besides the scene. `id`: what the page shows; '' for the first page of the mode. */
export interface PageLocation {
  readonly mode: PageMode;
  readonly id: string;
}

/** Reads the page that a fragment addresses; null if the fragment addresses a scene. */
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
