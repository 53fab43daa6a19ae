import {
  deviationScalePosition,
  type PositionedReplicationDot,
  type ReplicationDotKind,
} from '@iklab/study/published';
import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { openStudyCase } from '../study/openStudyCase.ts';
import css from './papersOverview.module.css';

export const OVERVIEW_DOT_SIZE = 6; // Pixels; size of a dot.
const EDGE = 28; // Pixels beyond the end of the scale; half the width of a number.
const NEAR = 9; // Pixels from the pointer.
const TICKS = [-100, -10, -1, 1, 10, 100];

const DOT_CLASSES: Readonly<Record<ReplicationDotKind, string | undefined>> = {
  same: css.same,
  covered: css.covered,
  'one-sided': css.oneSided,
  caused: css.caused,
  off: css.off,
  unjudged: css.unjudged,
};

/** Sizes in pixels of the overview with a dot per published number; equal for all rows. */
export interface PapersOverviewSize {
  readonly width: number;
  /** Half the width of the "as printed" band. */
  readonly band: number;
  /** Length of the scale on either side of the "as printed" band. */
  readonly side: number;
}

export function computePapersOverviewSize(width: number): PapersOverviewSize {
  const band = width > 480 ? 64 : 58;
  return { width, band, side: Math.max(40, width / 2 - band - EDGE) };
}

const dotX = (off: number, { band, side }: PapersOverviewSize): number =>
  Math.sign(off) * (band + OVERVIEW_DOT_SIZE / 2 + side * deviationScalePosition(off));

export function PapersOverviewScale({ size }: { readonly size: PapersOverviewSize }) {
  const roomy = size.side > 130;
  return (
    <svg class={css.scale} width={size.width} height={18} aria-hidden="true">
      <g transform={`translate(${size.width / 2} 13)`} text-anchor="middle">
        <text class={css.middle}>as printed</text>
        {TICKS.filter((tick) => roomy || Math.abs(tick) > 1).map((tick) => (
          <text key={tick} x={dotX(tick, size)}>
            {tick < 0 ? '−' : '+'}
            {Math.abs(tick)}
            {roomy && ' %'}
          </text>
        ))}
      </g>
    </svg>
  );
}

interface DotsProps {
  readonly page: Page;
  readonly dots: readonly PositionedReplicationDot[];
  readonly name: string;
  readonly size: PapersOverviewSize;
  readonly height: number;
  readonly hollow: boolean;
  /** Null to show dots of all kinds. */
  readonly only: ReplicationDotKind | null;
  onDot(dot: PositionedReplicationDot | null): void;
}

export function PapersOverviewDots(props: DotsProps) {
  const { dots, name, size, height, hollow, only } = props;
  const { chosen, hands } = useChosen(props);
  const [middle, centre] = [size.width / 2, height / 2];
  return (
    <svg
      class={hollow ? `${css.dots} ${css.hollow}` : css.dots}
      width={size.width}
      height={height}
      role="img"
      aria-label={labelOf(name, dots.length, hollow)}
      tabIndex={dots.length === 0 ? undefined : 0}
      {...hands}
    >
      <rect class={css.band} x={middle - size.band} width={2 * size.band} height={height} />
      {TICKS.map((tick) => {
        const x = middle + dotX(tick, size);
        return <line key={tick} x1={x} x2={x} y2={height} />;
      })}
      <g transform={`translate(${middle} ${centre})`}>
        {dots.map(({ kind, x, y }, i) => (
          <g
            key={i}
            transform={`translate(${OVERVIEW_DOT_SIZE * x} ${OVERVIEW_DOT_SIZE * y})`}
            opacity={only === null || only === kind ? undefined : 0.12}
            class={i === chosen ? css.chosen : undefined}
          >
            <PapersOverviewDotMark kind={kind} />
          </g>
        ))}
      </g>
    </svg>
  );
}

function labelOf(name: string, count: number, hollow: boolean): string {
  if (count === 0) return `${name}: not computed yet`;
  const numbers = `${count} printed numbers${hollow ? ' so far' : ''}`;
  return `${name}: ${numbers}; arrow keys read them, Enter opens a run`;
}

function useChosen({ page, dots, size, height, onDot }: DotsProps) {
  const [chosen, choose] = useState(-1);
  const take = (index: number): void => {
    choose(index);
    onDot(dots[index] ?? null);
  };
  const nearest = (event: MouseEvent): number => {
    const { left, top } = (event.currentTarget as Element).getBoundingClientRect();
    const x = event.clientX - left - size.width / 2;
    const y = event.clientY - top - height / 2;
    const away = dots.map((dot) =>
      Math.hypot(OVERVIEW_DOT_SIZE * dot.x - x, OVERVIEW_DOT_SIZE * dot.y - y),
    );
    const least = Math.min(...away);
    return least < NEAR ? away.indexOf(least) : -1;
  };
  const open = (index: number): void => {
    const figure = dots[index]?.figure;
    if (figure) openStudyCase(page, figure.opens, `${figure.row}, ${figure.column}`);
  };
  const keys = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') open(chosen);
    else if (step) take(Math.min(dots.length - 1, Math.max(0, chosen + step)));
    else return;
    event.preventDefault();
  };
  const hands = {
    onKeyDown: keys,
    onBlur: () => take(-1),
    onPointerMove: (event: PointerEvent) => take(nearest(event)),
    onPointerLeave: () => take(-1),
    onClick: (event: MouseEvent) => open(nearest(event)),
  };
  return { chosen, hands };
}

export function PapersOverviewDotMark({ kind }: { readonly kind: ReplicationDotKind }) {
  const className = DOT_CLASSES[kind];
  if (kind === 'caused') return <path class={className} d="M0-3.1 3.1 2.6H-3.1Z" />;
  if (kind === 'off') return <path class={className} d="M0-3.5 3.5 0 0 3.5-3.5 0Z" />;
  return <circle class={className} r={kind === 'same' ? 2.7 : 2.2} />;
}
