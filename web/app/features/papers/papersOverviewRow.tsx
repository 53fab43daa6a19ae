import { pageAddress } from '@iklab/core/document';
import {
  countReplicationScore,
  halfDotRowHeight,
  isFullyReproduced,
  makeReplicationDots,
  type PositionedReplicationDot,
  type PublishedFigure,
  type PublishedTable,
  placeReplicationDots,
  type ReplicationDotKind,
  type ReplicationScore,
  replicationScoreText,
  tableDeviationReasons,
} from '@iklab/study/published';
import type { TaskRun } from '@iklab/study/tasks';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './papersOverview.module.css';
import {
  OVERVIEW_DOT_SIZE,
  PapersOverviewDots,
  type PapersOverviewSize,
} from './papersOverviewDots.tsx';
import { approximateTimeText, type PublishedResultsState } from './publishedResultsState.ts';

const AIR = 7; // Pixels above and below the dots of a row.
const LOW = 52; // Pixels; minimum height of a row.

interface RowProps {
  readonly page: Page;
  readonly state: PublishedResultsState;
  readonly table: PublishedTable;
  readonly size: PapersOverviewSize;
  /** Null to show dots of all kinds. */
  readonly only: ReplicationDotKind | null;
  onDot(dot: PositionedReplicationDot | null): void;
}

/** The row has its final height before the table is computed. */
export function PapersOverviewRow({ state, table, size, ...props }: RowProps) {
  const figures = state.figuresOf(table);
  const run = state.runOf(table);
  const shownFigures = figures ?? state.settledFigures(table);
  const height = Math.max(
    LOW,
    2 * (halfDotRowHeight(state.numberCount(table)) * OVERVIEW_DOT_SIZE + AIR),
  );
  const space = {
    band: size.band / OVERVIEW_DOT_SIZE,
    side: size.side / OVERVIEW_DOT_SIZE,
    half: (height / 2 - AIR) / OVERVIEW_DOT_SIZE,
  };
  return (
    <div class={css.row}>
      <div class={css.name}>
        <a href={pageAddress('studies', table.id)}>{table.title}</a>
        <span class="small">{table.brief}</span>
      </div>
      <PapersOverviewDots
        {...{ ...props, size, height }}
        dots={placeReplicationDots(makeReplicationDots(shownFigures), space)}
        hollow={figures === null}
        name={table.title}
      />
      {figures ? (
        <RowScore {...{ table, figures }} seconds={run?.seconds ?? 0} />
      ) : (
        <RowProgress run={run} about={approximateTimeText(state.estimateSeconds(table))} />
      )}
    </div>
  );
}

interface UnderwayProps {
  readonly run: TaskRun | null;
  readonly about: string;
}

function RowProgress({ run, about }: UnderwayProps) {
  if (!run) return <span class={`${css.word} small`}>{about}</span>;
  const { done, all } = run.progress();
  const share = Math.round((100 * done) / Math.max(1, all));
  const runs = run.state === 'running';
  if (!runs && run.state !== 'paused')
    return <span class={`${css.word} small`}>{run.fault || run.state}</span>;
  const secondsLeft = run.remainingSeconds;
  const words = `${share}\u202f%${Number.isFinite(secondsLeft) ? `, ${Math.ceil(secondsLeft)}\u202fs left` : ''}`;
  return (
    <button
      type="button"
      class={`${css.word} ${css.underway}`}
      title={runs ? 'Pause' : 'Continue'}
      onClick={() => (runs ? run.pause() : run.start())}
    >
      <i class={css.underwayBar}>
        <i style={{ width: `${share}%` }} />
      </i>
      <span class="small">{runs ? words : `paused at ${share}\u202f%`}</span>
    </button>
  );
}

interface WordProps {
  readonly table: PublishedTable;
  readonly figures: readonly PublishedFigure[];
  /** Computing time in seconds; 0 if not computed in this visit. */
  readonly seconds: number;
}

function RowScore({ table, figures, seconds }: WordProps) {
  const score = countReplicationScore(figures);
  const reason = tableDeviationReasons(table, figures);
  const time =
    seconds > 0 && ` in ${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)}\u202fs`;
  return (
    <>
      <span class={css.word}>
        <b class={isFullyReproduced(score) ? css.whole : undefined}>
          {isFullyReproduced(score) && <Icon name="check" size={12} />}
          {scoreWord(score)}
        </b>
        <span class="small">{time}</span>
      </span>
      {reason && (
        <a class={`${css.reason} small`} href={pageAddress('studies', table.id)} title={reason}>
          {reason}
        </a>
      )}
    </>
  );
}

function scoreWord(score: ReplicationScore): string {
  const { out, off, covered } = score;
  if (!isFullyReproduced(score)) return out + off > 0 ? replicationScoreText(score) : 'not judged';
  if (covered === 0) return 'every number';
  return covered === out ? 'within our interval' : 'all reproduced';
}
