import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import css from './figures.module.css';
import type { PlotScale } from './plotScale.ts';

export const PLOT_HEIGHT = 236;
export const PLOT_MARGINS = { top: 24, right: 14, bottom: 36 } as const;

/** Returns a ref `host` and the element's width in pixels; 0 before the first layout. */
export function useElementWidth() {
  const host = useRef<HTMLDivElement>(null);
  const [width, set] = useState(0);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => set(Math.floor(entry?.contentRect.width ?? 0)));
    watch.observe(host.current as HTMLElement);
    return () => watch.disconnect();
  }, []);
  return { host, width };
}

/** Range selected by dragging in a plot: upper left and lower right corner, in pixels. */
export interface DraggedRange {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

interface PlotProps {
  readonly name: string;
  readonly words: string;
  readonly width: number;
  readonly height?: number;
  readonly left: number;
  /** Top of the plot area in pixels, below the key. */
  readonly top?: number;
  readonly x: PlotScale;
  readonly y: PlotScale | null;
  /** Titles of the axes with units. `upward` is '' if named rows replace the vertical axis. */
  readonly across: string;
  readonly upward: string;
  /** Called when a drag selects a range. Unless `free`, the range has the plot's full height. */
  readonly brushed?: (drawn: DraggedRange) => void;
  readonly free?: boolean;
  /** Called with the position of a press without dragging, in pixels. */
  readonly pressed?: (point: readonly [number, number]) => void;
  readonly children: ComponentChildren;
}

const MIN_DRAG = 4; // Pixels; a shorter movement is not dragging.

export function PlotFrame(props: PlotProps) {
  const {
    name,
    words,
    width,
    height = PLOT_HEIGHT,
    left,
    top = PLOT_MARGINS.top,
    x,
    y,
    across,
    upward,
    children,
  } = props;
  const [range, frame] = useBrush(props);
  const bottom = height - PLOT_MARGINS.bottom;
  const right = width - PLOT_MARGINS.right;
  return (
    <svg
      class={props.brushed ? css.plot : `${css.plot} ${css.still}`}
      role="img"
      aria-label={`${name}. ${words}`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      {...(props.brushed && frame)}
    >
      {x.ticks.map(({ at, text }) => (
        <g key={at}>
          <line class="grid" x1={x.toPixels(at)} x2={x.toPixels(at)} y1={top} y2={bottom} />
          <text
            class="tick"
            x={x.toPixels(at)}
            y={bottom + 14}
            text-anchor={x.toPixels(at) > right - 12 ? 'end' : 'middle'}
          >
            {text}
          </text>
        </g>
      ))}
      {y?.ticks.map(({ at, text }) => (
        <g key={at}>
          <line class="grid" x1={left} x2={right} y1={y.toPixels(at)} y2={y.toPixels(at)} />
          <text class="tick" x={left - 6} y={y.toPixels(at) + 4} text-anchor="end">
            {text}
          </text>
        </g>
      ))}
      <line class={css.axis} x1={left} x2={right} y1={bottom} y2={bottom} />
      <text class="tick" x={right} y={bottom + 29} text-anchor="end">
        {across}
      </text>
      {upward !== '' && (
        <text class="tick" x="2" y="12">
          {upward}
        </text>
      )}
      {children}
      {range && (
        <rect
          class={css.brush}
          x={range.from[0]}
          y={range.from[1]}
          width={range.to[0] - range.from[0]}
          height={range.to[1] - range.from[1]}
        />
      )}
    </svg>
  );
}

function useBrush({ height = PLOT_HEIGHT, free = false, brushed, pressed }: PlotProps) {
  const start = useRef<readonly [number, number] | null>(null);
  const [end, set] = useState<readonly [number, number] | null>(null);
  const pointerPosition = ({ currentTarget, clientX, clientY }: PointerEvent): [number, number] => {
    const box = (currentTarget as Element).getBoundingClientRect();
    return [clientX - box.x, clientY - box.y];
  };
  const over = (): void => {
    start.current = null;
    set(null);
  };
  const rows = free ? null : ([PLOT_MARGINS.top, height - PLOT_MARGINS.bottom] as const);
  const drawn = start.current && end ? between(start.current, end, rows) : null;
  const frame = {
    // On touch screens, horizontal dragging selects, and vertical dragging scrolls the page, which
    // cancels the selection.
    onPointerDown(event: PointerEvent): void {
      if (event.button !== 0 || !event.isPrimary) return;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      start.current = pointerPosition(event);
    },
    onPointerMove(event: PointerEvent): void {
      if (start.current && event.isPrimary) set(pointerPosition(event));
    },
    onPointerUp(event: PointerEvent): void {
      const [a, to] = [start.current, pointerPosition(event)];
      if (!a || !event.isPrimary) return;
      over();
      const distance = Math.max(Math.abs(to[0] - a[0]), free ? Math.abs(to[1] - a[1]) : 0);
      // In a figure with rows, a range belongs to the row in which it begins.
      if (distance >= MIN_DRAG) brushed?.(between(a, to, free ? null : [a[1], a[1]]));
      else pressed?.(to);
    },
    onPointerCancel: over,
  };
  return [drawn, frame] as const;
}

function between(
  [ax, ay]: readonly [number, number],
  [bx, by]: readonly [number, number],
  rows: readonly [number, number] | null,
): DraggedRange {
  const [top, bottom] = rows ?? [Math.min(ay, by), Math.max(ay, by)];
  return { from: [Math.min(ax, bx), top], to: [Math.max(ax, bx), bottom] };
}
