/** A table at first sight: its name, its dots, what has come of it. */
import {
  type DotKind,
  dotsOf,
  type Figure,
  glanceOf,
  halfOf,
  isWhole,
  type PlacedDot,
  type PublishedTable,
  type Score,
  scoreOf,
  scoreText,
  type TaskRun,
  tableReason,
} from '@iklab/study';
import { pageAddress } from 'iklab/document';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { DOT, GlanceDots, type GlanceSize } from './glanceDots.tsx';
import css from './papersGlance.module.css';
import { type PublishedState, timeText } from './publishedState.ts';

const AIR = 7; // px, over and under the dots of a row
const LOW = 52; // px, of a row at the least

interface RowProps {
  readonly page: Page;
  readonly at: PublishedState;
  readonly table: PublishedTable;
  readonly size: GlanceSize;
  /** Alone; null: all. */
  readonly only: DotKind | null;
  tell(dot: PlacedDot | null): void;
}

/** As high from the start as its numbers will need. */
export function GlanceRow({ at, table, size, ...props }: RowProps) {
  const figures = at.figuresOf(table);
  const run = at.runOf(table);
  const shown = figures ?? at.settledOf(table);
  const height = Math.max(LOW, 2 * (halfOf(at.numbersOf(table)) * DOT + AIR));
  const room = { band: size.band / DOT, side: size.side / DOT, half: (height / 2 - AIR) / DOT };
  return (
    <div class={css.row}>
      <div class={css.name}>
        <a href={pageAddress('studies', table.id)}>{table.title}</a>
        <span class="small">{table.brief}</span>
      </div>
      <GlanceDots
        {...{ ...props, size, height }}
        dots={glanceOf(dotsOf(shown), room)}
        hollow={figures === null}
        name={table.title}
      />
      {figures ? (
        <Word {...{ table, figures }} seconds={run?.seconds ?? 0} />
      ) : (
        <Underway run={run} about={timeText(at.secondsOf(table))} />
      )}
    </div>
  );
}

interface UnderwayProps {
  readonly run: TaskRun | null;
  /** How long it takes. */
  readonly about: string;
}

/** How far it has come; a press pauses it, or lets it go on. */
function Underway({ run, about }: UnderwayProps) {
  if (!run) return <span class={`${css.word} small`}>{about}</span>;
  const { done, all } = run.progress();
  const share = Math.round((100 * done) / Math.max(1, all));
  const runs = run.state === 'running';
  if (!runs && run.state !== 'paused')
    return <span class={`${css.word} small`}>{run.fault || run.state}</span>;
  const left = run.secondsLeft;
  const words = `${share}\u202f%${Number.isFinite(left) ? `, ${Math.ceil(left)}\u202fs left` : ''}`;
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
  readonly figures: readonly Figure[];
  /** That it took in this visit. */
  readonly seconds: number;
}

/** What has come of a table, in a word, and why not all. */
function Word({ table, figures, seconds }: WordProps) {
  const score = scoreOf(figures);
  const reason = tableReason(table, figures);
  const time =
    seconds > 0 && ` in ${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)}\u202fs`;
  return (
    <>
      <span class={css.word}>
        <b class={isWhole(score) ? css.whole : undefined}>
          {isWhole(score) && <Icon name="check" size={12} />}
          {wordOf(score)}
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

function wordOf(score: Score): string {
  const { out, off, covered } = score;
  if (!isWhole(score)) return out + off > 0 ? scoreText(score) : 'not judged';
  if (covered === 0) return 'every number';
  return covered === out ? 'within the spread' : 'all reproduced';
}
