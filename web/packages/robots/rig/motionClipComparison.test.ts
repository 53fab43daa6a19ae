import { resolveScenario } from '@iklab/core/scenario';
import { requireValue, sampleCatalogue } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import { importDroppedRobot } from '../importDroppedRobot.ts';
import { makeTextFolder } from '../testFolder.ts';
import { MotionClipComparison } from './motionClipComparison.ts';
import { ROTATING_ARM_BVH } from './testClip.ts';

function dropped() {
  const source = {
    name: 'wave.bvh',
    folder: makeTextFolder({ 'wave.bvh': ROTATING_ARM_BVH }),
    file: 'wave.bvh',
  };
  return requireValue(importDroppedRobot(source, {}, sampleCatalogue));
}
function truthOf({ clip, scenario }: ReturnType<typeof dropped>) {
  if (!clip) throw new Error('it has no clip');
  return new MotionClipComparison(clip, resolveScenario(scenario).tree);
}
const rounded = (v: readonly number[] = []) => v.map((x) => +x.toFixed(4) + 0);

test('targets follow a dropped motion from its first frame', () => {
  const { scenario, remarks } = dropped();
  expect(scenario.run.mode).toBe('track');
  expect(scenario.targets.map(({ effector, position }) => [effector, rounded(position)])).toEqual([
    ['LeftHand_end', [1, 2.2, 0]],
  ]);
  const [target] = scenario.targets;
  expect(target).toMatchObject({ orientation: null, motion: { kind: 'path', period: 2 } });
  const points = target?.motion?.kind === 'path' ? target.motion.points : [];
  expect(points.map(rounded)).toEqual([
    [0, 0, 0],
    [-1.2, -1.2, 0],
    [0, -2.4, 0],
    [-1.2, -1.2, 0],
  ]);
  // the arm points up; its other hinges and those of hips and hand are at 0
  expect(rounded(scenario.start ?? [])).toEqual(rounded([0, 0, 0, Math.PI / 2, 0, 0, 0, 0, 0]));
  expect(remarks.map(({ element }) => element)).not.toContain('MOTION');
});

test('the base floats unless it is fixed, and the effectors are the same', () => {
  const folder = makeTextFolder({ 'wave.bvh': ROTATING_ARM_BVH });
  const source = { name: 'wave.bvh', folder, file: 'wave.bvh' };
  const [free, fixed] = [{}, { base: 'held' as const }].map((choice) => {
    const read = importDroppedRobot(source, choice, sampleCatalogue);
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    const { base, scenario } = read.value;
    return {
      base,
      joints: scenario.start?.length,
      ends: scenario.targets.map((each) => each.effector),
    };
  });
  expect(free).toEqual({ base: 'free', joints: 9, ends: ['LeftHand_end'] });
  expect(fixed).toEqual({ base: 'held', joints: 6, ends: ['LeftHand_end'] });
});

test('frames are played forward and back', () => {
  const truth = truthOf(dropped());
  const frames = [0, 0.2, 0.3, 0.5, 1, 1.5, 1.9, 2, 2.5].map((time) => truth.getFrame(time));
  expect(frames).toEqual([0, 0, 1, 1, 2, 1, 0, 0, 1]);
  expect(rounded([...truth.getPose(0.5)])).toEqual(rounded([0, 0, 0, Math.PI, 0, 0, 0, 0, 0]));
});

test('degreesOff is the RMS difference of the hinges, modulo 360°', () => {
  const truth = truthOf(dropped());
  const degree = Math.PI / 180;
  const off = (time: number, ...degrees: number[]) =>
    truth.computeDifference(
      [0, 0, 0, ...degrees].map((x) => x * degree),
      time,
    );
  expect(off(0, 90, 0, 0, 0, 0, 0)).toBeCloseTo(0, 9);
  expect(off(0.5, -180, 0, 360, 0, 0, 0)).toBeCloseTo(0, 9);
  // one of nine hinges differs by 90°: 90 / √9
  expect(off(0, 0, 0, 0, 0, 0, 0)).toBeCloseTo(30, 9);
  // three differ by 3°, 4° and 350° (−10°): √(125 / 9)
  expect(off(0, 93, 0, 4, 350, 0, 0)).toBeCloseTo(3.72678, 5);
});
