import './paths.module.css';
import { countWord, groupedCountText } from '@iklab/core/format';
import { isExternalSolverCell } from '@iklab/study/document';
import {
  isPathStudy,
  makeCompletedRunsReader,
  makePathStudyManifest,
  type PathStudy,
} from '@iklab/study/follow';
import { comparePathRuns, pathStudyWithoutSolvers } from '@iklab/study/follow/runs';
import { WHOLE_STUDY_SHARD } from '@iklab/study/tasks';
import type { Page } from '../../page.ts';
import { RefusedFileNotice } from '../study/refusedStudyFile.tsx';
import { ResultsFileHead } from '../study/resultsFileHead.tsx';
import type { StudyKind } from '../study/studyKind.ts';
import { PathForm } from './pathForm.tsx';
import { PathResult, PathRunResult } from './pathResult.tsx';
import { type FinishedPathRuns, pathStudyExport } from './pathStudyExport.ts';
import { type NamedRunsFile, pathStudyState, type ShownPath } from './pathStudyState.ts';

export const pathStudyKind: StudyKind = {
  id: 'path',
  title: 'Follow a path',
  note: () => 'point by point',
  heading: 'Follow a path',
  about: (page) => <p>{aboutText(page)}</p>,
  makeExport(page) {
    const { runsFile, runs } = pathStudyState(page);
    if (runsFile) return pathStudyExport(page, runsFile);
    const current = runs.current;
    return current?.run.state === 'done'
      ? pathStudyExport(page, finishedRunsOf(page, current))
      : null;
  },
  Form({ page }) {
    const { runsFile } = pathStudyState(page);
    return (
      <>
        <RefusedFileNotice page={page} />
        {runsFile ? <RunsHead page={page} file={runsFile} /> : <PathForm page={page} />}
      </>
    );
  },
  run(page) {
    const state = pathStudyState(page);
    return state.runsFile ? state.rerun : (state.runs.current?.run ?? null);
  },
  Figures({ page }) {
    const { runsFile, runs: ownRuns } = pathStudyState(page);
    const current = ownRuns.current;
    if (runsFile) {
      const { study, runs } = runsFile;
      return <PathResult key={runsFile} complete {...{ page, study, runs }} />;
    }
    return current && <PathRunResult key={current.run.plan.key} {...{ page, current }} />;
  },
  address(page) {
    const state = pathStudyState(page);
    return {
      study() {
        const read = state.read(state.draft);
        return read.ok ? read.value : null;
      },
      on: [state.scenario, JSON.stringify(state.draft)],
    };
  },
  recognize(page, study) {
    if (!isPathStudy(study)) return null;
    const state = pathStudyState(page);
    return { isCurrent: state.isCurrent(study), apply: () => state.apply(study) };
  },
};

function finishedRunsOf({ doc: { catalogue } }: Page, { study, run }: ShownPath): FinishedPathRuns {
  const manifest = makePathStudyManifest(study, WHOLE_STUDY_SHARD, catalogue);
  return { study, manifest, runs: makeCompletedRunsReader(study, run) };
}

function aboutText(page: Page): string {
  const state = pathStudyState(page);
  const { runsFile } = state;
  if (runsFile) return aboutRuns(runsFile);
  const read = state.read(state.draft);
  if (!read.ok) return 'Methods follow one path. Each point starts from the previous solution.';
  const { name, scenario, cells } = read.value;
  const called = name || scenario.name;
  const sceneName = called === '' ? 'The current scene' : `“${called}”`;
  return `${sceneName}: ${followText(pluralText(cells.length, 'method'), cells.length, read.value)}.`;
}

function aboutRuns({ study, name }: NamedRunsFile): string {
  const programs = study.cells.filter(isExternalSolverCell).length;
  const methods = study.cells.length - programs;
  const who = [
    ...(methods > 0 ? [pluralText(methods, 'method')] : []),
    ...(programs > 0 ? [pluralText(programs, 'program')] : []),
  ].join(' and ');
  const sceneName = study.name || study.scenario.name || 'A scene';
  return `${sceneName}: ${followText(who, study.cells.length, study)}. Results from ${name}; errors are computed with our own forward kinematics.`;
}

const pluralText = (count: number, noun: string): string =>
  count === 1 ? `one ${noun}` : `${countWord(count)} ${noun}s`;

function followText(who: string, all: number, { sampling, count }: PathStudy): string {
  const { points, rounds } = sampling;
  const round = rounds === 1 ? 'One round' : `${rounds} rounds`;
  const evaluated = rounds === 1 ? '' : '; the last round is evaluated';
  const from = count === 1 ? 'one start' : `${groupedCountText(count)} starts`;
  return `${who} ${all === 1 ? 'follows' : 'follow'} one path of ${groupedCountText(points)} points. Each point starts from the previous solution. ${round} from ${from}${evaluated}`;
}

interface HeadProps {
  readonly page: Page;
  readonly file: NamedRunsFile;
}

function RunsHead({ page, file }: HeadProps) {
  const state = pathStudyState(page);
  return (
    <ResultsFileHead
      {...{ page, file }}
      rerun={state.rerun}
      startRerun={state.opened.startRerun}
      close={() => state.open(null)}
      compared={(rerun) =>
        comparePathRuns(file, makeCompletedRunsReader(pathStudyWithoutSolvers(file.study), rerun))
      }
    />
  );
}
