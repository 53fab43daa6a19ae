import type { FlatPoint } from '@iklab/run/drawing';
import css from '../../study/figures/figures.module.css';
import { MethodSlotMark } from '../../study/figures/methodSlotMark.tsx';
import { PLOT_MARGINS, PlotFrame } from '../../study/figures/plotFrame.tsx';
import {
  CurveLegend,
  curveLegendHeight,
  DRAWING_HEIGHT,
  DRAWING_LEFT_MARGIN,
  type DrawingProps,
  getSlotDashArray,
} from './drawingFrame.tsx';
import {
  findTrails,
  fitDrawingScales,
  makeProjection,
  pointCoordinatesText,
} from './drawingPlane.ts';

export function PointTrailsFigure({ run, plane, width }: DrawingProps) {
  const trails = findTrails(run);
  const names = trails.map(({ name }) => name);
  const right = width - PLOT_MARGINS.right;
  const top = PLOT_MARGINS.top + curveLegendHeight(names, right - DRAWING_LEFT_MARGIN);
  const scales = fitDrawingScales(run, plane, {
    left: DRAWING_LEFT_MARGIN,
    right,
    top,
    bottom: DRAWING_HEIGHT - PLOT_MARGINS.bottom,
  });
  const poses = run.poses.map(makeProjection(scales, plane));
  const [across, upward] = [...plane];
  const words = trails
    .map(({ name, point }) => `${name} ends at ${pointCoordinatesText(run.poses.at(-1), point)}`)
    .join(', ');
  return (
    <PlotFrame
      name="Paths of the joints"
      words={words}
      {...{
        width,
        height: DRAWING_HEIGHT,
        left: DRAWING_LEFT_MARGIN,
        top,
        ...scales,
        across: `${across}, lengths of the paper`,
        upward: `${upward}, lengths of the paper`,
      }}
    >
      <CurveLegend
        names={names}
        width={right - DRAWING_LEFT_MARGIN}
        x={DRAWING_LEFT_MARGIN}
        y={PLOT_MARGINS.top - 6}
      />
      {trails.map(({ name, point }, i) => {
        const trail = poses.map((pose) => pose[point] ?? ORIGIN);
        const [x, y] = trail.at(-1) ?? ORIGIN;
        return (
          <g key={name} class={`slot-${i + 1}`}>
            <polyline
              class={css.curve}
              stroke-dasharray={getSlotDashArray(i + 1)}
              points={trail.join(' ')}
            />
            <MethodSlotMark slot={i + 1} x={x} y={y} />
          </g>
        );
      })}
    </PlotFrame>
  );
}

const ORIGIN: FlatPoint = [0, 0];
