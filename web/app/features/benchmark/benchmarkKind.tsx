import { isFollowStudy } from '@iklab/study';
import { groupedText } from 'iklab/format';
import { useEffect } from 'preact/hooks';
import type { Page } from '../../page.ts';
import type { StudyKind, StudyProps } from '../study/studyKind.ts';
import { Unreadable, UnreadNotice } from '../study/unreadFile.tsx';
import { BenchmarkForm } from './benchmarkForm.tsx';
import { BenchmarkResult, RowsResult } from './benchmarkResult.tsx';
import { benchmarkOf, type RowsFile } from './benchmarkState.ts';
import { OpenedHead } from './openedHead.tsx';
import './benchmark.module.css';

export const benchmark: StudyKind = {
  id: 'benchmark',
  title: 'Benchmark',
  note: () => 'methods on a robot',
  heading: 'Which method for my robot?',
  about: (page) => <p>{aboutOf(page)}</p>,
  Form: Asked,
  run(page) {
    const at = benchmarkOf(page);
    return at.opened.value ? at.again : (at.runs.current?.run ?? null);
  },
  Figures({ page }) {
    const { opened, runs } = benchmarkOf(page);
    if (opened.value) return <Opened page={page} file={opened.value} />;
    const at = runs.current;
    return at && <BenchmarkResult key={at.run.plan.key} {...{ page, at }} />;
  },
};

/** Uses the study in the address, or the current scene without one, and reports errors. */
function Asked({ page, addressed }: StudyProps) {
  const at = benchmarkOf(page);
  const scenario = page.doc.editor.scenario.value;
  useEffect(() => {
    if (!addressed) at.takeScene(scenario);
    else if (addressed.read.ok && !isFollowStudy(addressed.read.value))
      at.takeStudy(addressed.read.value);
  }, [addressed, scenario]);
  useEffect(() => {
    at.isOpen = true;
    return () => {
      at.isOpen = false;
    };
  }, []);
  return (
    <>
      {addressed?.read.ok === false && (
        <Unreadable what={addressed.from} faults={addressed.read.faults} />
      )}
      <UnreadNotice page={page} />
      {at.opened.value ? (
        <OpenedHead at={at} page={page} file={at.opened.value} />
      ) : (
        at.draft.value && <BenchmarkForm at={at} page={page} draft={at.draft.value} />
      )}
    </>
  );
}

/** `key`: another file resets the state. */
const Opened = ({ page, file }: { readonly page: Page; readonly file: RowsFile }) => {
  const { study, rows, count, manifest, name } = file;
  return <RowsResult key={file} whole {...{ page, study, rows, count, manifest, name }} />;
};

function aboutOf(page: Page): string {
  const { opened, read: form } = benchmarkOf(page);
  const { value: read } = form;
  if (opened.value) return aboutRows(opened.value);
  if (!read?.ok) return 'Several methods on one robot, on the same problems.';
  const { scenario } = read.value;
  const what = scenario.targets.length === 1 ? 'one target' : `${scenario.targets.length} targets`;
  return `Scene “${scenario.name}”, ${what}: many random problems, the same for every method. Forward kinematics and joint limits verify every result.`;
}

function aboutRows({ study, count, name }: RowsFile): string {
  const of = study.name || study.scenario.name || 'A scene';
  return `${of}: ${groupedText(count)} problems each, as ${name} has them. “Solved” is verified with our own forward kinematics and joint limits.`;
}
