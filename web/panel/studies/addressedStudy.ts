/** The study of the address: of which kind it is, and what that is given of it. */

import type { Study } from '@iklab/study';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Page } from '../page.ts';
import { benchmark } from './benchmark/benchmarkKind.tsx';
import { carriedBy } from './studyAddress.ts';
import type { AddressedStudy, StudyKind } from './studyKind.ts';
import { takingOf } from './studyKinds.ts';

interface Addressed {
  readonly id: string;
  readonly kind: StudyKind;
  readonly study: AddressedStudy;
}

/** null: the address carries no study; 'reading': not known yet. */
export function useAddressed(page: Page, id: string): Addressed | 'reading' | null {
  const [at, set] = useState<Addressed | null>(null);
  const carried = useMemo(() => carriedBy(id, page), [id]);
  useEffect(() => {
    let wanted = true;
    const take = async (reading: Promise<AddressedStudy>): Promise<void> => {
      const study = await reading;
      // what cannot be read is told by the benchmark
      const kind = study.read.ok ? await taken(page, study.read.value) : benchmark;
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

async function taken(page: Page, study: Study): Promise<StudyKind> {
  const { kind, here, take } = takingOf(page, study);
  if (!here && !page.desk.openBeside(study.scenario)) return benchmark;
  await take();
  return kind;
}
