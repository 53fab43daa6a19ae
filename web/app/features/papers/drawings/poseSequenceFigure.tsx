import { makeSvgPathWriters } from '@iklab/run/drawing';
import type { RecordedMethodRun } from '@iklab/study/published';
import { PLOT_MARGINS, PlotFrame } from '../../study/figures/plotFrame.tsx';
import { DRAWING_HEIGHT, DRAWING_LEFT_MARGIN, type DrawingProps } from './drawingFrame.tsx';
import {
  drawnPoseIndices,
  fitDrawingScales,
  MAX_INTERMEDIATE_POSES,
  makeProjection,
  pointCoordinatesText,
} from './drawingPlane.ts';
import css from './drawings.module.css';

const GOAL = 5; // Pixels.

export function PoseSequenceFigure({ run, plane, width }: DrawingProps) {
  const { poses, goals } = run;
  const frame = {
    left: DRAWING_LEFT_MARGIN,
    right: width - PLOT_MARGINS.right,
    top: PLOT_MARGINS.top,
    bottom: DRAWING_HEIGHT - PLOT_MARGINS.bottom,
  };
  const scales = fitDrawingScales(run, plane, frame);
  const [across, upward] = [...plane];
  const last = poses.length - 1;
  const project = makeProjection(scales, plane);
  const lines = (k: number): string => {
    const spots = project(poses[k]);
    const visibleBones = run.bones.filter(([a, b]) => `${spots[a]}` !== `${spots[b]}`);
    return makeSvgPathWriters(String).bones(visibleBones, spots);
  };
  return (
    <PlotFrame
      name="Pose after each update"
      words={runText(run)}
      {...{ width, height: DRAWING_HEIGHT, left: DRAWING_LEFT_MARGIN, ...scales }}
      across={`${across}, lengths of the paper`}
      upward={`${upward}, lengths of the paper`}
    >
      {drawnPoseIndices(poses.length, MAX_INTERMEDIATE_POSES)
        .filter((k) => k > 0 && k < last)
        .map((k) => (
          <path key={k} class={css.pose} stroke={ramp(k / last)} d={lines(k)} />
        ))}
      {[0, last].map((k) => (
        <g key={k}>
          <path class={`${css.pose} ${css.end}`} stroke={ramp(k && 1)} d={lines(k)} />
          {project(poses[k]).map(([x, y], point) => (
            <circle key={point} class={css.hinge} fill={ramp(k && 1)} cx={x} cy={y} r="3" />
          ))}
        </g>
      ))}
      {goals.map((goal) => {
        const [[x, y] = [0, 0]] = project(goal);
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
    </PlotFrame>
  );
}

function ramp(share: number): string {
  const [from, to, part] = share < 0.5 ? [0, 1, 2 * share] : [1, 2, 2 * share - 1];
  return `color-mix(in srgb, var(--strobe-${to}) ${(100 * part).toFixed(1)}%, var(--strobe-${from}))`;
}

function runText({ poses, goals, names }: RecordedMethodRun): string {
  const tip = names.length - 1;
  const goal = goals.map((each) => pointCoordinatesText(each, 0)).join(', ');
  return `${poses.length} poses, the end effector from ${pointCoordinatesText(poses[0], tip)} to ${pointCoordinatesText(poses.at(-1), tip)}, target at ${goal}`;
}
