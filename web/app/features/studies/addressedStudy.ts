/** Opens the study in the address, and keeps the address in step with the form. */

import type { AnyStudy } from '@iklab/study';
import { pageAddress } from 'iklab/document';
import { deepEqual } from 'iklab/scenario';
import { threadTime } from 'iklab/time';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { benchmark } from '../benchmark/benchmarkKind.tsx';
import {
  type AddressedStudy,
  isStudyAddress,
  linkOf,
  studyInAddress,
} from '../study/studyAddress.ts';
import type { StudyKind } from '../study/studyKind.ts';
import { takeoverOf } from './studyKinds.ts';

interface AddressedForm {
  readonly id: string;
  readonly kind: StudyKind;
  readonly study: AddressedStudy;
}

/** Null if the address carries no study; 'reading' until it is decoded. */
export function useAddressedStudy(page: Page, id: string): AddressedForm | 'reading' | null {
  const [at, set] = useState<AddressedForm | null>(null);
  const carried = useMemo(() => studyInAddress(id, page), [id]);
  useEffect(() => {
    let wanted = true;
    const take = async (reading: Promise<AddressedStudy>): Promise<void> => {
      const study = await reading;
      // The benchmark's page reports studies that cannot be read.
      const kind = study.read.ok ? await takenOver(page, study.read.value) : benchmark;
      if (wanted) set({ id, kind, study });
    };
    if (carried) take(carried);
    return () => {
      wanted = false;
    };
  }, [id]);
  if (!carried) return null;
  return at?.id === id ? at : 'reading';
}

/**
 * Applies a study and opens its scene. Returns its kind, or the benchmark if the scene cannot be
 * opened.
 */
export async function takenOver(page: Page, study: AnyStudy): Promise<StudyKind> {
  const { kind, here, apply } = takeoverOf(page, study);
  const there = here || deepEqual(study.scenario, page.doc.editor.scenario.peek());
  if (!there && !page.doc.openWithoutEntry(study.scenario)) return benchmark;
  await apply();
  return kind;
}

const SETTLE = 400; // Milliseconds.

/**
 * Writes the form's study to the address. The address of a followed link stays until the form
 * changes.
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
    const cancel = threadTime.after(SETTLE, async () => {
      const now = here() ? at.study() : null;
      const link = now && (await linkOf(now, page.doc.catalogue));
      if (wanted && link && here()) bar.replace(null, link);
    });
    return () => {
      wanted = false;
      cancel();
    };
  }, at?.on ?? []);
}
