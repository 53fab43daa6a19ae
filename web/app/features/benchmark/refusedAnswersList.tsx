import { groupedCountText } from '@iklab/core/format';
import { makeProblemDocument, type Study } from '@iklab/study/document';
import {
  findRefusalCauses,
  findRefusedAnswers,
  makeRefusedAnswerDocument,
  type RefusedSolverAnswer,
  type StudyRows,
  storedSolverPose,
} from '@iklab/study/rows';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import dataTableCss from '../study/dataTable.module.css';
import css from './benchmark.module.css';
import { benchmarkState } from './benchmarkState.ts';

interface RefusedProps {
  readonly page: Page;
  readonly study: Study;
  readonly rows: StudyRows;
  readonly count: number;
}

const MAX_PER_SOLVER = 8;

/**
 * Lists refused answers of external solvers. An opened answer starts at the stored pose, if any.
 */
export function RefusedAnswersList({ page, study, rows, count }: RefusedProps) {
  const refused = useMemo(() => findRefusedAnswers(study, rows, count, MAX_PER_SOLVER), [rows]);
  const [causes, setCauses] = useState<ReturnType<typeof findRefusalCauses>>([]);
  useEffect(() => {
    if (!study.solvers?.answers) return setCauses([]);
    let wanted = true;
    page.doc
      .withFullModule(() => findRefusalCauses(study, rows, count, page.doc.engine))
      .then((found) => wanted && setCauses(found ?? []));
    return () => {
      wanted = false;
    };
  }, [rows]);
  if (refused.length === 0) return null;
  const open = (answer: RefusedSolverAnswer): Promise<void> => {
    const { cell, index, words } = answer;
    const answerCase = storedSolverPose(study, rows, cell.index, index);
    const suffix = answerCase ? ', at its answer' : '';
    const title = `problem ${groupedCountText(index)}${suffix}. ${cell.panel.label} is ${words}`;
    return benchmarkState(page).openCase(
      () =>
        makeRefusedAnswerDocument(
          makeProblemDocument(page.doc.engine, study, index),
          answer,
          answerCase,
        ),
      title,
    );
  };
  return (
    <section class={css.benchHardest} aria-label="Refused answers">
      <h2>Refused answers</h2>
      <p class="small">
        The first {MAX_PER_SOLVER} of each program at most.{' '}
        {study.solvers?.answers
          ? 'A case starts at the solver’s answer, unless that is outside the limits.'
          : 'A case starts at the problem’s start: these rows were made without --poses, so the answers are unknown.'}
      </p>
      {causes.map(({ cell, words }) => (
        <p key={cell.index}>
          <SlotMarkIcon slot={cell.panel.slot} /> {cell.panel.label}: {words}.
        </p>
      ))}
      <ul class={css.refused}>
        {refused.map((answer) => (
          <li key={`${answer.cell.index} ${answer.index}`}>
            <SlotMarkIcon slot={answer.cell.panel.slot} />
            <button
              type="button"
              class={`plain ${dataTableCss.openCase}`}
              onClick={() => open(answer)}
            >
              {answer.cell.panel.label}, problem {groupedCountText(answer.index)}
            </button>
            <span class="small">{answer.words}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
