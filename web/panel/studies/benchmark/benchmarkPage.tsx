import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Fault } from '../../../scenario/types.ts';
import { parseStudy } from '../../../study/parseStudy.ts';
import { decodeStudyLink } from '../../../study/studyLink.ts';
import type { Page } from '../../page.ts';
import { studyDesk } from '../studyDesk.ts';
import { Progress } from '../studyRuns.tsx';
import { BenchmarkForm } from './benchmarkForm.tsx';
import { BenchmarkResult } from './benchmarkResult.tsx';
import { draft, read, shown, studyHere, takeScene, takeStudy } from './benchmarkState.ts';

const unread = signal<readonly Fault[]>([]);

/** Which method for this robot: a study of the scene at work, or of a link. */
export function BenchmarkPage({ page, id }: { readonly page: Page; readonly id: string }) {
  useOpened(page, id);
  studyDesk().turn.value;
  const at = shown.value;
  return (
    <>
      <header class="study-head">
        <div>
          <h1>Which method for my robot?</h1>
          <p>{aboutOf()}</p>
        </div>
      </header>
      {unread.value.length > 0 && (
        <div class="unknown" role="alert">
          <p>The study of this link cannot be read.</p>
          {unread.value.map(({ path, reason }) => (
            <p key={path}>
              {path || 'study'} {reason}
            </p>
          ))}
        </div>
      )}
      {draft.value && <BenchmarkForm page={page} draft={draft.value} />}
      {at && at.run.state !== 'done' && <Progress run={at.run} />}
      {at && <BenchmarkResult key={at.run.plan.key} page={page} at={at} />}
    </>
  );
}

/** What the address names is taken: the scene at work, or the study that it carries. */
function useOpened(page: Page, id: string): void {
  const { catalogue, editor } = page.desk;
  const scenario = editor.scenario.value;
  useEffect(() => {
    unread.value = [];
    const here = studyHere();
    if (id.startsWith('#study=')) open();
    else if (here) reopen(here);
    else takeScene(scenario, catalogue);
    function reopen(document: unknown): void {
      const study = parseStudy(document, catalogue);
      if (study.ok) takeStudy(study.value, catalogue);
      else unread.value = study.faults;
    }
    async function open(): Promise<void> {
      const link = await decodeStudyLink(id, catalogue);
      if (link.ok) await takeStudy(link.value.study, catalogue);
      else unread.value = link.faults;
    }
  }, [id, scenario]);
}

function aboutOf(): string {
  const study = read.value?.ok ? read.value.value : null;
  if (!study) return 'Methods on one robot, on the same problems.';
  const { scenario } = study;
  const what = scenario.targets.length === 1 ? 'one target' : `${scenario.targets.length} targets`;
  return `${scenario.name}, ${what}: every method solves the same problems, each checked by forward kinematics and joint limits.`;
}
