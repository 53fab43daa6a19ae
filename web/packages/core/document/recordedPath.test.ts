import { expect, test } from 'vitest';
import { encodeLink } from '../scenario/link/codec.ts';
import { sampleCatalogue } from '../scenario/methods/testCatalogue.ts';
import { parseScenarioDocument } from '../scenario/parse.ts';
import { scenarioPreset } from '../scenario/presets/presets.ts';
import type { Vec3 } from '../scenario/types.ts';
import { applyDocumentEdit, setTargetMotion, setTargetPosition } from './edits/edits.ts';
import { makeRecordedPath, recordingFault, trimStationaryEnds } from './recordedPath.ts';

const step = 1 / 60;
const here: Vec3 = [1, 2, 3];
const waiting = (count: number, at: Vec3 = here): Vec3[] => Array.from({ length: count }, () => at);

/** Returns points once around a circle about (1, 2, 3), in `count` steps. */
const circle = (count: number, radius = 0.1): Vec3[] =>
  Array.from({ length: count + 1 }, (_, i) => {
    const turn = (2 * Math.PI * i) / count;
    return [1 + radius * Math.cos(turn), 2, 3 + radius * Math.sin(turn)];
  });
/** Returns points along x, 0.25 m in `count` steps. */
const line = (count: number): Vec3[] =>
  Array.from({ length: count + 1 }, (_, i) => [1 + (0.25 * i) / count, 2, 3]);

test('trims rests at both ends and keeps rests in between', () => {
  const way = [...waiting(30), [1.1, 2, 3], ...waiting(5, [1.2, 2, 3]), ...waiting(9, [1.3, 2, 3])];
  expect(trimStationaryEnds(way as Vec3[]).map(([x]) => x)).toEqual([
    1, 1.1, 1.2, 1.2, 1.2, 1.2, 1.2, 1.3,
  ]);
  expect(trimStationaryEnds(waiting(7)).length).toBe(1);
});

test.each([
  ['nothing', waiting(100), 'Nothing was recorded: the target did not move.'],
  ['no sample', [], 'Nothing was recorded: the target did not move.'],
  ['a twitch', line(6), 'Too short to record: 0.1 s; a path takes at least 0.3 s.'],
  ['a tremor', circle(60, 1e-5), 'Too small to record: 0.1 mm; a path goes at least 1 mm.'],
  ['a circle', circle(60), ''],
])('reports why a recording is unusable: %s', (_, places, reason) => {
  expect(recordingFault({ positions: places, step })).toBe(reason);
});

test('a closed path keeps its duration and stays within 0.2 mm of the circle', () => {
  const { position, motion } = makeRecordedPath({ positions: circle(180), step }, 0);
  expect(motion.period).toBe(3);
  expect(motion.points.length).toBe(45);
  for (const point of motion.points) {
    const [x, y, z] = point.map((each, axis) => each + (position[axis] as number)) as number[];
    expect(y).toBeCloseTo(2, 9);
    expect(Math.abs(Math.hypot((x as number) - 1, (z as number) - 3) - 0.1)).toBeLessThan(2e-4);
  }
});

test('an open path returns to its start in the same time, without jumps', () => {
  const { position, motion } = makeRecordedPath({ positions: line(60), step }, 0);
  expect(motion.period).toBe(2);
  const along = motion.points.map(([x]) => x + position[0]);
  expect(Math.min(...along)).toBeCloseTo(1, 4);
  expect(Math.max(...along)).toBeCloseTo(1.25, 2);
  const jumps = along.map((x, i) => Math.abs(x - (along[(i + 1) % along.length] as number)));
  expect(Math.max(...jumps)).toBeLessThan(0.03);
});

test.each([0, 0.7, 12.34])('at %f s on the clock the target is where it was released', (now) => {
  const { position, motion } = makeRecordedPath({ positions: line(120), step }, now);
  const { points, period } = motion;
  const at = Math.round(((now / period) % 1) * points.length) % points.length;
  expect(Math.abs((points[at]?.[0] ?? 0) + position[0] - 1.25)).toBeLessThan(0.01);
});

test('coordinates are rounded to 0.1 mm and centred on the position', () => {
  const { position, motion } = makeRecordedPath({ positions: circle(100, 0.0777), step }, 0.3);
  for (const x of [position, ...motion.points].flat()) expect(x).toBe(Number(x.toFixed(4)));
  const middle = motion.points.reduce((sum, [x]) => sum + x, 0) / motion.points.length;
  expect(Math.abs(middle)).toBeLessThan(1e-4);
});

test('one minute has 256 points; a link with four seconds is under 2000 characters', async () => {
  const long = makeRecordedPath({ positions: [...circle(1800), ...circle(1800)], step }, 0);
  expect(long.motion.points.length).toBe(256);
  const preset = parseScenarioDocument(scenarioPreset('double-y')?.document, sampleCatalogue);
  if (!preset.ok) throw new Error('no preset');
  const wild = Array.from({ length: 240 }, (_, i): Vec3 => {
    const t = i / 240;
    return [0.3 * Math.sin(7 * t), 0.2 * Math.cos(11 * t * t), 0.3 * Math.sin(9 * t + 1)];
  });
  const { position, motion } = makeRecordedPath({ positions: wild, step }, 0);
  const next = applyDocumentEdit(
    preset.value,
    (draft) => {
      setTargetPosition(0, position)(draft);
      setTargetMotion(0, motion)(draft);
    },
    sampleCatalogue,
  );
  if (!next.ok) throw new Error(JSON.stringify(next.faults));
  expect((await encodeLink(next.value, sampleCatalogue)).length).toBeLessThan(2000);
});
