import { resolveCitedPaper } from '@iklab/core/engine';
import { citationText } from '@iklab/core/scenario/methods';
import {
  type DrawnPaperCase,
  type PaperDrawings,
  type PublishedFigure,
  type PublishedTable,
  recordMethodRun,
} from '@iklab/study/published';
import type { Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Page } from '../../../page.ts';
import { SegmentedControl } from '../../../ui/segmentedControl.tsx';
import { useUniqueId } from '../../../ui/useUniqueId.ts';
import dataTableCss from '../../study/dataTable.module.css';
import { FigureCard } from '../../study/figures/figureCard.tsx';
import { openStudyCase } from '../../study/openStudyCase.ts';
import { LabelledField } from '../../study/studyForm.tsx';
import { publishedResultsState } from '../publishedResultsState.ts';
import {
  type DrawingPlaneId,
  drawnPoseStride,
  isPlanarRun,
  MAX_INTERMEDIATE_POSES,
} from './drawingPlane.ts';
import css from './drawings.module.css';
import { JointAnglesFigure } from './jointAnglesFigure.tsx';
import { PointTrailsFigure } from './pointTrailsFigure.tsx';
import { PoseSequenceFigure } from './poseSequenceFigure.tsx';

export function drawPublishedCase(page: Page, { opens }: PublishedFigure): void {
  publishedResultsState(page).drawn.value = JSON.stringify(opens);
  page.scope.host.querySelector<HTMLElement>(`.${css.drawingsChoice} select`)?.focus();
}

interface Choice {
  readonly key: string;
  readonly opens: object;
  readonly drawn: DrawnPaperCase;
}

function listCases(figures: readonly PublishedFigure[], drawings: PaperDrawings): Choice[] {
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
  readonly drawings: PaperDrawings;
  readonly figures: readonly PublishedFigure[];
}

export function PublishedCaseDrawings({ page, table, drawings, figures }: CaseDrawingsProps) {
  const title = useUniqueId();
  const cases = useMemo(() => listCases(figures, drawings), [figures]);
  const printed = cases.find(({ drawn }) => drawn.motion !== '' || drawn.poses !== '');
  const { drawn: chosen } = publishedResultsState(page);
  const shownCase = cases.find(({ key }) => key === chosen.value) ?? printed ?? cases[0];
  if (!shownCase) return null;
  return (
    <section class={css.drawings} aria-labelledby={title}>
      <h2 id={title}>Runs, drawn as in the paper</h2>
      <p class={css.drawingsChoice}>
        <select
          aria-label="Run"
          value={shownCase.key}
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
          onClick={() => openStudyCase(page, shownCase.opens, shownCase.drawn.name)}
        >
          Open this run in Compare
        </button>
      </p>
      <Cards {...{ page, table, drawings, shownCase }} />
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
  readonly drawings: PaperDrawings;
  readonly shownCase: Choice;
}

function Cards({ page, table, drawings, shownCase: { key, opens, drawn } }: CardsProps) {
  const run = useMemo(() => recordMethodRun(opens, page.doc.engine, drawn.most), [key]);
  const flat = useMemo(() => isPlanarRun(run), [run]);
  const { plane } = publishedResultsState(page);
  const shownPlane = flat ? 'xy' : plane.value;
  const updates = run.poses.length - 1;
  const each = drawnPoseStride(run.poses.length, MAX_INTERMEDIATE_POSES);
  const file = (kind: string): string =>
    `${table.id}-${drawn.name}-${kind}`.replaceAll(/[^\w.-]+/g, '-');
  const some = each > 1 ? ` (one pose in ${each} is drawn)` : '';
  const count = run.ended ? `${updates} updates` : `The first ${updates} updates`;
  const about = `${count}, from red to green${some}; the square is the target.`;
  const card = (...words: string[]) => ({
    page,
    about: [`${table.title}: ${drawn.name}.`, ...words],
    source: citationText(resolveCitedPaper(table.source)),
  });
  return (
    <>
      <p class="small">{about}</p>
      {!flat && <Planes plane={plane} />}
      <div class={css.drawingsCards}>
        <FigureCard
          title={figureTitle('Poses', drawn.poses)}
          file={file('poses')}
          {...card(about)}
          draw={(width) => <PoseSequenceFigure {...{ run, plane: shownPlane, width }} />}
        />
        <FigureCard
          title={figureTitle('Joint motion', drawn.motion)}
          file={file('motion')}
          {...card(`${count}; a mark at the end of each path.`)}
          draw={(width) => <PointTrailsFigure {...{ run, plane: shownPlane, width }} />}
        />
        <FigureCard
          title="Joint angles"
          file={file('angles')}
          {...card(`${count}.`)}
          draw={(width) => <JointAnglesFigure {...{ run, width }} printed={drawings.printed} />}
        />
      </div>
    </>
  );
}

const figureTitle = (title: string, figure: string): string =>
  figure === '' ? `${title}, not drawn in the paper` : `${title}, as in ${figure} of the paper`;

function Planes({ plane }: { readonly plane: Signal<DrawingPlaneId> }) {
  return (
    <LabelledField name="Plane">
      <SegmentedControl<DrawingPlaneId>
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
    </LabelledField>
  );
}
