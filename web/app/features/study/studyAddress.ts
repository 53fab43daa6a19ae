/** Studies in the address: as links, and in entries of the history where a link is too short. */

import {
  type AnyStudy,
  decodeAnyStudyLink,
  encodeStudyLink,
  inCurrentVersion,
  type OpenedStudy,
  parseAnyStudy,
  studyVersionNote,
} from '@iklab/study';
import { olderVersionNotice, UPGRADE } from 'iklab/document';
import { type Catalogue, isRecord, LinkFault, type Result } from 'iklab/scenario';
import { nextTask } from 'iklab/time';
import type { Page } from '../../page.ts';

/** What the address carries: a link, or what its entry of the history keeps. */
export interface AddressedStudy {
  readonly from: 'This link' | 'The stored study';
  readonly read: Result<AnyStudy>;
}

/** Whether a page is named by the study that its address carries. */
export const isStudyAddress = (id: string): boolean => id.startsWith('#study=');

/** The fragment of a study; null: it is too large for one. */
export const linkOf = (study: AnyStudy, known: Catalogue): Promise<string | null> =>
  encodeStudyLink(study, known).catch((error) => {
    if (error instanceof LinkFault) return null;
    throw error;
  });

/** What an address carries, or its entry of the history; null: it carries none. */
export function studyInAddress(id: string, page: Page): Promise<AddressedStudy> | null {
  const { catalogue: known } = page.doc;
  if (isStudyAddress(id)) return readLink(id, page);
  const { state } = page.scope.services.address;
  const kept = isRecord(state) ? (state.study ?? null) : null;
  if (!kept) return null;
  const reading = page.doc.withFormulas(() => parseAnyStudy(kept, known));
  return reading.then((read) => ({ from: 'The stored study', read }));
}

/** A large one takes its time: the page does what is due before anything is made of it. */
async function readLink(id: string, page: Page): Promise<AddressedStudy> {
  const { doc } = page;
  const link = await doc.withFormulas(() => decodeAnyStudyLink(id, doc.catalogue));
  await nextTask();
  if (link.ok) noteVersion(link.value, id, page);
  return { from: 'This link', read: link.ok ? { ok: true, value: link.value.study } : link };
}

/** Of a link of version 1 with defaults that version 2 changes: says so, and offers it in version 2. */
function noteVersion({ study, document }: OpenedStudy<AnyStudy>, fragment: string, page: Page) {
  const { doc, scope } = page;
  const note = studyVersionNote(document, doc.catalogue, UPGRADE);
  if (note === null) return;
  doc.notice.value = olderVersionNotice(note, {
    fragment,
    upgraded: () => linkOf(inCurrentVersion(study), doc.catalogue),
    write: (text) => scope.services.address.replace(null, text),
    show: (notice) => {
      doc.notice.value = notice;
    },
  });
}

/** The same as an address that one can send. What stands in the query is a setting of this page alone. */
export async function addressOf(study: AnyStudy, page: Page): Promise<string | null> {
  const link = await linkOf(study, page.doc.catalogue);
  return link && page.scope.services.address.base + link;
}
