import type { DrawnRun } from '@iklab/study';
import { EDGE, Plot } from '../figures/plotFrame.tsx';
import { type DrawingProps, LEFT, TALL } from './drawingFrame.tsx';
import { BETWEEN, drawnPoses, PLANES, type PlaneScales, planeScales } from './drawingPlane.ts';

const GOAL = 5; // px

/** The mechanism after every update, from red to green; the first and the last pose strong. */
export function StrobeFigure({ run, plane, width }: DrawingProps) {
  const { poses, goals } = run;
  const frame = {
    left: LEFT,
    right: width - EDGE.right,
    top: EDGE.top,
    bottom: TALL - EDGE.bottom,
  };
  const scales = planeScales(run, plane, frame);
  const [across, upward] = [...plane];
  const last = poses.length - 1;
  const at = spotter(scales, PLANES[plane]);
  const lines = (k: number): string =>
    run.bones
      .map(([a, b]) => [at(poses[k], a), at(poses[k], b)])
      .filter(([a, b]) => `${a}` !== `${b}`)
      .map(([a, b]) => `M${a}L${b}`)
      .join('');
  return (
    <Plot
      name="Poses update by update"
      words={spoken(run)}
      {...{ width, height: TALL, left: LEFT, ...scales }}
      across={`${across}, lengths of the paper`}
      upward={`${upward}, lengths of the paper`}
    >
      {drawnPoses(poses.length, BETWEEN)
        .filter((k) => k > 0 && k < last)
        .map((k) => (
          <path key={k} class="pose" stroke={ramp(k / last)} d={lines(k)} />
        ))}
      {[0, last].map((k) => (
        <g key={k}>
          <path class="pose end" stroke={ramp(k && 1)} d={lines(k)} />
          {run.names.map((name, point) => {
            const [x, y] = at(poses[k], point);
            return <circle key={name} class="hinge" fill={ramp(k && 1)} cx={x} cy={y} r="3" />;
          })}
        </g>
      ))}
      {goals.map((goal) => {
        const [x = 0, y = 0] = at(goal, 0);
        return (
          <rect
            key={`${goal}`}
            class="goal"
            x={x - GOAL}
            y={y - GOAL}
            width={2 * GOAL}
            height={2 * GOAL}
          />
        );
      })}
    </Plot>
  );
}

/** Red to green by way of amber, as the strobe of the scene. */
function ramp(share: number): string {
  const [from, to, part] = share < 0.5 ? [0, 1, 2 * share] : [1, 2, 2 * share - 1];
  return `color-mix(in srgb, var(--strobe-${to}) ${(100 * part).toFixed(1)}%, var(--strobe-${from}))`;
}

/** Pixels of a point. */
export const spotter =
  ({ x, y }: PlaneScales, [across, upward]: readonly [number, number]) =>
  (points: ArrayLike<number> | undefined, point: number): readonly [number, number] => [
    fine(x.at(points?.[3 * point + across] ?? 0)),
    fine(y.at(points?.[3 * point + upward] ?? 0)),
  ];

const fine = (pixels: number): number => Math.round(100 * pixels) / 100;

function spoken({ poses, goals, names }: DrawnRun): string {
  const place = (points: ArrayLike<number> | undefined, point: number): string =>
    `(${[0, 1, 2].map((axis) => (points?.[3 * point + axis] ?? 0).toFixed(2)).join(', ')})`;
  const tip = names.length - 1;
  const goal = goals.map((each) => place(each, 0)).join(', ');
  return `${poses.length} poses, the tip from ${place(poses[0], tip)} to ${place(poses.at(-1), tip)}, target at ${goal}`;
}
