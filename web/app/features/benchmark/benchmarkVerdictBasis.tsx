import type { Study } from '@iklab/study/document';
import {
  type CostKind,
  computeVariantVerdicts,
  enlargeUndecidedVariants,
  MIN_COMPARABLE_PROBLEMS,
  makeSensitivityVariants,
  planSensitivityTasks,
  type SensitivityVariant,
  type StudyVerdict,
  sensitivityText,
} from '@iklab/study/results';
import type { TaskRun } from '@iklab/study/tasks';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import dataTableCss from '../study/dataTable.module.css';
import { studyRunner } from '../study/studyRunner.ts';
import css from './benchmark.module.css';
import { benchmarkState } from './benchmarkState.ts';

interface BasisProps {
  readonly page: Page;
  readonly study: Study;
  readonly run: TaskRun;
  readonly verdict: StudyVerdict | null;
  readonly kind: CostKind;
  readonly count: number;
}

const RESTARTS = 20;

export function BenchmarkVerdictBasis({ page, study, run, verdict, kind, count }: BasisProps) {
  const most = (study.restarts ?? study.scenario.run.restarts)?.most ?? 0;
  return (
    <div class={`${css.benchBeyond} small`}>
      {count < study.count && (
        <p>
          {count} of at most {study.count} problems were enough for this conclusion
          {kind === 'updates' ? '' : ' of updates'}.
        </p>
      )}
      {verdict &&
        verdict.n >= MIN_COMPARABLE_PROBLEMS &&
        study.cells.length > 1 &&
        study.sweep.length === 0 && <OtherSettings {...{ page, study, run, verdict, kind }} />}
      {most === 0 && study.sweep.length === 0 && (
        <p>
          No restarts: a run that does not reach its targets counts as unsolved.{' '}
          <button
            type="button"
            class={`plain ${dataTableCss.openCase}`}
            onClick={() => benchmarkState(page).runWith('restarts.most', RESTARTS)}
          >
            Run with up to {RESTARTS}
          </button>
        </p>
      )}
    </div>
  );
}

interface OtherProps {
  readonly page: Page;
  readonly study: Study;
  readonly run: TaskRun;
  readonly verdict: StudyVerdict;
  readonly kind: CostKind;
}

/**
 * Solves some problems of a study again with one changed setting. Shows whether the ranking of the
 * methods changes.
 */
function OtherSettings({ page, study, run, verdict, kind }: OtherProps) {
  const runner = studyRunner(page);
  const { catalogue } = page.doc;
  const { key } = run.plan;
  const first = useMemo(() => makeSensitivityVariants(study, catalogue), [key]);
  const [further, drawFurther] = useState<SensitivityVariant[] | null>(null);
  useEffect(() => drawFurther(null), [first]);
  const variants = further ?? first;
  const plan = useMemo(() => planSensitivityTasks(variants, key, catalogue.build), [variants]);
  useEffect(() => {
    if (plan.tasks.length > 0) runner.open(plan);
  }, [plan]);
  const sensitivityRun = runner.find(plan.key);
  const isDone = sensitivityRun?.state === 'done';
  const verdicts = useMemo(
    () => (sensitivityRun && isDone ? computeVariantVerdicts(variants, sensitivityRun, kind) : []),
    [sensitivityRun, isDone, kind],
  );
  // Undecided settings are tested again with more problems.
  useEffect(() => {
    if (isDone && !further)
      drawFurther(enlargeUndecidedVariants(study, verdict, variants, verdicts, catalogue));
  }, [isDone]);
  if (!sensitivityRun || variants.length === 0) return null;
  if (sensitivityRun.state === 'failed')
    return <p>Other settings could not be tested: {sensitivityRun.fault}</p>;
  if (!isDone) {
    const { done, all } = sensitivityRun.progress();
    return (
      <p>
        Testing other limits, starts and a tighter tolerance:{' '}
        {Math.floor((100 * done) / Math.max(1, all))} %
      </p>
    );
  }
  return <p>{sensitivityText(study, verdict, variants, verdicts)}</p>;
}
