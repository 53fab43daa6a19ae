import {
  type DotKind,
  deviation,
  dotsOf,
  glanceOf,
  isWhole,
  type PlacedDot,
  type PublishedTable,
  placeOf,
  publishedTables,
  scoreOf,
  verdictOf,
  verdictWords,
} from '@iklab/study';
import { pageAddress } from 'iklab/document';
import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { useWidth } from '../../ui/useWidth.ts';
import { openCase } from '../study/openCase.ts';
import { figureText, paperText, signed } from './figureText.ts';
import css from './papersGlance.module.css';
import { type PublishedState, timeText } from './publishedState.ts';

const DOT = 6; // px, of a dot
const BAND = 62; // px, half of what stands for "as printed"
const EDGE = 24; // px, beyond the end of the scale: half a number
const AIR = 10; // px, over and under the dots of a row
const LOW = 44; // px, of a row at the least
const NARROW = 420; // px: less has no room for all numbers of the scale
const NEAR = 9; // px, of the pointer
const TICKS = [-100, -10, -1, 1, 10, 100];

const LOOKS: Readonly<Record<DotKind, string | undefined>> = {
  same: css.same,
  covered: css.covered,
  caused: css.caused,
  off: css.off,
  unjudged: css.unjudged,
};

const KINDS: readonly (readonly [DotKind, string])[] = [
  ['same', 'as printed'],
  ['covered', 'within the interval of ours'],
  ['caused', 'off for a named cause'],
  ['off', 'off'],
  ['unjudged', 'not judged'],
];

interface GlanceProps {
  readonly page: Page;
  readonly at: PublishedState;
}

/** Every printed number of every table as a dot: as printed, or off by how much. */
export function PapersGlance({ page, at }: GlanceProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const [only, show] = useState<DotKind | null>(null);
  const [read, tell] = useState<PlacedDot | null>(null);
  const side = Math.max(40, width / 2 - BAND - EDGE);
  const figures = publishedTables.flatMap((table) => at.figuresOf(table) ?? []);
  const counts = KINDS.map(
    ([kind, words]) =>
      [kind, words, figures.filter((each) => verdictOf(each) === kind).length] as const,
  );
  return (
    <section class={css.glance} aria-label="All printed numbers">
      <ul class={css.key}>
        {counts
          .filter(([, , count]) => count > 0)
          .map(([kind, words, count]) => (
            <li key={kind}>
              <button
                type="button"
                aria-pressed={only === kind}
                title="Show these alone"
                onClick={() => show(only === kind ? null : kind)}
              >
                <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
                  <Sign kind={kind} />
                </svg>
                <b>{count}</b> {words}
              </button>
            </li>
          ))}
      </ul>
      <div class={css.row}>
        <span />
        <div ref={box}>
          <Scale side={side} width={width} />
        </div>
        <span />
      </div>
      {publishedTables.map((table) => (
        <Row key={table.id} {...{ page, at, table, side, width, only, tell }} />
      ))}
      <p class={css.reading} aria-live="polite">
        {read ? reading(read) : 'A dot is a printed number: right of the band ours is larger.'}
      </p>
    </section>
  );
}

const reading = ({ figure }: PlacedDot): string => {
  const off = signed(deviation(figure), figure.decimals);
  const by = off === '' || Number(off) === 0 ? '' : `, off by ${off}`;
  return `${figure.row}, ${figure.column}: paper ${paperText(figure)}, ours ${figureText(figure.ours, figure)}${by}: ${verdictWords(figure)}.`;
};

const placed = (off: number, side: number): number =>
  Math.sign(off) * (BAND + DOT / 2 + side * placeOf(off));

/** What the places beside the band mean. */
function Scale({ side, width }: { readonly side: number; readonly width: number }) {
  return (
    <svg class={css.scale} width={width} height={18} aria-hidden="true">
      <g transform={`translate(${width / 2} 13)`}>
        <text>as printed</text>
        {TICKS.filter((tick) => width > NARROW || Math.abs(tick) !== 10).map((tick) => (
          <text key={tick} x={placed(tick, side)}>
            {tick < 0 ? '−' : '+'}
            {Math.abs(tick)} %
          </text>
        ))}
      </g>
    </svg>
  );
}

interface RowProps extends GlanceProps {
  readonly table: PublishedTable;
  readonly side: number;
  readonly width: number;
  /** Alone; null: all. */
  readonly only: DotKind | null;
  tell(dot: PlacedDot | null): void;
}

function Row({ page, at, table, side, width, only, tell }: RowProps) {
  const figures = at.figuresOf(table);
  const run = at.runOf(table);
  const { dots, half } = glanceOf(dotsOf(figures ?? []), BAND / DOT, side / DOT);
  const height = Math.max(LOW, 2 * (half * DOT + AIR));
  return (
    <div class={css.row}>
      <div class={css.name}>
        <a href={pageAddress('studies', table.id)}>{table.title}</a>
        {run && run.state !== 'done' && <Progress run={run} />}
      </div>
      <Dots {...{ page, dots, side, width, height, only, tell }} name={table.title} />
      <div class={css.word}>
        {figures ? (
          <Word figures={figures} />
        ) : (
          <span class="small">{timeText(at.secondsOf(table))}</span>
        )}
      </div>
    </div>
  );
}

function Progress({ run }: { readonly run: NonNullable<ReturnType<PublishedState['runOf']>> }) {
  const { done, all } = run.progress();
  const share = Math.round((100 * done) / Math.max(1, all));
  const left = run.secondsLeft;
  return (
    <span class="small">
      <i class={css.progress}>
        <i style={{ width: `${share}%` }} />
      </i>
      {run.state === 'running'
        ? `${share} %`
        : run.state === 'paused'
          ? `waits at ${share} %`
          : run.state}
      {run.state === 'running' && Number.isFinite(left) && `, ${Math.ceil(left)} s left`}
    </span>
  );
}

/** What has come of a table, in a word. */
function Word({ figures }: { readonly figures: Parameters<typeof scoreOf>[0] }) {
  const score = scoreOf(figures);
  const { out, off, open } = score;
  const all = out + off + open;
  if (isWhole(score))
    return <b class={css.whole}>{all === 1 ? 'as printed' : `all ${all} come out`}</b>;
  return (
    <>
      {out + off > 0 && (
        <b>
          {out} of {all}
        </b>
      )}{' '}
      <span class="small">
        {[off > 0 && `${off} off`, open > 0 && `${open} not judged`].filter(Boolean).join(', ')}
      </span>
    </>
  );
}

interface DotsProps extends Omit<RowProps, 'at' | 'table'> {
  readonly dots: readonly PlacedDot[];
  readonly name: string;
  readonly height: number;
}

/** The dots of a table: a press, or Enter, opens the run behind one. */
function Dots({ page, dots, name, width, height, side, only, tell }: DotsProps) {
  const [chosen, choose] = useState(-1);
  const [middle, centre] = [width / 2, height / 2];
  const take = (index: number): void => {
    choose(index);
    tell(dots[index] ?? null);
  };
  const nearest = (event: MouseEvent): number => {
    const { left, top } = (event.currentTarget as Element).getBoundingClientRect();
    const [x, y] = [event.clientX - left - middle, event.clientY - top - centre];
    const away = dots.map((dot) => Math.hypot(DOT * dot.x - x, DOT * dot.y - y));
    const least = Math.min(...away);
    return least < NEAR ? away.indexOf(least) : -1;
  };
  const open = (index: number): void => {
    const figure = dots[index]?.figure;
    if (figure) openCase(page, figure.opens, `${figure.row}, ${figure.column}`);
  };
  const keys = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') open(chosen);
    else if (step) take(Math.min(dots.length - 1, Math.max(0, chosen + step)));
    else return;
    event.preventDefault();
  };
  return (
    <svg
      class={css.dots}
      width={width}
      height={height}
      role="img"
      aria-label={
        dots.length === 0
          ? `${name}: not computed yet`
          : `${name}: ${dots.length} printed numbers; arrow keys read them, Enter opens a run`
      }
      tabIndex={dots.length === 0 ? undefined : 0}
      onKeyDown={keys}
      onBlur={() => take(-1)}
      onPointerMove={(event) => take(nearest(event))}
      onPointerLeave={() => take(-1)}
      onClick={(event) => open(nearest(event))}
    >
      <rect class={css.band} x={middle - BAND} width={2 * BAND} height={height} />
      {TICKS.map((tick) => (
        <line
          key={tick}
          x1={middle + placed(tick, side)}
          x2={middle + placed(tick, side)}
          y2={height}
        />
      ))}
      <g transform={`translate(${middle} ${centre})`}>
        {dots.map(({ kind, x, y }, i) => (
          <g
            key={i}
            transform={`translate(${DOT * x} ${DOT * y})`}
            opacity={only === null || only === kind ? undefined : 0.12}
            class={i === chosen ? css.chosen : undefined}
          >
            <Sign kind={kind} />
          </g>
        ))}
      </g>
    </svg>
  );
}

/** By shape and colour. */
function Sign({ kind }: { readonly kind: DotKind }) {
  const look = LOOKS[kind];
  if (kind === 'caused') return <path class={look} d="M0-3.1 3.1 2.6H-3.1Z" />;
  if (kind === 'off') return <path class={look} d="M0-3.5 3.5 0 0 3.5-3.5 0Z" />;
  return <circle class={look} r={kind === 'same' ? 2.7 : 2.2} />;
}
