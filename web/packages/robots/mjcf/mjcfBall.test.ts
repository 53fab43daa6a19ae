import { rotationAbout } from '@iklab/core/scenario/numbers';
import { describe, expect, test } from 'vitest';
import { readXml } from '../readXml.ts';
import { makeTextFolder } from '../testFolder.ts';
import { readMjcf } from './readMjcf.ts';

/** The limits of a ball joint with these attributes, and the remarks. */
function ball(attributes: string) {
  const text = `<mujoco><worldbody><body name="a"><joint name="j" type="ball" ${attributes}/></body></worldbody></mujoco>`;
  const xml = readXml(text, 'made.xml');
  const read = xml.ok ? readMjcf(xml.value, makeTextFolder({})) : xml;
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const [joint] = read.value.joints;
  return { limits: joint?.limits ?? null, said: read.remarks.map(({ reason }) => reason) };
}

describe('the range of a ball joint', () => {
  test('limits its hinges below 90°, and is ignored with a remark above', () => {
    const { limits, said } = ball('range="0 40"');
    expect(limits?.[1]).toBeCloseTo((40 * Math.PI) / 180, 12);
    expect(limits?.[0]).toBe(-(limits?.[1] ?? 0));
    expect(said).toEqual([
      'each of the three hinges is limited to ±40°, which contains the cone of the file',
    ]);
    expect(ball('range="0 120"')).toEqual({
      limits: null,
      said: [
        'a ball joint limited to 120° cannot be expressed by limits of hinges; treated as unlimited',
      ],
    });
    expect(ball('range="0 40" limited="false"')).toEqual({ limits: null, said: [] });
  });

  test('contains no rotation whose hinge angles exceed those limits', () => {
    const parts = [-1, -0.6, -0.2, 0.1, 0.5, 0.9];
    const axes = parts.flatMap((a) => parts.flatMap((b) => parts.map((c) => [a, b, c] as const)));
    for (const axis of axes) {
      const length = Math.hypot(...axis);
      const [x, y, z] = axis.map((each) => each / length) as [number, number, number];
      for (const most of [0.1, 0.7, 1.3, Math.PI / 2 - 1e-6]) {
        const [[a, b, c], [, , d], [, , e]] = rotationAbout([x, y, z], most);
        const hinges = [Math.atan2(-d, e), Math.asin(c), Math.atan2(-b, a)];
        for (const angle of hinges) expect(Math.abs(angle)).toBeLessThanOrEqual(most + 1e-9);
      }
    }
  });
});
