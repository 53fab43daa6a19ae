import {
  type FollowStudy,
  followedOf,
  followManifest,
  isBrought,
  isFollowStudy,
  WHOLE_STUDY,
} from '@iklab/study';
import { countText, groupedText } from 'iklab/format';
import type { Page } from '../../page.ts';
import type { StudyKind } from '../study/studyKind.ts';
import { UnreadNotice } from '../study/unreadFile.tsx';
import { type CameRuns, pathExport } from './pathExport.ts';
import { PathForm } from './pathForm.tsx';
import { PathResult, RunResult } from './pathResult.tsx';
import { pathOf, type RunsFile, type ShownPath } from './pathState.ts';
import { RunsHead } from './runsHead.tsx';
import './paths.module.css';

export const follow: StudyKind = {
  id: 'path',
  title: 'Follow a path',
  note: () => 'point by point',
  heading: 'Follow a path',
  about: (page) => <p>{aboutText(page)}</p>,
  exported(page) {
    const { opened, runs } = pathOf(page);
    if (opened) return pathExport(page, opened);
    const shown = runs.current;
    return shown?.run.state === 'done' ? pathExport(page, cameOf(page, shown)) : null;
  },
  Form({ page }) {
    const { opened } = pathOf(page);
    return (
      <>
        <UnreadNotice page={page} />
        {opened ? <RunsHead page={page} file={opened} /> : <PathForm page={page} />}
      </>
    );
  },
  run(page) {
    const at = pathOf(page);
    return at.opened ? at.again : (at.runs.current?.run ?? null);
  },
  Figures({ page }) {
    const { opened, runs: own } = pathOf(page);
    const shown = own.current;
    if (opened) {
      const { study, runs } = opened;
      return <PathResult key={opened} whole {...{ page, study, runs }} />;
    }
    return shown && <RunResult key={shown.run.plan.key} {...{ page, shown }} />;
  },
  address(page) {
    const at = pathOf(page);
    return {
      study() {
        const read = at.read(at.draft);
        return read.ok ? read.value : null;
      },
      on: [at.scenario, JSON.stringify(at.draft)],
    };
  },
  takes(page, study) {
    if (!isFollowStudy(study)) return null;
    const at = pathOf(page);
    return { here: at.isHere(study), apply: () => at.apply(study) };
  },
};

function cameOf({ doc: { catalogue } }: Page, { study, run }: ShownPath): CameRuns {
  const manifest = followManifest(study, WHOLE_STUDY, catalogue);
  return { study, manifest, runs: followedOf(study, run) };
}

function aboutText(page: Page): string {
  const at = pathOf(page);
  const { opened } = at;
  if (opened) return aboutRuns(opened);
  const read = at.read(at.draft);
  if (!read.ok) return 'Methods follow one path. Each point starts from the previous solution.';
  const { name, scenario, cells } = read.value;
  const called = name || scenario.name;
  const of = called === '' ? 'The current scene' : `“${called}”`;
  return `${of}: ${followText(several(cells.length, 'method'), cells.length, read.value)}.`;
}

function aboutRuns({ study, name }: RunsFile): string {
  const programs = study.cells.filter(isBrought).length;
  const methods = study.cells.length - programs;
  const who = [
    ...(methods > 0 ? [several(methods, 'method')] : []),
    ...(programs > 0 ? [several(programs, 'program')] : []),
  ].join(' and ');
  const of = study.name || study.scenario.name || 'A scene';
  return `${of}: ${followText(who, study.cells.length, study)}, from ${name}. Errors are computed with our own forward kinematics.`;
}

const several = (count: number, what: string): string =>
  count === 1 ? `one ${what}` : `${countText(count)} ${what}s`;

function followText(who: string, all: number, { sampling, count }: FollowStudy): string {
  const { points, rounds } = sampling;
  const round = rounds === 1 ? 'one round' : `${rounds} rounds, the last of which is evaluated`;
  const from = count === 1 ? 'one start' : `${groupedText(count)} starts`;
  return `${who} ${all === 1 ? 'follows' : 'follow'} one path of ${groupedText(points)} points, each point starting from the previous solution; ${round}, ${from}`;
}
