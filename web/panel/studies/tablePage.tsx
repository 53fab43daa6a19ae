import { type Figure, type PublishedTable, type TaskRun, tableVerdict } from '@iklab/study';
import { reference } from 'iklab/engine';
import { cited, type Reference } from 'iklab/scenario';
import { useEffect } from 'preact/hooks';
import { Segments } from '../controls/segmentedControl.tsx';
import type { Page } from '../page.ts';
import { CaseDrawings, drawCase } from './drawings/caseDrawings.tsx';
import { FigureMatrix, MatrixLegend } from './figureMatrix.tsx';
import { FigureTable } from './figureTable.tsx';
import { PrintedText } from './printedText.tsx';
import { studyDesk } from './studyDesk.ts';
import { StudyExport } from './studyExport.tsx';
import { Progress, Unkept } from './studyRuns.tsx';
import {
  beginTable,
  choiceOf,
  choose,
  ofBuild,
  runOf,
  shownFigures,
  shownTables,
} from './tableRuns.ts';

/** One published table beside ours. */
export function TablePage({
  page,
  table,
}: {
  readonly page: Page;
  readonly table: PublishedTable;
}) {
  ofBuild(page.desk.catalogue.build);
  studyDesk().turn.value;
  const choice = choiceOf(table);
  useEffect(() => {
    beginTable(table, choice);
  }, [table.id, choice.variant, choice.sample]);
  const figures = shownFigures(table);
  const run = runOf(table);
  return (
    <>
      <header class="study-head">
        <div>
          <h1>{table.title}</h1>
          <p>{table.about}</p>
          <Source cited={reference(table.source)} />
        </div>
        {figures && (
          <StudyExport
            page={page}
            file={table.id}
            title={table.title}
            tables={shownTables([table])}
          />
        )}
      </header>
      <Choices table={table} />
      <p class="verdict-line" aria-live="polite">
        {figures ? tableVerdict(figures) : ''}
      </p>
      {figures?.some(({ remark }) => remark) && run && (
        <p class="small warn" role="status">
          This machine was busy as they were taken: times may be too long.{' '}
          <button type="button" class="plain open-case" onClick={() => again(table, run)}>
            Take them again
          </button>
        </p>
      )}
      {run && (figures ? <Unkept run={run} /> : <Progress run={run} />)}
      {figures && <Figures {...{ page, table, figures }} />}
      {figures && table.drawings && (
        <CaseDrawings {...{ page, table, figures }} drawings={table.drawings} />
      )}
      <Known table={table} />
    </>
  );
}

interface FiguresProps {
  readonly page: Page;
  readonly table: PublishedTable;
  readonly figures: readonly Figure[];
}

/** Those that the paper has side by side, and each of the others in a row. */
function Figures({ page, table, figures }: FiguresProps) {
  const draw = table.drawings && drawCase;
  const groups = [...new Set(figures.flatMap(({ place }) => place?.group ?? []))];
  const rest = figures.filter(({ place }) => !place);
  return (
    <>
      {groups.map((group) => (
        <FigureMatrix
          key={group}
          {...{ page, draw }}
          name={group}
          figures={figures.filter(({ place }) => place?.group === group)}
        />
      ))}
      {groups.length > 0 && <MatrixLegend figures={figures.filter(({ place }) => place)} />}
      {rest.length > 0 && <FigureTable {...{ page, draw }} figures={rest} spread={table.spread} />}
    </>
  );
}

async function again(table: PublishedTable, run: TaskRun): Promise<void> {
  await studyDesk().remove(run);
  await beginTable(table);
}

function Source({ cited: paper }: { readonly cited: Reference }) {
  const { doi } = paper;
  return (
    <p class="small">
      {cited(paper)}{' '}
      {doi && (
        <a href={`https://doi.org/${doi}`} target="_blank" rel="noopener noreferrer">
          doi {doi}
        </a>
      )}
    </p>
  );
}

function Choices({ table }: { readonly table: PublishedTable }) {
  const { variant, sample } = choiceOf(table);
  const about = table.variants.find(({ id }) => id === variant)?.about;
  return (
    <div class="study-choices">
      {table.variants.length > 1 && (
        <div class="variant">
          <span class="small">Variant</span>
          <Segments
            name="Variant"
            options={table.variants.map(({ id, label }) => [id, label] as const)}
            value={variant}
            choose={(id) => choose(table, { variant: id })}
          />
        </div>
      )}
      {table.sample.full > 0 && (
        <div class="variant">
          <span class="small">Sample</span>
          <Segments
            name="Sample"
            options={[table.sample.quick, table.sample.full].map(
              (count) =>
                [String(count), count.toLocaleString('en').replaceAll(',', '\u202f')] as const,
            )}
            value={String(sample)}
            choose={(count) => choose(table, { sample: Number(count) })}
          />
        </div>
      )}
      <p class="small">{about}</p>
    </div>
  );
}

/** What stands behind the numbers. */
function Known({ table }: { readonly table: PublishedTable }) {
  const lists = [
    ['Known', table.known],
    ['Recovered', table.recovered],
    ['Assumed', table.assumed],
    ['Lost', table.lost],
  ] as const;
  return (
    <>
      <div class="known">
        {lists
          .filter(([, items]) => items.length > 0)
          .map(([title, items]) => (
            <section key={title}>
              <h2>{title}</h2>
              <ul>
                {items.map((item) => (
                  <li key={item}>
                    <PrintedText text={item} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
      </div>
      {table.slips.length > 0 && <Slips slips={table.slips} />}
    </>
  );
}

function Slips({ slips }: Pick<PublishedTable, 'slips'>) {
  return (
    <section class="slips">
      <h2>Slips in print</h2>
      <ul>
        {slips.map((slip) => (
          <li key={slip}>
            <PrintedText text={slip} />
          </li>
        ))}
      </ul>
    </section>
  );
}
