import { useEffect } from 'preact/hooks';
import type { Page } from '../../page.ts';
import css from '../study/studies.module.css';
import type { StudyKind, StudyProps } from '../study/studyKind.ts';
import { BenchmarkForm } from './benchmarkForm.tsx';
import { BenchmarkResult } from './benchmarkResult.tsx';
import { benchmarkOf, type Refusal } from './benchmarkState.ts';
import './benchmark.module.css';

/** Which method for this robot: a study of the scene at work, or of a link. */
export const benchmark: StudyKind = {
  id: 'benchmark',
  title: 'Benchmark',
  note: () => 'methods on a robot',
  heading: 'Which method for my robot?',
  about: (page) => <p>{aboutOf(page)}</p>,
  Form: Asked,
  run: (page) => benchmarkOf(page).runs.current?.run ?? null,
  Figures({ page }) {
    const at = benchmarkOf(page).runs.current;
    return at && <BenchmarkResult key={at.run.plan.key} {...{ page, at }} />;
  },
};

/** What the address names is taken: the scene at work, or the study that it carries. What cannot be is told. */
function Asked({ page, addressed }: StudyProps) {
  const at = benchmarkOf(page);
  const scenario = page.doc.editor.scenario.value;
  useEffect(() => {
    if (!addressed) at.takeScene(scenario);
    else if (addressed.read.ok) at.takeStudy(addressed.read.value);
  }, [addressed, scenario]);
  useEffect(() => {
    const gone = new AbortController();
    at.isOpen = true;
    page.scope.services.address.onChange(() => {
      at.refused.value = null;
    }, gone.signal);
    return () => {
      at.isOpen = false;
      gone.abort();
    };
  }, []);
  return (
    <>
      {addressed?.read.ok === false && (
        <Unreadable what={addressed.from} faults={addressed.read.faults} />
      )}
      {at.refused.value && <Unreadable {...at.refused.value} />}
      {at.draft.value && <BenchmarkForm at={at} page={page} draft={at.draft.value} />}
    </>
  );
}

const Unreadable = ({ what, faults }: Refusal) => (
  <div class={css.unknown} role="alert">
    <p>{what} cannot be read as a study.</p>
    {faults.map(({ path, reason }) => (
      <p key={path + reason}>
        {path || 'study'} {reason}
      </p>
    ))}
  </div>
);

function aboutOf(page: Page): string {
  const { value: read } = benchmarkOf(page).read;
  if (!read?.ok) return 'Methods on one robot, on the same problems.';
  const { scenario } = read.value;
  const what = scenario.targets.length === 1 ? 'one target' : `${scenario.targets.length} targets`;
  return `Scene “${scenario.name}”, ${what}: many random problems, the same for every method, and every end checked by forward kinematics and joint limits.`;
}
