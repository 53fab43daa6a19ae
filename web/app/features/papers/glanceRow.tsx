import { pageAddress } from '@iklab/core/document';
import {
  countScore,
  halfRowHeight,
  isFullyReproduced,
  makeOverviewDots,
  type OverviewDotKind,
  type PositionedDot,
  type PublishedFigure,
  type PublishedTable,
  placeOverviewDots,
  type ReplicationScore,
  scoreText,
  tableReason,
} from '@iklab/study/published';
import type { TaskRun } from '@iklab/study/tasks';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { DOT_SIZE, type GlanceSize, OverviewDots } from './glanceDots.tsx';
import css from './papersGlance.module.css';
import { type PublishedState, publishedTimeText } from './publishedState.ts';

const AIR = 7; // Pixels above and below the dots of a row.
const LOW = 52; // Pixels; minimum height of a row.

interface RowProps {
  readonly page: Page;
  readonly state: PublishedState;
  readonly table: PublishedTable;
  readonly size: GlanceSize;
  /** Only kind of dots that is shown; null to show all kinds. */
  readonly only: OverviewDotKind | null;
  onDot(dot: PositionedDot | null): void;
}

/** Shows the dots of a table in the overview; its height is final before there are numbers. */
export function OverviewRow({ state, table, size, ...props }: RowProps) {
  const figures = state.figuresOf(table);
  const run = state.runOf(table);
  const shownFigures = figures ?? state.settledFigures(table);
  const height = Math.max(LOW, 2 * (halfRowHeight(state.numberCount(table)) * DOT_SIZE + AIR));
  const space = {
    band: size.band / DOT_SIZE,
    side: size.side / DOT_SIZE,
    half: (height / 2 - AIR) / DOT_SIZE,
  };
  return (
    <div class={css.row}>
      <div class={css.name}>
        <a href={pageAddress('studies', table.id)}>{table.title}</a>
        <span class="small">{table.brief}</span>
      </div>
      <OverviewDots
        {...{ ...props, size, height }}
        dots={placeOverviewDots(makeOverviewDots(shownFigures), space)}
        hollow={figures === null}
        name={table.title}
      />
      {figures ? (
        <RowScore {...{ table, figures }} seconds={run?.seconds ?? 0} />
      ) : (
        <RowProgress run={run} about={publishedTimeText(state.estimateSeconds(table))} />
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
      <i class={css.progress}>
        <i style={{ width: `${share}%` }} />
      </i>
      <span class="small">{runs ? words : `paused at ${share}\u202f%`}</span>
    </button>
  );
}

interface WordProps {
  readonly table: PublishedTable;
  readonly figures: readonly PublishedFigure[];
  /** Computing time in seconds; 0 if the table was not computed in this visit. */
  readonly seconds: number;
}

function RowScore({ table, figures, seconds }: WordProps) {
  const score = countScore(figures);
  const reason = tableReason(table, figures);
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
  if (!isFullyReproduced(score)) return out + off > 0 ? scoreText(score) : 'not judged';
  if (covered === 0) return 'every number';
  return covered === out ? 'within our interval' : 'all reproduced';
}
