/** Studies in the address: as links, and in entries of the history where a link is too short. */

import { decodeStudyLink, encodeStudyLink, type OpenedStudy, type Study } from '@iklab/study';
import { pageAddress } from 'iklab/document';
import { type Catalogue, isRecord, LinkFault, type Result } from 'iklab/scenario';
import { useEffect, useRef } from 'preact/hooks';

/** Whether a page is named by the study that its address carries. */
export const isStudyAddress = (id: string): boolean => id.startsWith('#study=');

/** The fragment of a study; null: it is too large for one. */
export const linkOf = (study: Study, known: Catalogue): Promise<string | null> =>
  encodeStudyLink(study, known).catch((error) => {
    if (error instanceof LinkFault) return null;
    throw error;
  });

let decoded: { readonly id: string; readonly link: Promise<Result<OpenedStudy>> } | null = null;

/** What a fragment carries; the one that was asked for last is read once. */
export function studyOfLink(id: string, known: Catalogue): Promise<Result<OpenedStudy>> {
  if (decoded?.id !== id) decoded = { id, link: readLink(id, known) };
  return decoded.link;
}

/** A large one takes its time: the page does what is due before anything is made of it. */
async function readLink(id: string, known: Catalogue): Promise<Result<OpenedStudy>> {
  const link = await decodeStudyLink(id, known);
  await new Promise((resolve) => setTimeout(resolve));
  return link;
}

/** The same as an address that one can send. What stands in the query is a setting of this page alone. */
export async function addressOf(study: Study, known: Catalogue): Promise<string | null> {
  const link = await linkOf(study, known);
  return link && `${location.origin}${location.pathname}${link}`;
}

/** A study that no link can hold waits in the entry of the history. */
export const studyHere = (): unknown => {
  const state: unknown = history.state;
  return isRecord(state) ? (state.study ?? null) : null;
};

const SETTLE = 400; // ms

/**
 * The address of a page is the study that it shows, as soon as it stands. A link that has been followed
 * stays as it is until something is changed.
 */
export function useStudyAddress(
  page: string,
  study: () => Study | null,
  known: Catalogue,
  on: readonly unknown[],
): void {
  const first = useRef(true);
  useEffect(() => {
    const here = (): boolean =>
      isStudyAddress(location.hash) || location.hash === pageAddress('studies', page);
    const followed = first.current && isStudyAddress(location.hash);
    first.current = false;
    if (followed) return;
    let wanted = true;
    const due = setTimeout(async () => {
      const now = here() ? study() : null;
      const link = now && (await linkOf(now, known));
      if (wanted && link && here()) history.replaceState(null, '', link);
    }, SETTLE);
    return () => {
      wanted = false;
      clearTimeout(due);
    };
  }, on);
}
