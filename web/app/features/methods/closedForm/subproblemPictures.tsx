/** The pictures of the six subproblems, each as a function of one number that a slider sets. */
import type { Vec3 } from '@iklab/core/scenario';
import {
  addScaled,
  cross,
  distance,
  dot,
  RADIANS_PER_DEGREE,
  scaleVector,
  unitVector,
} from '@iklab/core/scenario/numbers';
import {
  type FlatPoint,
  makeFlatProjection,
  makeSvgPathWriters,
  svgCoordinatesText,
  tiltDrawingAxes,
} from '@iklab/run/drawing';
import type { ComponentChildren } from 'preact';
import css from './closedForm.module.css';
import {
  anglesAtDistance,
  anglesAtHeight,
  anglesOfThree,
  anglesOfTwo,
  anglesToMeet,
  angleTo,
  type TurningVector,
  type TwoAngleRow,
  turnedVector,
  twoAngleResidual,
} from './subproblemSolutions.ts';
import { traceZeroLine } from './traceZeroLine.ts';

export const [PICTURE_WIDTH, PICTURE_HEIGHT] = [300, 250];
const SCALE = 95; // Units of the picture per unit of length.
const DEGREE = RADIANS_PER_DEGREE;

export interface SubproblemPicture {
  /** Description of the picture for screen readers. */
  readonly name: string;
  readonly slider: {
    readonly label: string;
    readonly unit: '' | '°';
    readonly min: number;
    readonly max: number;
    readonly initial: number;
  };
  /** The largest number of solutions. */
  readonly most: number;
  /** The symbols of the angles of a solution. */
  readonly symbols: readonly string[];
  solve(value: number): readonly (readonly number[])[];
  draw(value: number): ComponentChildren;
}

const axes = tiltDrawingAxes({ right: [1, 0, 0], up: [0, 0, 1] });
const eye = cross(axes.right, axes.up);
const project = makeFlatProjection(axes);
const { line, dots } = makeSvgPathWriters(svgCoordinatesText(1));
const flat = (point: Vec3): FlatPoint => {
  const [x, y] = project(point);
  return [SCALE * x, -SCALE * y];
};
const ORIGIN: Vec3 = [0, 0, 0];
const UP: Vec3 = [0, 0, 1];

function Axis({ k, length = 1.15, name }: { k: Vec3; length?: number; name: string }) {
  return (
    <>
      <path class={css.axis} d={line([scaleVector(k, -0.25), scaleVector(k, length)].map(flat))} />
      <Label at={scaleVector(k, length + 0.1)} name={name} />
    </>
  );
}

function Label({ at, name }: { at: Vec3; name: string }) {
  const [x, y] = flat(at);
  return <SymbolText x={x} y={y + 4} symbol={name} />;
}

/** Writes a letter with the digit after it as an index. */
function SymbolText({ x, y, symbol }: { x: number; y: number; symbol: string }) {
  return (
    <text class={css.symbol} x={x} y={y}>
      {symbol[0]}
      <tspan class={css.index} dy="3">
        {symbol.slice(1)}
      </tspan>
    </text>
  );
}

const TURN = Array.from({ length: 121 }, (_, i) => 3 * DEGREE * i);

/** Draws a circle. Arcs for which `isBehind` returns true are dashed. */
function Circle(props: {
  readonly turning: TurningVector;
  readonly isBehind?: (point: Vec3) => boolean;
  readonly other?: boolean;
}) {
  const { turning, isBehind = () => false, other = false } = props;
  const parts: { readonly behind: boolean; readonly run: Vec3[] }[] = [];
  for (const point of TURN.map((angle) => turnedVector(turning, angle))) {
    const behind = isBehind(point);
    const last = parts.at(-1);
    last?.run.push(point);
    if (behind !== last?.behind) parts.push({ behind, run: [point] });
  }
  const style = other ? css.second : css.first;
  return (
    <>
      {parts.map(({ behind, run }, i) => (
        <path
          key={`part ${i}`}
          class={behind ? `${style} ${css.behind}` : style}
          d={line(run.map(flat))}
        />
      ))}
    </>
  );
}

const Sphere = ({ centre = ORIGIN, radius }: { centre?: Vec3; radius: number }) => {
  const [x, y] = flat(centre);
  return <circle class={css.sphere} cx={x} cy={y} r={SCALE * radius} />;
};

const Solutions = ({ points }: { points: readonly Vec3[] }) => (
  <path class={css.solution} d={dots(points.map(flat))} />
);
const Vector = ({ to, from = ORIGIN }: { to: Vec3; from?: Vec3 }) => (
  <path class={css.vector} d={line([from, to].map(flat))} />
);
const Point = ({ at, name }: { at: Vec3; name: string }) => (
  <>
    <path class={css.point} d={dots([flat(at)])} />
    <Label at={addScaled(at, [0, 0, 0.14])} name={name} />
  </>
);

const onFarSide = (point: Vec3): boolean => dot(point, eye) < 0;
/** Returns the circle of unit vectors at an angle to k. `start`: position of p on the circle. */
const circleAround = (k: Vec3, angle: number, start = 0): TurningVector => {
  const aside = unitVector(cross(k, Math.abs(k[2]) < 0.9 ? UP : [1, 0, 0]));
  return { k, p: turnedVector({ k, p: turnedVector({ k: aside, p: k }, angle) }, start) };
};

const cone: TurningVector = { k: UP, p: turnedVector({ k: UP, p: [0.8, 0, 0.6] }, -2.3) };
const turned: SubproblemPicture = {
  name: 'A vector on a cone about an axis, rotated onto another',
  slider: { label: 'Position of p₂', unit: '°', min: -180, max: 180, initial: 110 },
  most: 1,
  symbols: ['θ'],
  solve: (value) => {
    const angle = angleTo(cone, turnedVector(cone, value * DEGREE));
    return angle === null ? [] : [[angle]];
  },
  draw: (value) => {
    const end = value * DEGREE;
    const arc = Array.from({ length: 61 }, (_, i) => turnedVector(cone, (end * i) / 60));
    const p2 = turnedVector(cone, end);
    return (
      <>
        <Sphere radius={1} />
        <Circle turning={cone} isBehind={onFarSide} />
        <Axis k={UP} name="k" />
        <Vector to={cone.p} />
        <Vector to={p2} />
        <path class={css.arc} d={line(arc.map(flat))} />
        <Point at={cone.p} name="p1" />
        <Solutions points={[p2]} />
        <Label at={addScaled(p2, [0, 0, 0.16])} name="p2" />
      </>
    );
  },
};
const tilted = unitVector([0.85, -0.35, 0.4]);
const fixedCircle = circleAround(tilted, 45 * DEGREE);
const movedCircle = (degrees: number) => circleAround(UP, degrees * DEGREE, -150 * DEGREE);
const circles: SubproblemPicture = {
  name: 'Two circles on a sphere',
  slider: { label: 'Angle from k₁ to p₁', unit: '°', min: 5, max: 150, initial: 60 },
  most: 2,
  symbols: ['θ₁', 'θ₂'],
  solve: (value) => anglesToMeet(movedCircle(value), fixedCircle),
  draw: (value) => {
    const circle = movedCircle(value);
    return (
      <>
        <Sphere radius={1} />
        <Axis k={UP} name="k1" />
        <Axis k={tilted} name="k2" />
        <Circle turning={circle} isBehind={onFarSide} />
        <Circle turning={fixedCircle} isBehind={onFarSide} other />
        <Point at={circle.p} name="p1" />
        <Point at={fixedCircle.p} name="p2" />
        <Solutions
          points={anglesToMeet(circle, fixedCircle).map(([first]) => turnedVector(circle, first))}
        />
      </>
    );
  },
};

const flatCircle: TurningVector = { k: UP, p: [-0.75, 0.3, 0] };
const centre: Vec3 = [0.6, -0.2, 0.15];
const sphere: SubproblemPicture = {
  name: 'A circle and a sphere',
  slider: { label: 'Distance δ', unit: '', min: 0.1, max: 1.6, initial: 0.8 },
  most: 2,
  symbols: ['θ'],
  solve: (value) => (anglesAtDistance(flatCircle, centre, value) ?? []).map((angle) => [angle]),
  draw: (value) => {
    const square = value * value - centre[2] * centre[2];
    const around: TurningVector = { k: UP, p: [Math.sqrt(Math.max(0, square)), 0, 0] };
    const cut = TURN.map((angle) =>
      flat(addScaled([centre[0], centre[1], 0], turnedVector(around, angle))),
    );
    return (
      <>
        <Sphere centre={centre} radius={value} />
        {square > 0 && <path class={css.cut} d={line(cut)} />}
        <Axis k={UP} length={0.9} name="k" />
        <Circle turning={flatCircle} isBehind={(point) => distance(point, centre) < value} />
        <Point at={flatCircle.p} name="p1" />
        <Point at={centre} name="p2" />
        <Solutions
          points={(anglesAtDistance(flatCircle, centre, value) ?? []).map((angle) =>
            turnedVector(flatCircle, angle),
          )}
        />
      </>
    );
  },
};

const normal = unitVector([-0.4, -0.5, 0.77]);
const across = unitVector(cross(normal, [0, 1, 0]));
const along = cross(normal, across);
const lowCircle: TurningVector = { k: UP, p: [0.8, 0.38, 0] };
const plane: SubproblemPicture = {
  name: 'A circle and a plane',
  slider: { label: 'Height d along h', unit: '', min: -0.7, max: 0.7, initial: 0.15 },
  most: 2,
  symbols: ['θ'],
  solve: (value) => (anglesAtHeight(normal, lowCircle, value) ?? []).map((angle) => [angle]),
  draw: (value) => {
    const at = scaleVector(normal, value);
    const corner = (x: number, y: number): FlatPoint =>
      flat(addScaled(addScaled(at, across, x), along, y));
    const size = 0.95;
    const corners = [
      corner(-size, -size),
      corner(size, -size),
      corner(size, size),
      corner(-size, size),
    ];
    return (
      <>
        <path class={css.plane} d={`${line(corners)}z`} />
        <path class={css.axis} d={line([at, addScaled(at, normal, 0.4)].map(flat))} />
        <Label at={addScaled(at, normal, 0.5)} name="h" />
        <Axis k={UP} length={0.9} name="k" />
        <Circle turning={lowCircle} isBehind={(point) => dot(point, normal) < value} />
        <Point at={lowCircle.p} name="p" />
        <Solutions
          points={(anglesAtHeight(normal, lowCircle, value) ?? []).map((angle) =>
            turnedVector(lowCircle, angle),
          )}
        />
      </>
    );
  },
};

const outer: TurningVector = { k: unitVector([-0.64, 0.65, -0.41]), p: [-0.49, 0.41, 0.42] };
const middle: TurningVector = { k: UP, p: [0.45, -0.75, -0.65] };
const inner: TurningVector = { k: unitVector([-0.22, -0.38, -0.9]), p: [-0.34, -0.2, 0.76] };
const base = (value: number): Vec3 => [0.27, -0.94, value];
const triples = (value: number) => anglesOfThree(base(value), outer, middle, inner);
const [PROFILE_SCALE, PROFILE_AXIS] = [125, -120];
/** Projects a point to its distance from the axis k₂ and its height along k₂. */
const profile = (point: Vec3): FlatPoint => [
  PROFILE_SCALE * Math.sqrt(point[0] * point[0] + point[1] * point[1]) + PROFILE_AXIS,
  -PROFILE_SCALE * point[2] - 14,
];
const profiles: SubproblemPicture = {
  name: 'Two closed curves: distance from the axis k₂ and height along it',
  slider: { label: 'Height of p₀ along k₂', unit: '', min: -1.1, max: 0.9, initial: -0.1 },
  most: 4,
  symbols: ['θ₁', 'θ₂', 'θ₃'],
  solve: triples,
  draw: (value) => {
    const left = (angle: number) => addScaled(base(value), turnedVector(outer, angle));
    const right = (angle: number) => addScaled(middle.p, turnedVector(inner, angle));
    return (
      <>
        <path class={css.axis} d={`M${PROFILE_AXIS} 118V-118`} />
        <SymbolText x={PROFILE_AXIS + 14} y={-106} symbol="k2" />
        <text class={css.tick} x={PROFILE_AXIS + 8} y={118}>
          distance from the axis →
        </text>
        <path class={css.second} d={line(TURN.map((angle) => profile(right(angle))))} />
        <path class={css.first} d={line(TURN.map((angle) => profile(left(angle))))} />
        <path
          class={css.solution}
          d={dots(triples(value).map(([first]) => profile(left(first))))}
        />
      </>
    );
  },
};

const rowOne = (value: number): TwoAngleRow => [-0.16, 0.23, -0.26, 0.82, value];
const rowTwo: TwoAngleRow = [0.44, 0.5, -0.1, -0.25, -0.42];
const HALF = 110; // Half the side of the square of angles.
const onSquare = (x: number, y: number): FlatPoint => [(HALF * x) / Math.PI, -(HALF * y) / Math.PI];
const zeroLine = (row: TwoAngleRow): string =>
  traceZeroLine((x, y) => twoAngleResidual(row, [x, y]))
    .map((ends) => line(ends.map(([x, y]) => onSquare(x, y))))
    .join('');
const curves: SubproblemPicture = {
  name: 'Two curves over the angles θ₁ and θ₂, from −180° to 180° each',
  slider: { label: 'Right side d₁', unit: '', min: -1.3, max: 1.3, initial: 0 },
  most: 4,
  symbols: ['θ₁', 'θ₂'],
  solve: (value) => anglesOfTwo(rowOne(value), rowTwo),
  draw: (value) => (
    <>
      <rect class={css.square} x={-HALF} y={-HALF} width={2 * HALF} height={2 * HALF} />
      <path class={css.grid} d={`M${-HALF} 0H${HALF}M0 ${-HALF}V${HALF}`} />
      <SymbolText x={HALF + 14} y={HALF} symbol="θ1" />
      <SymbolText x={-HALF - 14} y={-HALF + 8} symbol="θ2" />
      <path class={css.second} d={zeroLine(rowTwo)} />
      <path class={css.first} d={zeroLine(rowOne(value))} />
      <path
        class={css.solution}
        d={dots(anglesOfTwo(rowOne(value), rowTwo).map(([x, y]) => onSquare(x, y)))}
      />
    </>
  ),
};

/** The pictures of subproblems 1 to 6. */
export const subproblemPictures: readonly SubproblemPicture[] = [
  turned,
  circles,
  sphere,
  plane,
  profiles,
  curves,
];
