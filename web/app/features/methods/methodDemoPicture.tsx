import {
  type FlatPoint,
  FlatView,
  makeSvgPathWriters,
  splitIntoPositions,
  svgCoordinatesText,
} from '@iklab/run/drawing';
import { listLinkIndexPairs, type MethodDemo } from '@iklab/run/session';
import { useMemo, useRef } from 'preact/hooks';
import css from './methodDemoPicture.module.css';

const STEP = 0.02; // Distance per arrow key, as a share of the drawing.

interface PictureProps {
  readonly demo: MethodDemo;
  readonly slot: number;
  readonly update: number;
  readonly hint: boolean;
  /** Called when a target is moved; `dragging` is true until the drag ends. */
  readonly moved: (dragging: boolean) => void;
}

export function MethodDemoPicture({ demo, slot, update, hint, moved }: PictureProps) {
  const svg = useRef<SVGSVGElement>(null);
  const view = useMemo(() => new FlatView(demo.scene, demo.poses), [demo]);
  const pointsAt = (k: number): FlatPoint[] =>
    splitIntoPositions(demo.poses[k]?.points ?? []).map((point) => view.project(point));
  const points = pointsAt(update);
  const goals = splitIntoPositions(demo.poses[update]?.goals ?? [], 7);
  const tips = goals.map((_, t) => demo.effectorOf(t));
  const trajectories = tips.map((tip) =>
    demo.poses.slice(0, update + 1).map((_, k) => pointsAt(k)[tip] as FlatPoint),
  );
  const { joints } = demo.scene.tree;
  const links = bones(listLinkIndexPairs(demo.scene.tree), points);
  const ring = view.size / 34;
  const move = (target: number, to: FlatPoint, dragging: boolean): void => {
    const goal = goals[target];
    if (!goal) return;
    demo.moveTarget(target, view.movePoint(goal, to));
    moved(dragging);
  };
  const under = (event: PointerEvent): FlatPoint => {
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
      aria-label={`${demo.row.name} at update ${update} of ${demo.poses.length - 1}`}
    >
      {trajectories.map((trajectory, t) => (
        <g class="way" key={`way ${tips[t]}`}>
          <path d={line(trajectory)} />
          <path class="dots" d={dots(trajectory)} />
        </g>
      ))}
      <path class={css.linkEdge} d={links} />
      <path class="link" d={links} />
      <path class="joints" data-symbol="Δθ" d={dots(points.slice(0, joints.length))} />
      <path class={css.tip} d={dots(points.slice(joints.length))} />
      {goals.map((goal, t) => {
        const position = view.project(goal);
        const tip = points[tips[t] as number] as FlatPoint;
        const name = goals.length > 1 ? `Target ${t + 1}` : 'Target';
        return (
          <g class={css.aim} key={name} data-symbol="e">
            <path class={css.gap} d={line([tip, position])} />
            <circle class={css.target} cx={position[0]} cy={position[1]} r={ring} />
            {goals.length > 1 && (
              <text
                class={css.aimNumber}
                x={position[0] + 1.5 * ring}
                y={position[1] + 0.6 * ring}
                font-size={1.7 * ring}
              >
                {t + 1}
              </text>
            )}
            {/* biome-ignore lint/a11y/useSemanticElements: an element of a drawing */}
            <path
              class={css.hand}
              d={dots([position])}
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
                const direction = ARROWS[event.key];
                if (!direction) return;
                event.preventDefault();
                const distance = STEP * view.size;
                move(
                  t,
                  [position[0] + distance * direction[0], position[1] + distance * direction[1]],
                  true,
                );
              }}
            />
          </g>
        );
      })}
      {hint && (
        <Hint position={highest(goals.map((goal) => view.project(goal)))} view={view} ring={ring} />
      )}
    </svg>
  );
}

const highest = (points: readonly FlatPoint[]): FlatPoint =>
  points.reduce((top, point) => (point[1] < top[1] ? point : top));

const ARROWS: Readonly<Record<string, FlatPoint>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function Hint({
  position: [x, y],
  view,
  ring,
}: {
  position: FlatPoint;
  view: FlatView;
  ring: number;
}) {
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

const { line, dots, bones } = makeSvgPathWriters(svgCoordinatesText(4));
