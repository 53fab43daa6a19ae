import { resolveCitedPaper } from '@iklab/core/engine';
import { groupedCountText } from '@iklab/core/format';
import { citationText, type PaperReference } from '@iklab/core/scenario/methods';
import {
  countReplicationScore,
  isFullyReproduced,
  type PublishedFigure,
  type PublishedTable,
  replicationScoreText,
  tableVerdictText,
} from '@iklab/study/published';
import { useEffect } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { SegmentedControl } from '../../ui/segmentedControl.tsx';
import { SubscriptedText } from '../../ui/subscriptedText.tsx';
import dataTableCss from '../study/dataTable.module.css';
import css from '../study/studies.module.css';
import { LabelledField } from '../study/studyForm.tsx';
import type { StudyKind } from '../study/studyKind.ts';
import { drawPublishedCase, PublishedCaseDrawings } from './drawings/publishedCaseDrawings.tsx';
import { PublishedFigureMatrix, PublishedMatrixLegend } from './publishedFigureMatrix.tsx';
import { PublishedFigureTable } from './publishedFigureTable.tsx';
import { publishedResultsExport } from './publishedResultsExport.ts';
import { approximateTimeText, publishedResultsState } from './publishedResultsState.ts';

export const publishedTableStudyKind = (table: PublishedTable): StudyKind => ({
  id: table.id,
  title: table.title,
  note: (page) => <TableStatus {...{ page, table }} />,
  heading: table.title,
  about: () => (
    <>
      <p>{table.about}</p>
      <Source cited={resolveCitedPaper(table.source)} />
    </>
  ),
  makeExport: (page) =>
    publishedResultsExport(page, { file: table.id, title: table.title, tables: [table] }),
  Form: ({ page }) => <TableForm {...{ page, table }} />,
  run: (page) => publishedResultsState(page).runOf(table),
  Figures({ page }) {
    const figures = publishedResultsState(page).figuresOf(table);
    return (
      <>
        {figures && <Figures {...{ page, table, figures }} />}
        {figures && table.drawings && (
          <PublishedCaseDrawings {...{ page, table, figures }} drawings={table.drawings} />
        )}
        <SetupNotes table={table} />
      </>
    );
  },
});

interface TableProps {
  readonly page: Page;
  readonly table: PublishedTable;
}

function TableStatus({ page, table }: TableProps) {
  const state = publishedResultsState(page);
  const figures = state.figuresOf(table);
  if (figures) {
    const score = countReplicationScore(figures);
    const complete = isFullyReproduced(score);
    return (
      <span class={complete ? css.all : undefined} title={tableVerdictText(figures)}>
        {complete && <Icon name="check" size={12} />}
        {complete ? score.out : replicationScoreText(score)}
      </span>
    );
  }
  const run = state.runOf(table);
  const { done, all } = run?.progress() ?? { done: 0, all: 1 };
  if (run?.state !== 'running' && done === 0)
    return <>{approximateTimeText(state.estimateSeconds(table))}</>;
  const share = `${Math.floor((100 * done) / Math.max(1, all))}\u202f%`;
  return <>{run?.state === 'running' ? share : `${share}, ${run?.state}`}</>;
}

function TableForm({ page, table }: TableProps) {
  const state = publishedResultsState(page);
  const { variant, sample } = state.choiceOf(table);
  useEffect(() => {
    state.begin(table);
  }, [table.id, variant, sample]);
  const figures = state.figuresOf(table);
  const run = state.runOf(table);
  return (
    <>
      <Choices {...{ page, table }} />
      <p class={css.verdictLine} aria-live="polite">
        {figures ? tableVerdictText(figures) : ''}
      </p>
      {figures?.some(({ remark }) => remark) && run && (
        <p class="small warn" role="status">
          This computer was busy during the measurement; times may be too long.{' '}
          <button
            type="button"
            class={`plain ${dataTableCss.openCase}`}
            onClick={() => state.rerun(table, run)}
          >
            Measure again
          </button>
        </p>
      )}
    </>
  );
}

interface FiguresProps extends TableProps {
  readonly figures: readonly PublishedFigure[];
}

function Figures({ page, table, figures }: FiguresProps) {
  const draw = table.drawings && ((figure: PublishedFigure) => drawPublishedCase(page, figure));
  const groups = [...new Set(figures.flatMap(({ place: cell }) => cell?.group ?? []))];
  const rest = figures.filter(({ place: cell }) => !cell);
  return (
    <>
      {groups.map((group) => (
        <PublishedFigureMatrix
          key={group}
          {...{ page, draw }}
          name={group}
          figures={figures.filter(({ place: cell }) => cell?.group === group)}
        />
      ))}
      {groups.length > 0 && (
        <PublishedMatrixLegend figures={figures.filter(({ place: cell }) => cell)} />
      )}
      {rest.length > 0 && (
        <PublishedFigureTable {...{ page, draw }} figures={rest} spread={table.spread} />
      )}
    </>
  );
}

function Source({ cited: paper }: { readonly cited: PaperReference }) {
  const { doi } = paper;
  return (
    <p class="small">
      {citationText(paper)}{' '}
      {doi && (
        <a href={`https://doi.org/${doi}`} target="_blank" rel="noopener noreferrer">
          doi {doi}
        </a>
      )}
    </p>
  );
}

function Choices({ page, table }: TableProps) {
  const state = publishedResultsState(page);
  const { variant, sample } = state.choiceOf(table);
  const about = table.variants.find(({ id }) => id === variant)?.about;
  return (
    <div class={css.studyChoices}>
      {table.variants.length > 1 && (
        <LabelledField name="Variant">
          <SegmentedControl
            name="Variant"
            options={table.variants.map(({ id, label }) => [id, label] as const)}
            value={variant}
            choose={(id) => state.choose(table, { variant: id })}
          />
        </LabelledField>
      )}
      {table.sample.full > 0 && (
        <LabelledField name="Sample">
          <SegmentedControl
            name="Sample"
            options={[table.sample.quick, table.sample.full].map(
              (count) => [String(count), groupedCountText(count)] as const,
            )}
            value={String(sample)}
            choose={(count) => state.choose(table, { sample: Number(count) })}
          />
        </LabelledField>
      )}
      <p class="small">{about}</p>
    </div>
  );
}

function SetupNotes({ table }: { readonly table: PublishedTable }) {
  const lists = [
    ['Known', table.known],
    ['Recovered', table.recovered],
    ['Assumed', table.assumed],
    ['Lost', table.lost],
    ['Not computed', table.notComputed],
  ] as const;
  return (
    <>
      <div class={css.known}>
        {lists
          .filter(([, items]) => items.length > 0)
          .map(([title, items]) => (
            <section key={title}>
              <h2>{title}</h2>
              <ul>
                {items.map((item) => (
                  <li key={item}>
                    <SubscriptedText text={item} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
      </div>
      {table.slips.length > 0 && <Misprints slips={table.slips} />}
    </>
  );
}

function Misprints({ slips }: Pick<PublishedTable, 'slips'>) {
  return (
    <section class={css.slips}>
      <h2>Misprints</h2>
      <ul>
        {slips.map((slip) => (
          <li key={slip}>
            <SubscriptedText text={slip} />
          </li>
        ))}
      </ul>
    </section>
  );
}
