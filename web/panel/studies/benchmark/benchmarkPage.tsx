import { parseStudy, type Study } from '@iklab/study';
import type { Result } from 'iklab/scenario';
import { useEffect, useState } from 'preact/hooks';
import { useOnWindow } from '../../controls/useOnWindow.ts';
import type { Page } from '../../page.ts';
import { studyHere, studyOfLink } from '../studyAddress.ts';
import { studyDesk } from '../studyDesk.ts';
import { Progress, Unkept } from '../studyRuns.tsx';
import { BenchmarkForm } from './benchmarkForm.tsx';
import { BenchmarkResult } from './benchmarkResult.tsx';
import {
  draft,
  type Refusal,
  read,
  refusedFile,
  shownNow,
  stands,
  takeScene,
  takeStudy,
} from './benchmarkState.ts';

/** Which method for this robot: a study of the scene at work, or of a link. */
export function BenchmarkPage({ page, id }: { readonly page: Page; readonly id: string }) {
  const refused = useOpened(page, id);
  useOnWindow(['hashchange'], () => {
    refusedFile.value = null;
  });
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
      {refused && <Unreadable {...refused} />}
      {refusedFile.value && <Unreadable {...refusedFile.value} />}
      {draft.value && <BenchmarkForm page={page} draft={draft.value} />}
      {at && (at.run.state === 'done' ? <Unkept run={at.run} /> : <Progress run={at.run} />)}
      {at && <BenchmarkResult key={at.run.plan.key} page={page} at={at} />}
    </>
  );
}

const Unreadable = ({ what, faults }: Refusal) => (
  <div class="unknown" role="alert">
    <p>{what} cannot be read as a study.</p>
    {faults.map(({ path, reason }) => (
      <p key={path + reason}>
        {path || 'study'} {reason}
      </p>
    ))}
  </div>
);

/** What the address names is taken: the scene at work, or the study that it carries. What cannot be is told. */
function useOpened(page: Page, id: string): Refusal | null {
  const { catalogue, editor } = page.desk;
  const scenario = editor.scenario.value;
  const [refused, refuse] = useState<Refusal | null>(null);
  useEffect(() => {
    let wanted = true;
    const here = studyHere();
    refuse(null);
    if (id.startsWith('#study=')) open();
    else if (here) take('What was kept', parseStudy(here, catalogue));
    else takeScene(scenario, catalogue);
    function take(what: string, study: Result<Study>): void {
      if (study.ok) takeStudy(study.value, catalogue);
      else refuse({ what, faults: study.faults });
    }
    async function open(): Promise<void> {
      const link = await studyOfLink(id, catalogue);
      if (wanted) take('This link', link.ok ? { ok: true, value: link.value.study } : link);
    }
    return () => {
      wanted = false;
    };
  }, [id, scenario]);
  return refused;
}

function aboutOf(): string {
  const study = read.value?.ok ? read.value.value : null;
  if (!study) return 'Methods on one robot, on the same problems.';
  const { scenario } = study;
  const what = scenario.targets.length === 1 ? 'one target' : `${scenario.targets.length} targets`;
  return `Scene “${scenario.name}”, ${what}: many random problems, the same for every method, and every end checked by forward kinematics and joint limits.`;
}
