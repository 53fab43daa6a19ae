import './benchmark.module.css';
import { groupedCountText } from '@iklab/core/format';
import { describeStudyProblems } from '@iklab/study/document';
import { isPathStudy } from '@iklab/study/follow';
import { compareStudyRows, rowsComparisonText, studyWithoutSolvers } from '@iklab/study/rows';
import { collectStudyResults } from '@iklab/study/tasks';
import { useEffect } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { RefusedFileMessage, RefusedFileNotice } from '../study/refusedStudyFile.tsx';
import { ResultsFileHead } from '../study/resultsFileHead.tsx';
import type { StudyKind, StudyProps } from '../study/studyKind.ts';
import { BenchmarkForm } from './benchmarkForm.tsx';
import { BenchmarkResult, BenchmarkRowsResult } from './benchmarkResult.tsx';
import { type BenchmarkState, benchmarkState, type NamedRowsFile } from './benchmarkState.ts';

interface HeadProps {
  readonly page: Page;
  readonly state: BenchmarkState;
  readonly file: NamedRowsFile;
}

const RowsFileHead = ({ page, state, file }: HeadProps) => (
  <ResultsFileHead
    {...{ page, file }}
    words={describeStudyProblems(file.study)}
    rerun={state.opened.rerun}
    startRerun={state.opened.startRerun}
    close={() => state.open(null)}
    compared={(rerun) =>
      rowsComparisonText(
        compareStudyRows(file, collectStudyResults(studyWithoutSolvers(file.study), rerun).rows),
      )
    }
  />
);

export const benchmarkStudyKind: StudyKind = {
  id: 'benchmark',
  title: 'Benchmark',
  note: () => 'methods on a robot',
  heading: 'Which method for my robot?',
  about: (page) => <p>{aboutText(page)}</p>,
  Form: BenchmarkInput,
  run(page) {
    const { opened, runs } = benchmarkState(page);
    return opened.file.value ? opened.rerun : (runs.current?.run ?? null);
  },
  Figures({ page }) {
    const { opened, runs } = benchmarkState(page);
    if (opened.file.value) return <FileResult page={page} file={opened.file.value} />;
    const shownRun = runs.current;
    return shownRun && <BenchmarkResult key={shownRun.run.plan.key} {...{ page, shownRun }} />;
  },
};

function BenchmarkInput({ page, studyFromUrl }: StudyProps) {
  const state = benchmarkState(page);
  const scenario = page.doc.editor.scenario.value;
  useEffect(() => {
    if (!studyFromUrl) state.setScene(scenario);
    else if (studyFromUrl.read.ok && !isPathStudy(studyFromUrl.read.value))
      state.setStudy(studyFromUrl.read.value);
  }, [studyFromUrl, scenario]);
  useEffect(() => {
    state.isOpen = true;
    return () => {
      state.isOpen = false;
    };
  }, []);
  return (
    <>
      {studyFromUrl?.read.ok === false && (
        <RefusedFileMessage source={studyFromUrl.from} faults={studyFromUrl.read.faults} />
      )}
      <RefusedFileNotice page={page} />
      {state.opened.file.value ? (
        <RowsFileHead state={state} page={page} file={state.opened.file.value} />
      ) : (
        state.draft.value && <BenchmarkForm state={state} draft={state.draft.value} />
      )}
    </>
  );
}

const FileResult = ({ page, file }: { readonly page: Page; readonly file: NamedRowsFile }) => {
  const { study, rows, count, manifest, name } = file;
  return (
    <BenchmarkRowsResult key={file} complete {...{ page, study, rows, count, manifest, name }} />
  );
};

function aboutText(page: Page): string {
  const { opened, parsed: form } = benchmarkState(page);
  const { value: read } = form;
  if (opened.file.value) return aboutFile(opened.file.value);
  if (!read?.ok) return 'Several methods on one robot, on the same problems.';
  const { scenario } = read.value;
  const targetsText =
    scenario.targets.length === 1 ? 'one target' : `${scenario.targets.length} targets`;
  return `Scene “${scenario.name}”, ${targetsText}: many random problems, the same for every method. Forward kinematics and joint limits verify every result.`;
}

function aboutFile({ study, count, name }: NamedRowsFile): string {
  const title = study.name || study.scenario.name || 'A scene';
  return `${title}: ${groupedCountText(count)} problems each, as ${name} has them. “Solved” is verified with our own forward kinematics and joint limits.`;
}
