import type { Sketch, Spot } from 'iklab/run';
import { useEffect, useRef } from 'preact/hooks';
import './sketch.css';

const WIDTH = 232;
const HEIGHT = 104;
const EDGE = 15; // px kept free
const PLAYED = 1200; // ms

/** A scene drawn from a run of it: start pose, trails, last pose, targets; `plays`: it moves once. */
export function SketchPicture({ of, plays }: { of: Sketch; plays: boolean }) {
  const robot = useRef<SVGGElement>(null);
  const place = fitted(of);
  const [x, y] = place(spot(of.poses[0] ?? [], 0)); // of the base
  const last = of.poses.length - 1;
  const strong = Math.max(1.6, Math.min(5.4, 18 / Math.sqrt(of.bones.length + 4)));
  useEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const group = robot.current; // its end is drawn even as it goes
    if (!plays || still || !group) return;
    return played((share) => pose(group, of, place, Math.round(share * last)));
  }, [plays, of]);
  return (
    <>
      <svg
        class="sketch ground"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        style={{ '--x': `${(100 * x) / WIDTH}%`, '--y': `${(100 * y) / HEIGHT}%` }}
        aria-hidden="true"
      >
        <path d={of.ground.map((each) => line(each, place)).join('')} />
      </svg>
      <svg
        class={`sketch slot-${of.slot}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        style={{ '--strong': `${strong}px` }}
        aria-hidden="true"
      >
        <path class="start" d={bones(of, of.poses[0] ?? [], place)} />
        {of.tips.map((tip) => (
          <path
            key={tip}
            class="trail"
            d={line(
              of.poses.map((all) => spot(all, tip)),
              place,
            )}
          />
        ))}
        {of.goals.map((goal, i) => {
          const [cx, cy] = place(goal);
          return <circle key={`${i} goal`} class="goal" cx={cx} cy={cy} r="6" />;
        })}
        <ellipse class="base" cx={x} cy={y} rx="7" ry="3.2" />
        <g ref={robot}>
          <path class="edge" d={bones(of, of.poses[last] ?? [], place)} />
          <path class="bone" d={bones(of, of.poses[last] ?? [], place)} />
          <path class="joints" d={joints(of, of.poses[last] ?? [], place)} />
          <path class="tips" d={tips(of, of.poses[last] ?? [], place)} />
        </g>
      </svg>
    </>
  );
}

type Fit = (at: Spot) => Spot;

const spot = (pose: readonly Spot[], index: number): Spot => pose[index] ?? [0, 0];
const put = ([x, y]: Spot): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
const line = (points: readonly Spot[], place: Fit): string =>
  points.map((point, i) => `${i === 0 ? 'M' : 'L'}${put(place(point))}`).join('');
const dot = (point: Spot, place: Fit): string => `M${put(place(point))}h0`;
const bones = ({ bones: all }: Sketch, at: readonly Spot[], place: Fit): string =>
  all.map(([a, b]) => line([spot(at, a), spot(at, b)], place)).join('');
const joints = ({ bones: all }: Sketch, at: readonly Spot[], place: Fit): string =>
  all.map(([a]) => dot(spot(at, a), place)).join('');
const tips = ({ tips: all }: Sketch, at: readonly Spot[], place: Fit): string =>
  all.map((tip) => dot(spot(at, tip), place)).join('');

function pose(robot: SVGGElement, of: Sketch, place: Fit, index: number): void {
  const at = of.poses[index] ?? [];
  const draw = (part: string, d: string) => robot.querySelector(part)?.setAttribute('d', d);
  draw('.edge', bones(of, at, place));
  draw('.bone', bones(of, at, place));
  draw('.joints', joints(of, at, place));
  draw('.tips', tips(of, at, place));
}

/** From 0 to 1 once; what it gives back ends it at 1. */
function played(show: (share: number) => void): () => void {
  const begun = performance.now();
  let frame = 0;
  const next = (now: number): void => {
    const share = Math.min(1, Math.max(0, (now - begun) / PLAYED));
    show(share);
    if (share < 1) frame = requestAnimationFrame(next);
  };
  frame = requestAnimationFrame(next);
  return () => {
    cancelAnimationFrame(frame);
    show(1);
  };
}

/** Start, end, trails and targets in the middle of the picture, as large as they go. */
function fitted({ poses, goals, tips: ends }: Sketch): Fit {
  const trails = poses.flatMap((all) => ends.map((tip) => spot(all, tip)));
  const seen = [...(poses[0] ?? []), ...(poses.at(-1) ?? []), ...trails, ...goals];
  const range = (axis: 0 | 1): [number, number] => {
    const values = seen.map((each) => each[axis]);
    return [Math.min(...values), Math.max(...values)];
  };
  const [left, right] = range(0);
  const [low, high] = range(1);
  const scale = Math.min(
    (WIDTH - 2 * EDGE) / Math.max(right - left, 1e-9),
    (HEIGHT - 2 * EDGE) / Math.max(high - low, 1e-9),
  );
  return ([x, y]) => [
    WIDTH / 2 + scale * (x - (left + right) / 2),
    HEIGHT / 2 - scale * (y - (low + high) / 2),
  ];
}
