import { useEffect } from 'preact/hooks';
import { parseStudy } from '../../../study/parseStudy.ts';
import type { Page } from '../../page.ts';
import { studyHere, studyOfLink } from '../studyAddress.ts';
import { studyDesk } from '../studyDesk.ts';
import { Progress, Unkept } from '../studyRuns.tsx';
import { BenchmarkForm } from './benchmarkForm.tsx';
import { BenchmarkResult } from './benchmarkResult.tsx';
import { draft, read, refusal, shownNow, stands, takeScene, takeStudy } from './benchmarkState.ts';

/** Which method for this robot: a study of the scene at work, or of a link. */
export function BenchmarkPage({ page, id }: { readonly page: Page; readonly id: string }) {
  useOpened(page, id);
  useEffect(() => {
    stands.value = true;
    return () => {
      stands.value = false;
    };
  }, []);
  studyDesk().turn.value;
  const at = shownNow();
  return (
    <>
      <header class="study-head">
        <div>
          <h1>Which method for my robot?</h1>
          <p>{aboutOf()}</p>
        </div>
      </header>
      {refusal.value && (
        <div class="unknown" role="alert">
          <p>{refusal.value.what} cannot be read as a study.</p>
          {refusal.value.faults.map(({ path, reason }) => (
            <p key={path + reason}>
              {path || 'study'} {reason}
            </p>
          ))}
        </div>
      )}
      {draft.value && <BenchmarkForm page={page} draft={draft.value} />}
      {at && (at.run.state === 'done' ? <Unkept run={at.run} /> : <Progress run={at.run} />)}
      {at && <BenchmarkResult key={at.run.plan.key} page={page} at={at} />}
    </>
  );
}

/** What the address names is taken: the scene at work, or the study that it carries. */
function useOpened(page: Page, id: string): void {
  const { catalogue, editor } = page.desk;
  const scenario = editor.scenario.value;
  useEffect(() => {
    const here = studyHere();
    if (id.startsWith('#study=')) open();
    else if (here) reopen(here);
    else takeScene(scenario, catalogue);
    function reopen(document: unknown): void {
      const study = parseStudy(document, catalogue);
      if (study.ok) takeStudy(study.value, catalogue);
      refusal.value = study.ok ? null : { what: 'What was kept', faults: study.faults };
    }
    async function open(): Promise<void> {
      const link = await studyOfLink(id, catalogue);
      if (link.ok) await takeStudy(link.value.study, catalogue);
      refusal.value = link.ok ? null : { what: 'This link', faults: link.faults };
    }
  }, [id, scenario]);
}

function aboutOf(): string {
  const study = read.value?.ok ? read.value.value : null;
  if (!study) return 'Methods on one robot, on the same problems.';
  const { scenario } = study;
  const what = scenario.targets.length === 1 ? 'one target' : `${scenario.targets.length} targets`;
  return `Scene “${scenario.name}”, ${what}: many random problems, the same for every method, and every end checked by forward kinematics and joint limits.`;
}
