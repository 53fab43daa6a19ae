import { pacePlan, type Study, type TaskRun } from '@iklab/study';
import type { UpdateTime } from 'iklab/run';
import { useEffect, useMemo } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { studyRunner } from '../study/studyRunner.ts';

export interface Times {
  /** Time per update of each cell; empty if not known. */
  readonly times: readonly UpdateTime[];
  readonly awaited: boolean;
}

/** Measures after the study is solved, and keeps the times until the page is closed. */
export function useTimes(page: Page, study: Study, run: TaskRun): Times {
  const runner = studyRunner(page);
  const plan = useMemo(() => pacePlan(study, run.plan.key), [run]);
  const solved = run.state === 'done';
  useEffect(() => {
    if (solved) void runner.open(plan, { keep: false });
  }, [plan, solved]);
  const timing = runner.find(plan.key);
  const known = timing?.state === 'done' ? timing.results.get(0) : undefined;
  const times = useMemo(() => (known ?? []) as readonly UpdateTime[], [known]);
  return { times, awaited: timing?.state !== 'done' && timing?.state !== 'failed' };
}
