import { coordinatesText, type Point, rangesOf, type Sketch, svgPaths } from 'iklab/run';
import { type Cancel, threadTime } from 'iklab/time';
import { useEffect, useRef } from 'preact/hooks';
import './sketch.css';

const WIDTH = 232;
const HEIGHT = 104;
const EDGE = 15; // Pixels kept free at the edges.
const PLAYED = 1200; // Milliseconds.

/**
 * A drawing of a scene's run: start pose, trails, last pose, targets. With `plays`, the motion is
 * shown once.
 */
export function SketchPicture({ of, plays }: { of: Sketch; plays: boolean }) {
  const robot = useRef<SVGGElement>(null);
  const place = fitted(of);
  const poses = of.poses.map((each) => each.map(place));
  const [start = none, end = none] = [poses[0], poses.at(-1)];
  const [x, y] = start[0] ?? place([0, 0]); // Position of the base.
  const last = of.poses.length - 1;
  const strong = Math.max(1.6, Math.min(5.4, 18 / Math.sqrt(of.bones.length + 4)));
  useEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    // Captured here, because the cleanup runs after the ref is cleared.
    const group = robot.current;
    if (!plays || still || !group) return;
    return played((share) => pose(group, of, poses[Math.round(share * last)] ?? none));
  }, [plays, of]);
  return (
    <>
      <svg
        class="sketch ground"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        style={{ '--x': `${(100 * x) / WIDTH}%`, '--y': `${(100 * y) / HEIGHT}%` }}
        aria-hidden="true"
      >
        <path d={of.ground.map((each) => line(each.map(place))).join('')} />
      </svg>
      <svg
        class={`sketch slot-${of.slot}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        style={{ '--strong': `${strong}px` }}
        aria-hidden="true"
      >
        <path class="start" d={bones(of.bones, start)} />
        {of.tips.map((tip) => (
          <path key={tip} class="trail" d={line(poses.map((each) => spot(each, tip)))} />
        ))}
        {of.goals.map((goal, i) => {
          const [cx, cy] = place(goal);
          return <circle key={`${i} goal`} class="goal" cx={cx} cy={cy} r="6" />;
        })}
        <ellipse class="base" cx={x} cy={y} rx="7" ry="3.2" />
        <g ref={robot}>
          {Object.entries(parts(of, end)).map(([part, d]) => (
            <path key={part} class={part} d={d} />
          ))}
        </g>
      </svg>
    </>
  );
}

type Fit = (at: Point) => Point;

const { line, dots, bones } = svgPaths(coordinatesText(1));
const none: readonly Point[] = [];

/** Path data of the moving elements, by class. */
function parts({ bones: pairs, tips }: Sketch, pose: readonly Point[]) {
  const links = bones(pairs, pose);
  return {
    edge: links,
    bone: links,
    joints: dots(pairs.map(([a]) => spot(pose, a))),
    tips: dots(tips.map((tip) => spot(pose, tip))),
  };
}

const spot = (pose: readonly Point[], index: number): Point => pose[index] ?? [0, 0];

function pose(robot: SVGGElement, of: Sketch, at: readonly Point[]): void {
  for (const [part, d] of Object.entries(parts(of, at)))
    robot.querySelector(`.${part}`)?.setAttribute('d', d);
}

/** Calls back per frame with a share from 0 to 1. The returned function jumps to 1. */
export function played(show: (share: number) => void): () => void {
  const begun = threadTime.now();
  let cancel: Cancel;
  const next = (now: number): void => {
    const share = Math.min(1, Math.max(0, (now - begun) / PLAYED));
    show(share);
    if (share < 1) cancel = threadTime.frame(next);
  };
  cancel = threadTime.frame(next);
  return () => {
    cancel();
    show(1);
  };
}

/** Scales and centres poses, trails and targets to fill the picture. */
function fitted({ poses, goals, tips: ends }: Sketch): Fit {
  const trails = poses.flatMap((all) => ends.map((tip) => spot(all, tip)));
  const seen = [...(poses[0] ?? []), ...(poses.at(-1) ?? []), ...trails, ...goals];
  const [[left, right], [low, high]] = rangesOf(seen);
  const scale = Math.min(
    (WIDTH - 2 * EDGE) / Math.max(right - left, 1e-9),
    (HEIGHT - 2 * EDGE) / Math.max(high - low, 1e-9),
  );
  return ([x, y]) => [
    WIDTH / 2 + scale * (x - (left + right) / 2),
    HEIGHT / 2 - scale * (y - (low + high) / 2),
  ];
}
