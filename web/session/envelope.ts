import type { Lab } from '../engine/engine.ts';

const JOINT_UPDATES = 30_000; // a run of a few milliseconds, the same on every machine
const MOST = 300;

/** The outermost points that the mechanisms reach in the first frames, xyz each; ends at frame 0. */
export function envelope(lab: Lab, advance: () => boolean): number[] {
  const frames = Math.min(MOST, Math.ceil(JOINT_UPDATES / (lab.panelCount * lab.jointCount)));
  const hull = directions().map((way) => ({ way, far: Number.NEGATIVE_INFINITY, at: [0, 0, 0] }));
  for (let frame = 0, more = true; more && frame < frames; frame++) {
    more = advance();
    for (let panel = 0; panel < lab.panelCount; panel++) {
      const points = lab.points(panel);
      for (let i = 0; i < points.length; i += 3) {
        const [x, y, z] = [points[i] as number, points[i + 1] as number, points[i + 2] as number];
        for (const side of hull) {
          const [a, b, c] = side.way;
          const far = a * x + b * y + c * z;
          if (far > side.far) Object.assign(side, { far, at: [x, y, z] });
        }
      }
    }
  }
  return hull.flatMap(({ at }) => at);
}

/** From the middle of a cube to its corners, edges and faces. */
function directions(): [number, number, number][] {
  const ways: [number, number, number][] = [];
  for (const x of [-1, 0, 1])
    for (const y of [-1, 0, 1]) for (const z of [-1, 0, 1]) if (x || y || z) ways.push([x, y, z]);
  return ways;
}
