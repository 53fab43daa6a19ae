import {
  computeFigureDeviation,
  isFigurePrinted,
  judgeFigure,
  type PositionedReplicationDot,
  type PublishedFigure,
  publishedTables,
  type ReplicationDotKind,
  replicationSentence,
  verdictTextWithoutDeviation,
} from '@iklab/study/published';
import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { useMeasuredWidth } from '../../ui/useMeasuredWidth.ts';
import css from './papersOverview.module.css';
import {
  computePapersOverviewSize,
  PapersOverviewDotMark,
  PapersOverviewScale,
} from './papersOverviewDots.tsx';
import { PapersOverviewRow } from './papersOverviewRow.tsx';
import { paperNumberText, publishedFigureText, signedNumberText } from './publishedFigureText.ts';
import { type PublishedResultsState, publishedResultsState } from './publishedResultsState.ts';

const KINDS: readonly (readonly [ReplicationDotKind, string, string | undefined])[] = [
  ['same', 'as printed', css.barSame],
  ['covered', 'within our interval', css.barCovered],
  ['one-sided', 'close, but all on the same side', css.barOneSided],
  ['caused', 'off, known reason', css.barCaused],
  ['off', 'off, unknown reason', css.barOff],
  ['unjudged', 'not judged', css.barUnjudged],
];

const LEGEND =
  'Difference in per cent of the printed number, percentage points of a share or degrees of an angle. Right: ours is larger.';

const computedFigures = (state: PublishedResultsState): readonly PublishedFigure[] =>
  publishedTables.flatMap((table) => state.figuresOf(table) ?? []);

export function PapersSummarySentence({ page }: { readonly page: Page }) {
  const state = publishedResultsState(page);
  const figures = computedFigures(state);
  if (figures.length === 0) {
    const all = publishedTables.reduce((sum, table) => sum + state.numberCount(table), 0);
    return (
      <p class={css.sentence}>
        <b>{all}</b> numbers from six papers, recomputed in your browser.
      </p>
    );
  }
  const { lead, rest } = replicationSentence(figures, state.missingTables.length === 0);
  return (
    <p class={css.sentence} role="status">
      <b>{lead}</b> {rest} Click a dot to open its run.
    </p>
  );
}

interface GlanceProps {
  readonly page: Page;
  readonly state: PublishedResultsState;
}

export function PapersOverview({ page, state }: GlanceProps) {
  const [box, width] = useMeasuredWidth<HTMLDivElement>();
  const [only, show] = useState<ReplicationDotKind | null>(null);
  const [dot, setDot] = useState<PositionedReplicationDot | null>(null);
  const size = computePapersOverviewSize(width);
  return (
    <section class={css.glance} aria-label="All printed numbers">
      <Verdicts figures={computedFigures(state)} {...{ only, show }} />
      <div class={css.picture}>
        <div class={css.row}>
          <span />
          <div ref={box}>
            <PapersOverviewScale size={size} />
          </div>
          <span />
        </div>
        {publishedTables.map((table) => (
          <PapersOverviewRow
            key={table.id}
            {...{ page, state, table, size, only, onDot: setDot }}
          />
        ))}
      </div>
      <p class={css.reading} aria-live="polite">
        {dot ? dotText(dot) : LEGEND}
      </p>
    </section>
  );
}

const dotText = ({ figure }: PositionedReplicationDot): string => {
  const off = signedNumberText(computeFigureDeviation(figure), figure.decimals);
  const difference = off === '' || Number(off) === 0 ? '' : `, off by ${off}`;
  return `${figure.row}, ${figure.column}: paper ${paperNumberText(figure)}, ours ${publishedFigureText(figure.ours, figure)}${difference}: ${verdictTextWithoutDeviation(figure)}.`;
};

interface VerdictsProps {
  readonly figures: readonly PublishedFigure[];
  readonly only: ReplicationDotKind | null;
  show(kind: ReplicationDotKind | null): void;
}

function Verdicts({ figures, only, show }: VerdictsProps) {
  const kinds = figures.filter(isFigurePrinted).map(judgeFigure);
  const counts = KINDS.map(
    ([kind, words, bar]) =>
      [kind, words, bar, kinds.filter((each) => each === kind).length] as const,
  );
  return (
    <>
      <div class={css.bar} aria-hidden="true">
        {counts.map(
          ([kind, , bar, count]) =>
            count > 0 && <i key={kind} class={bar} style={{ flexGrow: count }} />,
        )}
      </div>
      <ul class={css.glanceKey}>
        {counts.map(([kind, words, , count]) => (
          <li key={kind}>
            <button
              type="button"
              aria-pressed={only === kind}
              title="Show only these"
              onClick={() => show(only === kind ? null : kind)}
            >
              <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
                <PapersOverviewDotMark kind={kind} />
              </svg>
              <b>{count}</b> {words}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
