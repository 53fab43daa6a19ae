import { type CancelCallback, threadTime } from '@iklab/core/time';
import {
  type FlatPoint,
  makeSvgPathWriters,
  rangesOfPoints,
  type SceneSketch,
  svgCoordinatesText,
} from '@iklab/run/drawing';
import { useEffect, useRef } from 'preact/hooks';
import './sketch.css';

const WIDTH = 232;
const HEIGHT = 104;
const EDGE = 15; // Pixels kept free at the edges.
const DURATION = 1200; // Milliseconds.

/** Shows a sketch. With `plays`, the sketch moves once as in the run. */
export function SketchPicture({ sketch, plays }: { sketch: SceneSketch; plays: boolean }) {
  const robot = useRef<SVGGElement>(null);
  const project = fitProjection(sketch);
  const poses = sketch.poses.map((each) => each.map(project));
  const [start = noPoints, end = noPoints] = [poses[0], poses.at(-1)];
  const [x, y] = start[0] ?? project([0, 0]); // Position of the base.
  const last = sketch.poses.length - 1;
  const strong = Math.max(1.6, Math.min(5.4, 18 / Math.sqrt(sketch.bones.length + 4)));
  useEffect(() => {
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    // Captured here, because the cleanup runs after the ref is cleared.
    const group = robot.current;
    if (!plays || reducedMotion || !group) return;
    return animateProgress((share) =>
      drawPose(group, sketch, poses[Math.round(share * last)] ?? noPoints),
    );
  }, [plays, sketch]);
  return (
    <>
      <svg
        class="sketch ground"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        style={{ '--x': `${(100 * x) / WIDTH}%`, '--y': `${(100 * y) / HEIGHT}%` }}
        aria-hidden="true"
      >
        <path d={sketch.ground.map((each) => line(each.map(project))).join('')} />
      </svg>
      <svg
        class={`sketch slot-${sketch.slot}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        style={{ '--strong': `${strong}px` }}
        aria-hidden="true"
      >
        <path class="start" d={bones(sketch.bones, start)} />
        {sketch.tips.map((tip) => (
          <path key={tip} class="trail" d={line(poses.map((each) => pointAt(each, tip)))} />
        ))}
        {sketch.goals.map((goal, i) => {
          const [cx, cy] = project(goal);
          return <circle key={`${i} goal`} class="goal" cx={cx} cy={cy} r="6" />;
        })}
        <ellipse class="base" cx={x} cy={y} rx="7" ry="3.2" />
        <g ref={robot}>
          {Object.entries(pathData(sketch, end)).map(([part, d]) => (
            <path key={part} class={part} d={d} />
          ))}
        </g>
      </svg>
    </>
  );
}

type Projection = (point: FlatPoint) => FlatPoint;

const { line, dots, bones } = makeSvgPathWriters(svgCoordinatesText(1));
const noPoints: readonly FlatPoint[] = [];

function pathData({ bones: pairs, tips }: SceneSketch, pose: readonly FlatPoint[]) {
  const links = bones(pairs, pose);
  return {
    edge: links,
    bone: links,
    joints: dots(pairs.map(([a]) => pointAt(pose, a))),
    tips: dots(tips.map((tip) => pointAt(pose, tip))),
  };
}

const pointAt = (pose: readonly FlatPoint[], index: number): FlatPoint => pose[index] ?? [0, 0];

function drawPose(robot: SVGGElement, sketch: SceneSketch, points: readonly FlatPoint[]): void {
  for (const [part, d] of Object.entries(pathData(sketch, points)))
    robot.querySelector(`.${part}`)?.setAttribute('d', d);
}

/** Calls `show` in each frame with a fraction from 0 to 1. Returns a function that jumps to 1. */
export function animateProgress(show: (share: number) => void): () => void {
  const startTime = threadTime.now();
  let cancel: CancelCallback;
  const next = (time: number): void => {
    const share = Math.min(1, Math.max(0, (time - startTime) / DURATION));
    show(share);
    if (share < 1) cancel = threadTime.requestFrame(next);
  };
  cancel = threadTime.requestFrame(next);
  return () => {
    cancel();
    show(1);
  };
}

function fitProjection({ poses, goals, tips: ends }: SceneSketch): Projection {
  const trails = poses.flatMap((all) => ends.map((tip) => pointAt(all, tip)));
  const visiblePoints = [...(poses[0] ?? []), ...(poses.at(-1) ?? []), ...trails, ...goals];
  const [[left, right], [low, high]] = rangesOfPoints(visiblePoints);
  const scale = Math.min(
    (WIDTH - 2 * EDGE) / Math.max(right - left, 1e-9),
    (HEIGHT - 2 * EDGE) / Math.max(high - low, 1e-9),
  );
  return ([x, y]) => [
    WIDTH / 2 + scale * (x - (left + right) / 2),
    HEIGHT / 2 - scale * (y - (low + high) / 2),
  ];
}
