import type { BodyCapsule } from '@iklab/scene/bodyCapsules';
import { jumpPoints, largestText, tipsOf, worstStretch } from '@iklab/study';
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
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useWidth } from '../study/figures/plotFrame.tsx';
import css from './paths.module.css';
import { atPoint, type Curve, type PathView } from './pathView.ts';

const HIGH = 300;
const ROOM = 0.08; // Margin around the drawing, as a share of its size.
const GOAL = 5; // Pixels.

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
  const pose = poseOf(view, curve, look.point);
  const place = pointsAt(scene, pose);
  const capsules = useCapsules(scene);
  const put = useMemo(
    () =>
      sheetOf(
        scene,
        [...ways.flat(), ...tips.flat(), ...rough(view, curve, (at) => pointsAt(scene, at))],
        rough(view, curve, (at) => surfaceOf(placed(scene, capsules ?? [], at))),
        width,
      ),
    [ways, tips, width, capsules],
  );
  const [from, to] = worstStretch(curve.run);
  const paths = svgPaths(String);
  const closed = (way: readonly Vec3[]): Point[] => [...way, ...way.slice(0, 1)].map(put);
  const spots = place.map(put);
  const worst = atPoint(curve.run, worstPoint(curve, from, to), 'error');
  const said = largestText(worst, study.scenario.unit); // Rounded as in the table.
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
      {capsules ? (
        <Bodies {...{ scene, capsules, pose, put }} />
      ) : (
        <path class={css.bones} d={paths.bones(bonesOf(scene.tree), spots)} />
      )}
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

type Capsules = readonly BodyCapsule[];

/** Returns the capsules that draw the robot; null while they are loading. */
function useCapsules(scene: Scene): Capsules | null {
  const [at, set] = useState<{ scene: Scene; capsules: Capsules } | null>(null);
  useEffect(() => {
    let wanted = true;
    import('@iklab/scene/bodyCapsules').then(
      ({ bodyCapsules }) => wanted && set({ scene, capsules: bodyCapsules(scene) }),
      () => {}, // If loading fails, the robot stays drawn as lines.
    );
    return () => {
      wanted = false;
    };
  }, [scene]);
  return at?.scene === scene ? at.capsules : null;
}

interface BodiesProps {
  readonly scene: Scene;
  readonly capsules: Capsules;
  readonly pose: readonly number[];
  readonly put: (at: Vec3) => Point;
}

const FAR = 1000; // Metres; a long distance, for an exact scale in pixels per metre.

/** Draws one outlined shape per link; links closer to the effectors are in front. */
function Bodies({ scene, capsules, pose, put }: BodiesProps) {
  const metre = (put([FAR, 0, 0])[0] - put([0, 0, 0])[0]) / FAR;
  const lines = placed(scene, capsules, pose).map(({ bone, ends, radius }) => {
    const [[x1, y1], [x2, y2]] = ends.map(put) as [Point, Point];
    return { bone, line: { x1, y1, x2, y2 }, wide: 2 * radius * metre };
  });
  return [...new Set(lines.map(({ bone }) => bone))]
    .sort((a, b) => a - b)
    .map((link) => {
      const own = lines.filter(({ bone }) => bone === link);
      return (
        <g key={link}>
          {[2, 0].map((edge) =>
            own.map(({ line, wide }, i) => (
              <line
                key={`${edge} ${i}`}
                class={edge ? css.bodyEdge : css.body}
                stroke-width={wide + edge}
                {...line}
              />
            )),
          )}
        </g>
      );
    });
}

/** Returns the capsules in a pose, in metres in the world frame. */
function placed({ tree: { joints } }: Scene, capsules: Capsules, pose: readonly number[]) {
  const frame = jointFrames(joints, jointValues(joints, pose));
  return capsules.map(({ bone, from, to, radius }) => {
    const own = frame(joints[bone - 1]?.id ?? null);
    const ends = [from, to].map((end) => composed(own, frameOf(end, [0, 0, 0])).at);
    return { bone, ends, radius };
  });
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

/** Positions of the joints, then of the effectors. */
function pointsAt({ tree }: Scene, pose: readonly number[]): Vec3[] {
  const frame = jointFrames(tree.joints, jointValues(tree.joints, pose));
  return [
    ...tree.joints.map(({ id }) => frame(id).at),
    ...tree.effectors.map(({ parent, xyz, rpy }) => composed(frame(parent), frameOf(xyz, rpy)).at),
  ];
}

const SIDES = [1, -1].flatMap((s): Vec3[] => [
  [s, 0, 0],
  [0, s, 0],
  [0, 0, s],
]);

/** Returns the outermost points of the bodies along each axis. */
const surfaceOf = (bodies: ReturnType<typeof placed>): Vec3[] =>
  bodies.flatMap(({ ends, radius }) =>
    ends.flatMap(([x, y, z]) =>
      SIDES.map(([i, j, k]): Vec3 => [x + radius * i, y + radius * j, z + radius * k]),
    ),
  );

/** Points in some poses of the path, to determine the room that the drawing needs. */
function rough(view: PathView, curve: Curve, points: (pose: number[]) => Vec3[]): Vec3[] {
  const step = Math.max(1, Math.floor(view.count / 16));
  const some = Array.from({ length: Math.ceil(view.count / step) }, (_, i) => i * step);
  return some.flatMap((point) => points(poseOf(view, curve, point)));
}

/**
 * Returns a projection to pixels in which `line` and `bodies` fit: planar paths from the front,
 * others slightly from above.
 */
function sheetOf(
  { scenario }: Scene,
  line: readonly Vec3[],
  bodies: readonly Vec3[],
  width: number,
): (at: Vec3) => Point {
  const { x, y, z } = DIRECTIONS;
  const flat = line.every((at) => Math.abs(at[2] - (line[0]?.[2] ?? 0)) < 1e-9);
  const upright = { right: x, up: scenario.view.up === 'y' ? y : z };
  const onto = onSheet(flat ? { right: x, up: y } : tilted(upright));
  const [[left, right], [low, high]] = rangesOf([...line, ...bodies].map(onto));
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
