/** Opens the study that the address has, and writes changes of its form to the address. */

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
 * Opens the scene of a study and applies the study to its form; returns its kind, or the
 * benchmark's if the scene cannot be opened.
 */
export async function applyStudyToForm(page: Page, study: AnyStudy): Promise<StudyKind> {
  const { kind, isCurrent, apply } = recognizeStudyKind(page, study);
  const isOpen = isCurrent || deepEqual(study.scenario, page.doc.editor.scenario.peek());
  if (!isOpen && !page.doc.openWithoutEntry(study.scenario)) return benchmarkStudyKind;
  await apply();
  return kind;
}

const SETTLE = 400; // Milliseconds.

/**
 * Writes the study of a kind's form to the address; the address of a followed link stays until the
 * form changes.
 */
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
