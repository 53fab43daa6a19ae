import {
  type Drawings,
  type DrawnCase,
  drawnRun,
  type Figure,
  type PublishedTable,
} from '@iklab/study';
import type { Signal } from '@preact/signals';
import { referenceOf } from 'iklab/engine';
import { citationText } from 'iklab/scenario';
import { useMemo } from 'preact/hooks';
import type { Page } from '../../../page.ts';
import { Segments } from '../../../ui/segmentedControl.tsx';
import { useUniqueId } from '../../../ui/useUniqueId.ts';
import dataTableCss from '../../study/dataTable.module.css';
import { FigureCard } from '../../study/figures/figureCard.tsx';
import { openCase } from '../../study/openCase.ts';
import { Labelled } from '../../study/studyForm.tsx';
import { publishedOf } from '../publishedState.ts';
import { AnglesFigure } from './anglesFigure.tsx';
import { BETWEEN, isFlat, type PlaneId, poseStep } from './drawingPlane.ts';
import css from './drawings.module.css';
import { StrobeFigure } from './strobeFigure.tsx';
import { TrailsFigure } from './trailsFigure.tsx';

export function drawCase(page: Page, { opens }: Figure): void {
  publishedOf(page).drawn.value = JSON.stringify(opens);
  page.scope.host.querySelector<HTMLElement>(`.${css.drawingsChoice} select`)?.focus();
}

interface Choice {
  readonly key: string;
  readonly opens: object;
  readonly drawn: DrawnCase;
}

/** Rows that open the same document are one case. */
function casesOf(figures: readonly Figure[], drawings: Drawings): Choice[] {
  const cases = new Map<string, Choice>();
  for (const figure of figures) {
    const key = JSON.stringify(figure.opens);
    if (!cases.has(key)) cases.set(key, { key, opens: figure.opens, drawn: drawings.of(figure) });
  }
  return [...cases.values()];
}

interface CaseDrawingsProps {
  readonly page: Page;
  readonly table: PublishedTable;
  readonly drawings: Drawings;
  readonly figures: readonly Figure[];
}

export function CaseDrawings({ page, table, drawings, figures }: CaseDrawingsProps) {
  const title = useUniqueId();
  const cases = useMemo(() => casesOf(figures, drawings), [figures]);
  const printed = cases.find(({ drawn }) => drawn.motion !== '' || drawn.poses !== '');
  const { drawn: chosen } = publishedOf(page);
  const shown = cases.find(({ key }) => key === chosen.value) ?? printed ?? cases[0];
  if (!shown) return null;
  return (
    <section class={css.drawings} aria-labelledby={title}>
      <h2 id={title}>Runs, drawn as in the paper</h2>
      <p class={css.drawingsChoice}>
        <select
          aria-label="Run"
          value={shown.key}
          onChange={({ currentTarget }) => {
            chosen.value = currentTarget.value;
          }}
        >
          {cases.map(({ key, drawn }) => (
            <option key={key} value={key}>
              {drawn.name}
              {drawn.poses && ` (${drawn.poses})`}
            </option>
          ))}
        </select>
        <button
          type="button"
          class={`plain ${dataTableCss.openCase}`}
          onClick={() => openCase(page, shown.opens, shown.drawn.name)}
        >
          Open this run in Compare
        </button>
      </p>
      <Cards {...{ page, table, drawings, shown }} />
      <ul class="small">
        {drawings.about.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

interface CardsProps {
  readonly page: Page;
  readonly table: PublishedTable;
  readonly drawings: Drawings;
  readonly shown: Choice;
}

function Cards({ page, table, drawings, shown: { key, opens, drawn } }: CardsProps) {
  const run = useMemo(() => drawnRun(opens, page.doc.engine, drawn.most), [key]);
  const flat = useMemo(() => isFlat(run), [run]);
  const { plane } = publishedOf(page);
  const seen = flat ? 'xy' : plane.value;
  const updates = run.poses.length - 1;
  const each = poseStep(run.poses.length, BETWEEN);
  const file = (of: string): string =>
    `${table.id}-${drawn.name}-${of}`.replaceAll(/[^\w.-]+/g, '-');
  const some = each > 1 ? ` (one pose in ${each} is drawn)` : '';
  const count = run.ended ? `${updates} updates` : `The first ${updates} updates`;
  const about = `${count}, from red to green${some}; the square is the target.`;
  const said = (...words: string[]) => ({
    page,
    about: [`${table.title}: ${drawn.name}.`, ...words],
    source: citationText(referenceOf(table.source)),
  });
  return (
    <>
      <p class="small">{about}</p>
      {!flat && <Planes plane={plane} />}
      <div class={css.drawingsCards}>
        <FigureCard
          title={answers('Poses', drawn.poses)}
          file={file('poses')}
          {...said(about)}
          draw={(width) => <StrobeFigure {...{ run, plane: seen, width }} />}
        />
        <FigureCard
          title={answers('Joint motion', drawn.motion)}
          file={file('motion')}
          {...said(`${count}; a mark at the end of each path.`)}
          draw={(width) => <TrailsFigure {...{ run, plane: seen, width }} />}
        />
        <FigureCard
          title="Joint angles"
          file={file('angles')}
          {...said(`${count}.`)}
          draw={(width) => <AnglesFigure {...{ run, width }} printed={drawings.printed} />}
        />
      </div>
    </>
  );
}

const answers = (what: string, figure: string): string =>
  figure === '' ? `${what}, not drawn in the paper` : `${what}, as in ${figure} of the paper`;

function Planes({ plane }: { readonly plane: Signal<PlaneId> }) {
  return (
    <Labelled name="Plane">
      <Segments<PlaneId>
        name="Plane"
        value={plane.value}
        options={[
          ['xy', 'x, y'],
          ['xz', 'x, z'],
          ['yz', 'y, z'],
        ]}
        choose={(id) => {
          plane.value = id;
        }}
      />
    </Labelled>
  );
}
