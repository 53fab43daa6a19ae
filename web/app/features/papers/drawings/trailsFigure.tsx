import type { Point } from 'iklab/run';
import css from '../../study/figures/figures.module.css';
import { EDGE, Plot } from '../../study/figures/plotFrame.tsx';
import { SlotMark } from '../../study/figures/slotMark.tsx';
import { CurveKey, type DrawingProps, dashOf, keyHeight, LEFT, TALL } from './drawingFrame.tsx';
import { findTrails, makeProjection, planeScales, pointText } from './drawingPlane.ts';

export function TrailsFigure({ run, plane, width }: DrawingProps) {
  const trails = findTrails(run);
  const names = trails.map(({ name }) => name);
  const right = width - EDGE.right;
  const top = EDGE.top + keyHeight(names, right - LEFT);
  const scales = planeScales(run, plane, { left: LEFT, right, top, bottom: TALL - EDGE.bottom });
  const poses = run.poses.map(makeProjection(scales, plane));
  const [across, upward] = [...plane];
  const words = trails
    .map(({ name, point }) => `${name} ends at ${pointText(run.poses.at(-1), point)}`)
    .join(', ');
  return (
    <Plot
      name="Paths of the joints"
      words={words}
      {...{
        width,
        height: TALL,
        left: LEFT,
        top,
        ...scales,
        across: `${across}, lengths of the paper`,
        upward: `${upward}, lengths of the paper`,
      }}
    >
      <CurveKey names={names} width={right - LEFT} x={LEFT} y={EDGE.top - 6} />
      {trails.map(({ name, point }, i) => {
        const trail = poses.map((pose) => pose[point] ?? ORIGIN);
        const [x, y] = trail.at(-1) ?? ORIGIN;
        return (
          <g key={name} class={`slot-${i + 1}`}>
            <polyline class={css.curve} stroke-dasharray={dashOf(i + 1)} points={trail.join(' ')} />
            <SlotMark slot={i + 1} x={x} y={y} />
          </g>
        );
      })}
    </Plot>
  );
}

const ORIGIN: Point = [0, 0];
