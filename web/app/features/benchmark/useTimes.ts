import { pacePlan, type Study, type TaskRun } from '@iklab/study';
import type { UpdateTime } from 'iklab/run';
import { useEffect, useMemo } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { studyRunner } from '../study/studyRunner.ts';

export interface UpdateTimes {
  /** Time per update of each cell; empty if not known. */
  readonly times: readonly UpdateTime[];
  readonly pending: boolean;
}

/** Measures after the study is solved, and keeps the times until the page is closed. */
export function useTimes(page: Page, study: Study, run: TaskRun): UpdateTimes {
  const runner = studyRunner(page);
  const plan = useMemo(() => pacePlan(study, run.plan.key), [run]);
  const solved = run.state === 'done';
  useEffect(() => {
    if (solved) void runner.open(plan, { keep: false });
  }, [plan, solved]);
  const timing = runner.find(plan.key);
  const measured = timing?.state === 'done' ? timing.results.get(0) : undefined;
  const times = useMemo(() => (measured ?? []) as readonly UpdateTime[], [measured]);
  return { times, pending: timing?.state !== 'done' && timing?.state !== 'failed' };
}
