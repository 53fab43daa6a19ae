import {
  bonesOf,
  coordinatesText,
  type Demo,
  FlatView,
  type Point,
  pointsOf,
  svgPaths,
} from 'iklab/run';
import { useMemo, useRef } from 'preact/hooks';
import css from './methodsPicture.module.css';

const STEP = 0.02; // Distance per arrow key, as a share of the drawing.

interface PictureProps {
  readonly demo: Demo;
  readonly slot: number;
  readonly at: number;
  readonly hint: boolean;
  /** Called when a target is dragged; `held`: the drag is still in progress. */
  readonly moved: (held: boolean) => void;
}

export function Picture({ demo, slot, at, hint, moved }: PictureProps) {
  const svg = useRef<SVGSVGElement>(null);
  const view = useMemo(() => new FlatView(demo.scene, demo.poses), [demo]);
  const places = (k: number): Point[] =>
    pointsOf(demo.poses[k]?.points ?? []).map((place) => view.place(place));
  const points = places(at);
  const goals = pointsOf(demo.poses[at]?.goals ?? [], 7);
  const tips = goals.map((_, t) => demo.effectorOf(t));
  const ways = tips.map((tip) =>
    demo.poses.slice(0, at + 1).map((_, k) => places(k)[tip] as Point),
  );
  const { joints } = demo.scene.tree;
  const links = bones(bonesOf(demo.scene.tree), points);
  const ring = view.size / 34;
  const move = (target: number, to: Point, held: boolean): void => {
    const goal = goals[target];
    if (!goal) return;
    demo.move(target, view.moved(goal, to));
    moved(held);
  };
  const under = (event: PointerEvent): Point => {
    const matrix = svg.current?.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [x, y];
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing is not part of a form
    <svg
      class={`${css.picture} slot-${slot}`}
      ref={svg}
      viewBox={`${view.left} ${view.top} ${view.width} ${view.height}`}
      role="group"
      aria-label={`${demo.row.name} at update ${at} of ${demo.poses.length - 1}`}
    >
      {ways.map((way, t) => (
        <g class="way" key={`way ${tips[t]}`}>
          <path d={line(way)} />
          <path class="dots" d={dots(way)} />
        </g>
      ))}
      <path class={css.linkEdge} d={links} />
      <path class="link" d={links} />
      <path class="joints" data-symbol="Δθ" d={dots(points.slice(0, joints.length))} />
      <path class={css.tip} d={dots(points.slice(joints.length))} />
      {goals.map((goal, t) => {
        const place = view.place(goal);
        const tip = points[tips[t] as number] as Point;
        const name = goals.length > 1 ? `Target ${t + 1}` : 'Target';
        return (
          <g class={css.aim} key={name} data-symbol="e">
            <path class={css.gap} d={line([tip, place])} />
            <circle class={css.target} cx={place[0]} cy={place[1]} r={ring} />
            {goals.length > 1 && (
              <text
                class={css.aimNumber}
                x={place[0] + 1.5 * ring}
                y={place[1] + 0.6 * ring}
                font-size={1.7 * ring}
              >
                {t + 1}
              </text>
            )}
            {/* biome-ignore lint/a11y/useSemanticElements: an element of a drawing */}
            <path
              class={css.hand}
              d={dots([place])}
              tabindex={0}
              role="button"
              aria-label={`${name}: drag it, or press the arrow keys`}
              onPointerDown={(event) => {
                event.preventDefault();
                event.currentTarget.setPointerCapture(event.pointerId);
                event.currentTarget.focus({ preventScroll: true });
              }}
              onPointerMove={(event) => {
                if (event.currentTarget.hasPointerCapture(event.pointerId))
                  move(t, under(event), true);
              }}
              onLostPointerCapture={() => moved(false)}
              onKeyDown={(event) => {
                const way = ARROWS[event.key];
                if (!way) return;
                event.preventDefault();
                const by = STEP * view.size;
                move(t, [place[0] + by * way[0], place[1] + by * way[1]], true);
              }}
            />
          </g>
        );
      })}
      {hint && <Hint at={highest(goals.map((goal) => view.place(goal)))} view={view} ring={ring} />}
    </svg>
  );
}

const highest = (places: readonly Point[]): Point =>
  places.reduce((top, place) => (place[1] < top[1] ? place : top));

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Shown until a target has been moved. */
function Hint({ at: [x, y], view, ring }: { at: Point; view: FlatView; ring: number }) {
  const [width, height] = [5.4 * ring, 1.8 * ring];
  const below = y - view.top < 4 * ring;
  const top = below ? y + 1.5 * ring : y - 1.5 * ring - height;
  const left = Math.max(view.left, Math.min(view.left + view.width - width, x - width / 2));
  return (
    <g class="drag-hint">
      <rect x={left} y={top} width={width} height={height} rx={ring / 4} />
      <text
        class={css.hintText}
        x={left + width / 2}
        y={top + 0.68 * height}
        font-size={1.1 * ring}
      >
        Drag me
      </text>
    </g>
  );
}

const { line, dots, bones } = svgPaths(coordinatesText(4));
