/** Studies in the address: as links, and in entries of the history where a link is too short. */

import { decodeStudyLink, encodeStudyLink, parseStudy, type Study } from '@iklab/study';
import { pageAddress } from 'iklab/document';
import { type Catalogue, isRecord, LinkFault } from 'iklab/scenario';
import { useEffect, useRef } from 'preact/hooks';
import type { Page } from '../page.ts';
import type { AddressedStudy, StudyKind } from './studyKind.ts';

/** Whether a page is named by the study that its address carries. */
export const isStudyAddress = (id: string): boolean => id.startsWith('#study=');

/** The fragment of a study; null: it is too large for one. */
export const linkOf = (study: Study, known: Catalogue): Promise<string | null> =>
  encodeStudyLink(study, known).catch((error) => {
    if (error instanceof LinkFault) return null;
    throw error;
  });

/** What an address carries, or its entry of the history; null: it carries none. */
export function carriedBy(id: string, page: Page): Promise<AddressedStudy> | null {
  const { catalogue: known } = page.desk;
  if (isStudyAddress(id)) return readLink(id, known);
  const { state } = page.scope.services.address;
  const kept = isRecord(state) ? (state.study ?? null) : null;
  return kept && Promise.resolve({ from: 'What was kept', read: parseStudy(kept, known) });
}

/** A large one takes its time: the page does what is due before anything is made of it. */
async function readLink(id: string, known: Catalogue): Promise<AddressedStudy> {
  const link = await decodeStudyLink(id, known);
  await new Promise((resolve) => setTimeout(resolve));
  return { from: 'This link', read: link.ok ? { ok: true, value: link.value.study } : link };
}

/** The same as an address that one can send. What stands in the query is a setting of this page alone. */
export async function addressOf(study: Study, page: Page): Promise<string | null> {
  const link = await linkOf(study, page.desk.catalogue);
  return link && page.scope.services.address.base + link;
}

const SETTLE = 400; // ms

/**
 * The address of a page is the study of its form, as soon as it stands. A link that has been followed
 * stays as it is until something is changed.
 */
export function useStudyAddress(page: Page, { id, address }: StudyKind): void {
  const first = useRef(true);
  const at = address?.(page);
  const { address: bar } = page.scope.services;
  useEffect(() => {
    if (!at) return;
    const here = (): boolean =>
      isStudyAddress(bar.fragment) || bar.fragment === pageAddress('studies', id);
    const followed = first.current && isStudyAddress(bar.fragment);
    first.current = false;
    if (followed) return;
    let wanted = true;
    const due = setTimeout(async () => {
      const now = here() ? at.study() : null;
      const link = now && (await linkOf(now, page.desk.catalogue));
      if (wanted && link && here()) bar.replace(null, link);
    }, SETTLE);
    return () => {
      wanted = false;
      clearTimeout(due);
    };
  }, at?.on ?? []);
}
