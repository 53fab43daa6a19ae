/** Interpolates the keyframes of a glTF 2.0 animation (section 3.11 and appendix C). */
import { arcTangent, hypot, sineCosine } from '@iklab/core/scenario/numbers';
import type { ReadGltfAccessor } from '../makeGltfAccessorReader.ts';
import { MeshFault } from '../triangles.ts';
import type { AnimatedProperty, GltfRigJson } from './gltfNodes.ts';

type Animation = NonNullable<GltfRigJson['animations']>[number];

export interface GltfTrack {
  /** Time of the first keyframe in seconds; `end`: time of the last. */
  readonly begin: number;
  readonly end: number;
  /**
   * Returns the value of the property at a time in seconds: a translation, or a unit quaternion x y
   * z w.
   */
  sample(time: number): readonly number[];
}

/** Throws if the keyframes are not valid. */
export function readGltfTrack(
  { samplers = [] }: Animation,
  index: number,
  path: AnimatedProperty,
  read: ReadGltfAccessor,
): GltfTrack {
  const { input, output, interpolation = 'LINEAR' } = samplers[index] ?? {};
  if (input === undefined || output === undefined)
    throw new MeshFault(`sampler ${index} does not exist, or has no input or output`);
  if (!['LINEAR', 'STEP', 'CUBICSPLINE'].includes(interpolation))
    throw new MeshFault(
      `sampler ${index} has an unknown interpolation; expected LINEAR, STEP or CUBICSPLINE`,
    );
  const width = path === 'rotation' ? 4 : 3;
  const [times, values] = [read(input, 1), read(output, width)];
  const perKey = interpolation === 'CUBICSPLINE' ? 3 : 1;
  if (times.length === 0 || values.length !== times.length * width * perKey)
    throw new MeshFault(
      `sampler ${index} has ${values.length / width} values; expected ${perKey} for each of its ${times.length} times`,
    );
  if (!times.every((time, i) => time >= 0 && time <= MAX_TIME && !(time <= (times[i - 1] ?? -1))))
    throw new MeshFault(`the times of sampler ${index} must increase, from 0 to ${MAX_TIME} s`);
  if (!values.every((value) => Math.abs(value) <= MAX_VALUE))
    throw new MeshFault(`sampler ${index} has an invalid or too large number`);
  /**
   * Returns the value of keyframe `i`. `part`: 1 for the value, 0 and 2 for a spline's tangents.
   */
  const key = (i: number, part = 1): readonly number[] => {
    const from = width * (perKey === 3 ? 3 * i + part : i);
    return [...values.subarray(from, from + width)];
  };
  const between = { LINEAR: path === 'rotation' ? slerp : lerp, STEP: (a: Components) => a };
  const last = times.length - 1;
  const value = (time: number): readonly number[] => {
    const i = findLastKey(times, time);
    if (i < 0) return key(0);
    const span = (times[i + 1] ?? 0) - (times[i] as number);
    if (i === last || time === times[i]) return key(i);
    const share = (time - (times[i] as number)) / span;
    if (interpolation !== 'CUBICSPLINE')
      return between[interpolation as 'LINEAR'](key(i), key(i + 1), share);
    return interpolateSpline([key(i), key(i, 2), key(i + 1), key(i + 1, 0)], span, share);
  };
  return {
    begin: times[0] as number,
    end: times[last] as number,
    sample: path === 'rotation' ? (time) => normalize(value(time)) : value,
  };
}

const MAX_TIME = 1e6; // Seconds.
const MAX_VALUE = 1e9;

type Components = readonly number[];

function findLastKey(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const combine = (a: Components, p: number, b: Components, q: number): Components =>
  a.map((x, i) => p * x + q * (b[i] as number));

const lerp = (a: Components, b: Components, share: number): Components =>
  combine(a, 1 - share, b, share);

function slerp(a: Components, b: Components, share: number): Components {
  const cosine = a.reduce((sum, x, i) => sum + x * (b[i] as number), 0);
  const sign = cosine < 0 ? -1 : 1;
  if (Math.abs(cosine) > 1 - 1e-12) return combine(a, 1 - share, b, sign * share);
  const angle = arcTangent(Math.sqrt(1 - cosine * cosine), Math.abs(cosine));
  const sine = (part: number): number => sineCosine(part * angle).sine;
  return combine(a, sine(1 - share) / sine(1), b, (sign * sine(share)) / sine(1));
}

/** Interpolates with a cubic Hermite spline; tangents are per second. */
function interpolateSpline(
  [from, out, to, into]: readonly [Components, Components, Components, Components],
  span: number,
  t: number,
): Components {
  const [square, cube] = [t * t, t * t * t];
  const ends = combine(from, 2 * cube - 3 * square + 1, to, 3 * square - 2 * cube);
  const tangents = combine(out, span * (cube - 2 * square + t), into, span * (cube - square));
  return combine(ends, 1, tangents, 1);
}

function normalize(value: Components): Components {
  const length = hypot(...value);
  return length > 0 ? value.map((x) => x / length) : [0, 0, 0, 1];
}
