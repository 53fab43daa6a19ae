/** Opens the study in the address, and writes changes of the form to the address. */

import { pageAddress } from '@iklab/core/document';
import { deepEqual } from '@iklab/core/scenario';
import { threadTime } from '@iklab/core/time';
import type { AnyStudy } from '@iklab/study/follow';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { benchmarkStudyKind } from '../benchmark/benchmarkStudyKind.tsx';
import {
  isStudyAddress,
  makeStudyLink,
  readStudyFromUrl,
  type StudyFromUrl,
} from '../study/studyAddress.ts';
import type { StudyKind } from '../study/studyKind.ts';
import { recognizeStudyKind } from './studyKinds.ts';

interface UrlStudyForm {
  readonly id: string;
  readonly kind: StudyKind;
  readonly study: StudyFromUrl;
}

/** Returns null if the address has no study, `reading` until the study is decoded. */
export function useStudyFromUrl(page: Page, id: string): UrlStudyForm | 'reading' | null {
  const [form, set] = useState<UrlStudyForm | null>(null);
  const carried = useMemo(() => readStudyFromUrl(id, page), [id]);
  useEffect(() => {
    let wanted = true;
    const take = async (reading: Promise<StudyFromUrl>): Promise<void> => {
      const study = await reading;
      // The benchmark's page reports studies that cannot be read.
      const kind = study.read.ok
        ? await applyStudyToForm(page, study.read.value)
        : benchmarkStudyKind;
      if (wanted) set({ id, kind, study });
    };
    if (carried) take(carried);
    return () => {
      wanted = false;
    };
  }, [id]);
  if (!carried) return null;
  return form?.id === id ? form : 'reading';
}

/**
 * Opens a study's scene and fills the study's form. Returns the kind; the benchmark's kind if the
 * scene cannot be opened.
 */
export async function applyStudyToForm(page: Page, study: AnyStudy): Promise<StudyKind> {
  const { kind, isCurrent, apply } = recognizeStudyKind(page, study);
  const isOpen = isCurrent || deepEqual(study.scenario, page.doc.editor.scenario.peek());
  if (!isOpen && !page.doc.openWithoutEntry(study.scenario)) return benchmarkStudyKind;
  await apply();
  return kind;
}

const SETTLE = 400; // Milliseconds.

/** Writes the study in the form to the address. A followed link stays until the form changes. */
export function useStudyAddressUpdates(page: Page, { id, address }: StudyKind): void {
  const first = useRef(true);
  const formAddress = address?.(page);
  const { address: bar } = page.scope.services;
  useEffect(() => {
    if (!formAddress) return;
    const isOnStudyPage = (): boolean =>
      isStudyAddress(bar.fragment) || bar.fragment === pageAddress('studies', id);
    const followed = first.current && isStudyAddress(bar.fragment);
    first.current = false;
    if (followed) return;
    let wanted = true;
    const cancel = threadTime.schedule(SETTLE, async () => {
      const study = isOnStudyPage() ? formAddress.study() : null;
      const link = study && (await makeStudyLink(study, page.doc.catalogue));
      if (wanted && link && isOnStudyPage()) bar.replace(null, link);
    });
    return () => {
      wanted = false;
      cancel();
    };
  }, formAddress?.on ?? []);
}
