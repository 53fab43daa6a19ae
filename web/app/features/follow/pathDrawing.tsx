import { errorText, jumpPoints, tipsOf, worstStretch } from '@iklab/study';
import { bonesOf, onSheet, type Point, rangesOf, svgPaths, tilted } from 'iklab/run';
import {
  composed,
  DIRECTIONS,
  frameOf,
  jointFrames,
  jointValues,
  type Scene,
  type Vec3,
} from 'iklab/scenario';
import { useMemo } from 'preact/hooks';
import { useWidth } from '../study/figures/plotFrame.tsx';
import css from './paths.module.css';
import { atPoint, type Curve, type PathView } from './pathView.ts';

const HIGH = 300;
const ROOM = 0.08; // around what is drawn, of its size
const GOAL = 5; // px

/** The robot where it stands at the point that is looked at, with the path and the way of its tip. */
export function PathDrawing({ view }: { readonly view: PathView }) {
  const { host, width } = useWidth();
  const curve = view.curves.find(({ cell }) => cell.index === view.look.cell);
  return (
    <div class={css.pathDrawing} ref={host}>
      {width > 0 && curve && <Drawn {...{ view, curve, width }} />}
    </div>
  );
}

interface DrawnProps {
  readonly view: PathView;
  readonly curve: Curve;
  readonly width: number;
}

function Drawn({ view, curve, width }: DrawnProps) {
  const { path, look, study } = view;
  const { scene, points, moving } = path;
  const ways = useMemo(
    () => moving.map((i) => points.map((goals): Vec3 => goals[i]?.position ?? [0, 0, 0])),
    [path],
  );
  const tips = useMemo(() => tipsOf(curve.run, moving.length), [curve.run]);
  const place = pointsAt(scene, poseOf(view, curve, look.point));
  const put = useMemo(
    () => sheetOf(scene, [...ways.flat(), ...tips.flat(), ...rough(view, curve)], width),
    [ways, tips, width],
  );
  const [from, to] = worstStretch(curve.run);
  const paths = svgPaths(String);
  const closed = (way: readonly Vec3[]): Point[] => [...way, ...way.slice(0, 1)].map(put);
  const spots = place.map(put);
  const worst = atPoint(curve.run, worstPoint(curve, from, to), 'error');
  const said = errorText(worst, study.scenario.unit);
  const lit = tips.map((way) => way.slice(from, to + 1).map(put));
  const label = put(tips[0]?.[worstPoint(curve, from, to)] ?? [0, 0, 0]);
  const words = `${curve.name} over the path, at point ${look.point} of ${points.length}; the largest error is ${said}, between ${(from / points.length).toFixed(2)} and ${(to / points.length).toFixed(2)} of the path`;
  return (
    <svg
      class={`${css.pathRobot} slot-${curve.slot}`}
      role="img"
      aria-label={words}
      width={width}
      height={HIGH}
      viewBox={`0 0 ${width} ${HIGH}`}
    >
      <path class={css.bones} d={paths.bones(bonesOf(scene.tree), spots)} />
      <path class={css.hinges} d={paths.dots(spots)} />
      {ways.map((way, i) => (
        <path key={i} class={css.goals} d={paths.line(closed(way))} />
      ))}
      {tips.map((way, i) => (
        <path key={i} class={css.way} d={paths.line(closed(way))} />
      ))}
      {lit.map((way, i) => (
        <path key={i} class={css.worst} d={paths.line(way.length > 1 ? way : [...way, ...way])} />
      ))}
      {jumpPoints(curve.run).map((point) =>
        tips.map((way, i) => {
          const [x, y] = put(way[point] ?? [0, 0, 0]);
          return <circle key={`${point} ${i}`} class={css.ring} cx={x} cy={y} r="4" />;
        }),
      )}
      {ways.map((way, i) => {
        const [x, y] = put(way[look.point] ?? [0, 0, 0]);
        return (
          <rect
            key={i}
            class={css.goal}
            x={x - GOAL}
            y={y - GOAL}
            width={2 * GOAL}
            height={2 * GOAL}
          />
        );
      })}
      <text
        class={css.worstText}
        x={Math.min(label[0], width - 8)}
        y={Math.max(14, label[1] - 10)}
        text-anchor={label[0] > width / 2 ? 'end' : 'start'}
      >
        {said} off
      </text>
    </svg>
  );
}

const poseOf = ({ joints }: PathView, { run }: Curve, point: number): number[] => [
  ...run.poses.subarray(point * joints.length, (point + 1) * joints.length),
];

function worstPoint({ run }: Curve, from: number, to: number): number {
  let worst = from;
  for (let k = from; k <= to; k++)
    if (atPoint(run, k, 'error') > atPoint(run, worst, 'error')) worst = k;
  return worst;
}

/** Joints, then effectors. */
function pointsAt({ tree }: Scene, pose: readonly number[]): Vec3[] {
  const frame = jointFrames(tree.joints, jointValues(tree.joints, pose));
  return [
    ...tree.joints.map(({ id }) => frame(id).at),
    ...tree.effectors.map(({ parent, xyz, rpy }) => composed(frame(parent), frameOf(xyz, rpy)).at),
  ];
}

/** Some poses of the path, so that all of them have room. */
function rough(view: PathView, curve: Curve): Vec3[] {
  const step = Math.max(1, Math.floor(view.count / 16));
  const some = Array.from({ length: Math.ceil(view.count / step) }, (_, i) => i * step);
  return some.flatMap((point) => pointsAt(view.path.scene, poseOf(view, curve, point)));
}

/** Pixels of a place: as large as fits; what is flat from the front, all else a little from above. */
function sheetOf({ scenario }: Scene, all: readonly Vec3[], width: number): (at: Vec3) => Point {
  const { x, y, z } = DIRECTIONS;
  const flat = all.every((at) => Math.abs(at[2] - (all[0]?.[2] ?? 0)) < 1e-9);
  const upright = { right: x, up: scenario.view.up === 'y' ? y : z };
  const onto = onSheet(flat ? { right: x, up: y } : tilted(upright));
  const [[left, right], [low, high]] = rangesOf(all.map(onto));
  const room = 1 + 2 * ROOM;
  const scale = Math.min(width / (room * (right - left) || 1), HIGH / (room * (high - low) || 1));
  const fine = (pixels: number): number => Math.round(10 * pixels) / 10;
  return (at) => {
    const [across, upward] = onto(at);
    return [
      fine(width / 2 + scale * (across - (left + right) / 2)),
      fine(HIGH / 2 - scale * (upward - (low + high) / 2)),
    ];
  };
}
