import type { Scene, Vec3 } from '@iklab/core/scenario';
import { AXIS_DIRECTIONS, composeFrames, frameFromXyzRpy } from '@iklab/core/scenario/numbers';
import { jointFrames, jointValues } from '@iklab/core/scenario/robot';
import {
  type FlatPoint,
  makeFlatProjection,
  makeSvgPathWriters,
  rangesOfPoints,
  tiltDrawingAxes,
} from '@iklab/run/drawing';
import { listLinkIndexPairs } from '@iklab/run/session';
import type { BodyCapsule } from '@iklab/scene/bodyCapsules';
import {
  effectorPaths,
  findLargestErrorStretch,
  findPathJumpPoints,
  formatPathErrorBound,
} from '@iklab/study/follow';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useElementWidth } from '../study/figures/plotFrame.tsx';
import css from './paths.module.css';
import { getPathPointValue, type PathCurve, type PathView } from './pathView.ts';

const HIGH = 300;
const MARGIN = 0.08; // Margin around the drawing, as a share of its size.
const GOAL = 5; // Pixels.

export function PathDrawing({ view }: { readonly view: PathView }) {
  const { host, width } = useElementWidth();
  const curve = view.curves.find(({ cell }) => cell.index === view.selection.cell);
  return (
    <div class={css.pathDrawing} ref={host}>
      {width > 0 && curve && <PathSvg {...{ view, curve, width }} />}
    </div>
  );
}

interface DrawnProps {
  readonly view: PathView;
  readonly curve: PathCurve;
  readonly width: number;
}

function PathSvg({ view, curve, width }: DrawnProps) {
  const { path, selection, study } = view;
  const { scene, points, moving } = path;
  const targetPaths = useMemo(
    () => moving.map((i) => points.map((goals): Vec3 => goals[i]?.position ?? [0, 0, 0])),
    [path],
  );
  const tips = useMemo(() => effectorPaths(curve.run, moving.length), [curve.run]);
  const pose = poseOf(view, curve, selection.point);
  const jointPoints = jointPositions(scene, pose);
  const capsules = useCapsules(scene);
  const put = useMemo(
    () =>
      fitProjection(
        scene,
        [
          ...targetPaths.flat(),
          ...tips.flat(),
          ...sampledPoints(view, curve, (values) => jointPositions(scene, values)),
        ],
        sampledPoints(view, curve, (values) =>
          surfaceOf(capsulesInPose(scene, capsules ?? [], values)),
        ),
        width,
      ),
    [targetPaths, tips, width, capsules],
  );
  const [from, to] = findLargestErrorStretch(curve.run);
  const paths = makeSvgPathWriters(String);
  const closed = (line: readonly Vec3[]): FlatPoint[] => [...line, ...line.slice(0, 1)].map(put);
  const spots = jointPoints.map(put);
  const worst = getPathPointValue(curve.run, worstPoint(curve, from, to), 'error');
  const errorLabel = formatPathErrorBound(worst, study.scenario.unit); // Rounded as in the table.
  const lit = tips.map((line) => line.slice(from, to + 1).map(put));
  const label = put(tips[0]?.[worstPoint(curve, from, to)] ?? [0, 0, 0]);
  const words = `${curve.name} over the path, at point ${selection.point} of ${points.length}; the largest error is ${errorLabel}, between ${(from / points.length).toFixed(2)} and ${(to / points.length).toFixed(2)} of the path`;
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
        <path class={css.bones} d={paths.bones(listLinkIndexPairs(scene.tree), spots)} />
      )}
      <path class={css.hinges} d={paths.dots(spots)} />
      {targetPaths.map((line, i) => (
        <path key={i} class={css.goals} d={paths.line(closed(line))} />
      ))}
      {tips.map((line, i) => (
        <path key={i} class={css.way} d={paths.line(closed(line))} />
      ))}
      {lit.map((line, i) => (
        <path
          key={i}
          class={css.worst}
          d={paths.line(line.length > 1 ? line : [...line, ...line])}
        />
      ))}
      {findPathJumpPoints(curve.run).map((point) =>
        tips.map((line, i) => {
          const [x, y] = put(line[point] ?? [0, 0, 0]);
          return <circle key={`${point} ${i}`} class={css.ring} cx={x} cy={y} r="4" />;
        }),
      )}
      {targetPaths.map((line, i) => {
        const [x, y] = put(line[selection.point] ?? [0, 0, 0]);
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
        {errorLabel} off
      </text>
    </svg>
  );
}

type Capsules = readonly BodyCapsule[];

function useCapsules(scene: Scene): Capsules | null {
  const [loaded, set] = useState<{ scene: Scene; capsules: Capsules } | null>(null);
  useEffect(() => {
    let wanted = true;
    import('@iklab/scene/bodyCapsules').then(
      ({ approximateRobotByCapsules: bodyCapsules }) =>
        wanted && set({ scene, capsules: bodyCapsules(scene) }),
      () => {}, // If loading fails, the robot stays drawn as lines.
    );
    return () => {
      wanted = false;
    };
  }, [scene]);
  return loaded?.scene === scene ? loaded.capsules : null;
}

interface BodiesProps {
  readonly scene: Scene;
  readonly capsules: Capsules;
  readonly pose: readonly number[];
  readonly put: (point: Vec3) => FlatPoint;
}

const FAR = 1000; // Metres; a long distance, for an exact scale in pixels per metre.

function Bodies({ scene, capsules, pose, put }: BodiesProps) {
  const metre = (put([FAR, 0, 0])[0] - put([0, 0, 0])[0]) / FAR;
  const lines = capsulesInPose(scene, capsules, pose).map(({ bone, ends, radius }) => {
    const [[x1, y1], [x2, y2]] = ends.map(put) as [FlatPoint, FlatPoint];
    return { bone, line: { x1, y1, x2, y2 }, wide: 2 * radius * metre };
  });
  return [...new Set(lines.map(({ bone }) => bone))]
    .sort((a, b) => a - b)
    .map((link) => {
      const linkLines = lines.filter(({ bone }) => bone === link);
      return (
        <g key={link}>
          {[2, 0].map((edge) =>
            linkLines.map(({ line, wide }, i) => (
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

/** Returns the links' capsules in a pose: end points and radius in metres, in the world frame. */
function capsulesInPose({ tree: { joints } }: Scene, capsules: Capsules, pose: readonly number[]) {
  const frame = jointFrames(joints, jointValues(joints, pose));
  return capsules.map(({ bone, from, to, radius }) => {
    const linkFrame = frame(joints[bone - 1]?.id ?? null);
    const ends = [from, to].map(
      (end) => composeFrames(linkFrame, frameFromXyzRpy(end, [0, 0, 0])).position,
    );
    return { bone, ends, radius };
  });
}

const poseOf = ({ joints }: PathView, { run }: PathCurve, point: number): number[] => [
  ...run.poses.subarray(point * joints.length, (point + 1) * joints.length),
];

function worstPoint({ run }: PathCurve, from: number, to: number): number {
  let worst = from;
  for (let k = from; k <= to; k++)
    if (getPathPointValue(run, k, 'error') > getPathPointValue(run, worst, 'error')) worst = k;
  return worst;
}

/** Returns the positions of the joints, then of the effectors, in metres in the world frame. */
function jointPositions({ tree }: Scene, pose: readonly number[]): Vec3[] {
  const frame = jointFrames(tree.joints, jointValues(tree.joints, pose));
  return [
    ...tree.joints.map(({ id }) => frame(id).position),
    ...tree.effectors.map(
      ({ parent, xyz, rpy }) => composeFrames(frame(parent), frameFromXyzRpy(xyz, rpy)).position,
    ),
  ];
}

const SIDES = [1, -1].flatMap((s): Vec3[] => [
  [s, 0, 0],
  [0, s, 0],
  [0, 0, s],
]);

const surfaceOf = (bodies: ReturnType<typeof capsulesInPose>): Vec3[] =>
  bodies.flatMap(({ ends, radius }) =>
    ends.flatMap(([x, y, z]) =>
      SIDES.map(([i, j, k]): Vec3 => [x + radius * i, y + radius * j, z + radius * k]),
    ),
  );

function sampledPoints(
  view: PathView,
  curve: PathCurve,
  points: (pose: number[]) => Vec3[],
): Vec3[] {
  const step = Math.max(1, Math.floor(view.count / 16));
  const some = Array.from({ length: Math.ceil(view.count / step) }, (_, i) => i * step);
  return some.flatMap((point) => points(poseOf(view, curve, point)));
}

/**
 * Returns a projection of world points to pixels: from the front for planar paths, else from
 * slightly above.
 */
function fitProjection(
  { scenario }: Scene,
  line: readonly Vec3[],
  bodies: readonly Vec3[],
  width: number,
): (point: Vec3) => FlatPoint {
  const { x, y, z } = AXIS_DIRECTIONS;
  const flat = line.every((point) => Math.abs(point[2] - (line[0]?.[2] ?? 0)) < 1e-9);
  const upright = { right: x, up: scenario.view.up === 'y' ? y : z };
  const onto = makeFlatProjection(flat ? { right: x, up: y } : tiltDrawingAxes(upright));
  const [[left, right], [low, high]] = rangesOfPoints([...line, ...bodies].map(onto));
  const paddedSize = 1 + 2 * MARGIN;
  const scale = Math.min(
    width / (paddedSize * (right - left) || 1),
    HIGH / (paddedSize * (high - low) || 1),
  );
  const fine = (pixels: number): number => Math.round(10 * pixels) / 10;
  return (point) => {
    const [across, upward] = onto(point);
    return [
      fine(width / 2 + scale * (across - (left + right) / 2)),
      fine(HIGH / 2 - scale * (upward - (low + high) / 2)),
    ];
  };
}
