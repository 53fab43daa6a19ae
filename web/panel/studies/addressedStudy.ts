/** The study of the address: which page it belongs to, and what that page is given of it. */

import { mapOfStudy, parseStudy, type Study, studyHash } from '@iklab/study';
import { same } from 'iklab/scenario';
import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../page.ts';
import { mapBoard, tipAt } from './maps/mapBoard.ts';
import { isStudyAddress, studyHere, studyOfLink } from './studyAddress.ts';
import {
  choiceOfStudy,
  coloured,
  readSweep,
  type SweepChoice,
  takeSweep,
} from './sweeps/sweepState.ts';

export type OwnId = 'benchmark' | 'map' | 'sweep';

/** null: the address carries no study; 'reading': not known yet. */
export function useAddressed(page: Page, id: string): OwnId | 'reading' | null {
  const [at, set] = useState<{ readonly id: string; readonly own: OwnId } | null>(null);
  const carried = isStudyAddress(id) || studyHere() !== null;
  useEffect(() => {
    let wanted = carried;
    const read = async (): Promise<void> => {
      const study = await studyAt(page, id);
      // what cannot be read is told by the benchmark
      if (wanted) set({ id, own: study ? await taken(page, study) : 'benchmark' });
    };
    if (carried) read();
    return () => {
      wanted = false;
    };
  }, [id]);
  if (!carried) return null;
  return at?.id === id ? at.own : 'reading';
}

async function studyAt(page: Page, id: string): Promise<Study | null> {
  const { catalogue } = page.desk;
  if (!isStudyAddress(id)) {
    const kept = parseStudy(studyHere(), catalogue);
    return kept.ok ? kept.value : null;
  }
  const link = await studyOfLink(id, catalogue);
  return link.ok ? link.value.study : null;
}

/** Which page shows a study. */
export function pageOf(page: Page, study: Study): OwnId {
  if (choiceOfStudy(study)) return 'sweep';
  return mapHere(page, study) ? 'map' : 'benchmark';
}

function mapHere({ desk }: Page, study: Study) {
  const mapped = mapBoard().sceneOf(desk.engine, study.scenario);
  return mapOfStudy(study, mapped.scene, (effector) => tipAt(mapped, effector));
}

/** It is of one of the methods at work: the others stay beside it. */
function sweptHere({ desk }: Page, study: Study, choice: SweepChoice): boolean {
  const read = readSweep(desk.editor.scenario.peek(), choice, desk.catalogue);
  return read.ok && studyHash(read.value) === studyHash(study);
}

/** A map and a sweep are of the scene at work: that of the study becomes it. */
async function taken(page: Page, study: Study): Promise<OwnId> {
  const [choice, map] = [choiceOfStudy(study), mapHere(page, study)];
  if (!choice && !map) return 'benchmark';
  const { desk } = page;
  const now = desk.editor.scenario.peek();
  const there = same(study.scenario, now) || (choice !== null && sweptHere(page, study, choice));
  if (!there && !desk.openBeside(study.scenario)) return 'benchmark';
  if (choice) {
    coloured.value = study.view.measure;
    await takeSweep(choice, desk.editor.scenario.peek(), desk.catalogue);
  }
  if (!choice && map) mapBoard().take(map);
  return choice ? 'sweep' : 'map';
}
