/**
 * Studies in the address: as links, or in the state of the history entry if too large for a link.
 */

import { olderVersionNotice, UPGRADE_BUTTON_LABEL } from '@iklab/core/document';
import type { Result } from '@iklab/core/scenario';
import { isRecord } from '@iklab/core/scenario/checks';
import { LinkTooLongError } from '@iklab/core/scenario/link/encodeLink';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { waitForNextTask } from '@iklab/core/time';
import {
  decodeAnyStudyLink,
  encodeStudyLink,
  type StudyFromLink,
  studyVersionNote,
} from '@iklab/study/document';
import { type AnyStudy, parseAnyStudy, studyInCurrentVersion } from '@iklab/study/follow';
import type { Page } from '../../page.ts';

export interface StudyFromUrl {
  readonly from: 'This link' | 'The stored study';
  readonly read: Result<AnyStudy>;
}

export const isStudyAddress = (id: string): boolean => id.startsWith('#study=');

/** Returns a fragment of the address; null if the study is too large for a link. */
export const makeStudyLink = (study: AnyStudy, catalogue: Catalogue): Promise<string | null> =>
  encodeStudyLink(study, catalogue).catch((error) => {
    if (error instanceof LinkTooLongError) return null;
    throw error;
  });

/** Returns null if neither the address nor its history entry has a study. */
export function readStudyFromUrl(id: string, page: Page): Promise<StudyFromUrl> | null {
  const { catalogue } = page.doc;
  if (isStudyAddress(id)) return readLink(id, page);
  const { state } = page.scope.services.address;
  const stored = isRecord(state) ? (state.study ?? null) : null;
  if (!stored) return null;
  const reading = page.doc.withFormulas(() => parseAnyStudy(stored, catalogue));
  return reading.then((read) => ({ from: 'The stored study', read }));
}

async function readLink(id: string, page: Page): Promise<StudyFromUrl> {
  const { doc } = page;
  const link = await doc.withFormulas(() => decodeAnyStudyLink(id, doc.catalogue));
  await waitForNextTask();
  if (link.ok) noteVersion(link.value, id, page);
  return { from: 'This link', read: link.ok ? { ok: true, value: link.value.study } : link };
}

/**
 * Shows a notice for links of version 1 that rely on changed defaults. The notice offers version 2.
 */
function noteVersion({ study, document }: StudyFromLink<AnyStudy>, fragment: string, page: Page) {
  const { doc, scope } = page;
  const note = studyVersionNote(document, doc.catalogue, UPGRADE_BUTTON_LABEL);
  if (note === null) return;
  doc.notice.value = olderVersionNotice(note, {
    fragment,
    upgradedFragment: () => makeStudyLink(studyInCurrentVersion(study), doc.catalogue),
    write: (text) => scope.services.address.replace(null, text),
    show: (notice) => {
      doc.notice.value = notice;
    },
  });
}

/**
 * Returns the complete URL of a study, without the page's query; null if the study is too large.
 */
export async function studyUrl(study: AnyStudy, page: Page): Promise<string | null> {
  const link = await makeStudyLink(study, page.doc.catalogue);
  return link && page.scope.services.address.base + link;
}
