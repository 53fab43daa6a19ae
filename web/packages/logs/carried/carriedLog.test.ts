import { runGeneratorToEnd } from '@iklab/core/time';
import * as fc from 'fast-check';
import { deflateSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { makePlanarTestArm } from '../joints/testArm.ts';
import { type JointLog, readLog } from '../readLog.ts';
import { encodeText } from '../tables/testLogs.ts';
import { decodeBase64, packLogNumbers, unpackSavedLog } from './packLogNumbers.ts';
import { parseSavedLog, type SavedLog } from './parseSavedLog.ts';

const ARM = makePlanarTestArm('pan', 'lift');
const HASH = '0123456789abcdef';

function logOf(rows: readonly (readonly number[])[], goals = true): JointLog {
  const head = `time,pan,lift${goals ? ',target.x,target.y,target.z,target.qx,target.qy,target.qz,target.qw' : ''}`;
  const reading = readLog(
    encodeText(`${[head, ...rows.map((row) => row.join(','))].join('\n')}\n`),
    'run.csv',
    ARM,
    { timeStep: 0.1, angles: 'radians', timeUnit: 's' },
  );
  if (reading.kind !== 'log') throw new Error(JSON.stringify(reading));
  return reading.log;
}

const ROWS = [
  [0, 0.1, 1 / 3, 0.5, 0.25, 0, 0, 0, 0.6, 0.8],
  [0.1, 0.2, -1.7, 0.5, 0.3, 0, 0, 0, 0.6, -0.8],
  [1 / 3, 0.4, 2.1, 0.5, 0.3, 0.1, 1, 0, 0, 0],
];

async function cardOf(log: JointLog): Promise<SavedLog> {
  const numbers = await packLogNumbers(log);
  if (!numbers) throw new Error('too large');
  return {
    name: log.name,
    hash: HASH,
    joints: log.joints.map(({ joint, column }) => ({ joint, column })),
    angles: log.readAs,
    targets: 'log',
    fitted: false,
    numbers,
  };
}

/** Writes a card as JSON and reads it back. */
function read(card: unknown): JointLog {
  const result = parseSavedLog(JSON.parse(JSON.stringify(card)), ARM);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  const { numbers } = result.value;
  if (!numbers) throw new Error('no numbers');
  return runGeneratorToEnd(unpackSavedLog(decodeBase64(numbers), result.value));
}

describe('a log stored in a scene', () => {
  test('keeps times, columns and goals exactly, and poses as 32-bit floats', async () => {
    const log = logOf(ROWS);
    const again = read(await cardOf(log));
    expect([...again.times]).toEqual([...log.times]);
    expect([...again.angles]).toEqual([...log.angles].map(Math.fround));
    expect([...(again.goals?.[0]?.positions ?? [])]).toEqual(
      [...(log.goals?.[0]?.positions ?? [])].map(Math.fround),
    );
    again.goals?.[0]?.turns?.forEach((part, i) => {
      expect(Math.abs(part - (log.goals?.[0]?.turns?.[i] as number))).toBeLessThan(1e-7);
    });
    const { name, format, rows, readAs, timeColumns, gaps } = again;
    expect({ name, format, rows, readAs, timeColumns, gaps }).toEqual({
      name: log.name,
      format: log.format,
      rows: log.rows,
      readAs: log.readAs,
      timeColumns: log.timeColumns,
      gaps: log.gaps,
    });
    expect(again.joints.map(({ joint, column }) => [joint, column])).toEqual([
      ['pan', 'pan'],
      ['lift', 'lift'],
    ]);
    // packing it again gives the same data
    expect((await cardOf(again)).numbers?.data).toBe((await cardOf(log)).numbers?.data);
  });

  test('is restored for any numbers', async () => {
    const row = fc.tuple(fc.double({ min: -50, max: 50 }), fc.double({ min: -50, max: 50 }));
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 60 }), async (poses) => {
        const log = logOf(
          poses.map(([a, b], i) => [i / 7, a, b]),
          false,
        );
        const again = read(await cardOf(log));
        expect([...again.times]).toEqual([...log.times]);
        expect([...again.angles]).toEqual([...log.angles].map(Math.fround));
        expect(again.goals).toBe(null);
      }),
      { numRuns: 40 },
    );
  });

  test('is left out if it is too large', async () => {
    let seed = 1;
    const random = (): number => {
      seed = (seed * 48271) % 2147483647;
      return seed / 2147483647;
    };
    const rows = Array.from({ length: 2000 }, (_, i) => [i / 7, random(), random()]);
    const log = logOf(rows, false);
    expect(await packLogNumbers(log, 8000)).toBe(null);
    expect(await packLogNumbers(log, 80_000)).not.toBe(null);
  });
});

const faultsOf = (card: unknown): string[] => {
  const result = parseSavedLog(card, ARM);
  return result.ok ? [] : result.faults.map(({ path, reason }) => `${path}: ${reason}`);
};

describe('an untrusted card', async () => {
  const card = await cardOf(logOf(ROWS));
  const changed = (more: object) => ({ ...card, ...more });
  const numbers = (more: object) => changed({ numbers: { ...card.numbers, ...more } });

  test.each([
    [null, 'log: must be an object; got null'],
    [changed({ data: 1 }), 'log.data: unknown key; known: name, hash, joints'],
    [changed({ name: '' }), 'log.name: must be a text of 1 to 500 characters; got ""'],
    [changed({ hash: 'FF' }), 'log.hash: must be a text of 16 digits 0 to 9 and a to f; got "FF"'],
    [changed({ joints: [] }), 'log.joints: must have the 2 movable joints; got 0'],
    [changed({ joints: [1, 2, 3] }), 'log.joints: must be a list of at most 2; got [1, 2, 3]'],
    [
      changed({ joints: [...card.joints].reverse() }),
      'log.joints[0].joint: must be pan; got "lift"',
    ],
    [changed({ angles: 'turns' }), 'log.angles: must be one of radians, degrees; got "turns"'],
    [changed({ timeUnit: 'h' }), 'log.timeUnit: must be one of s, ms, "µs", ns; got "h"'],
    [changed({ fitted: 1 }), 'log.fitted: must be true or false; got 1'],
    [changed({ numbers: [] }), 'log.numbers: must be an object; got []'],
    [
      numbers({ rows: 1e9 }),
      'log.numbers.rows: must be a whole number from 1 to 2000000; got 1000000000',
    ],
    [numbers({ rows: 1.5 }), 'log.numbers.rows: must be a whole number from 1 to 2000000; got 1.5'],
    [numbers({ format: 'PKL' }), 'log.numbers.format: must be one of CSV'],
    [numbers({ time: [1] }), 'log.numbers.time: must be a list of at most 4 texts'],
    [
      numbers({ goals: [{ effector: 'hand', turned: true }] }),
      'log.numbers.goals[0].effector: must be tip; got "hand"',
    ],
    [
      numbers({ goals: [1, 2].map(() => ({ effector: 'tip', turned: false })) }),
      'log.numbers.goals: must be of different effectors',
    ],
    [numbers({ data: '<script>' }), 'log.numbers.data: must be base64; got "<script>"'],
    [
      numbers({ data: 'AAAA'.repeat(2796204) }),
      'log.numbers.data: must be at most 11184812 characters',
    ],
  ])('is rejected by its fields (case %#)', (written, told) => {
    expect(faultsOf(written).join('\n')).toContain(told);
  });

  const data = (bytes: Uint8Array): object =>
    numbers({ data: Buffer.from(deflateSync(bytes)).toString('base64') });
  const made = (change: (view: DataView) => void, size = 3 * (8 + 8 + 28)): object => {
    const deflated = Buffer.from(card.numbers?.data ?? '', 'base64');
    const log = read(card);
    expect(deflated.length).toBeGreaterThan(0);
    const view = new DataView(new ArrayBuffer(size));
    log.times.forEach((time, i) => {
      view.setFloat64(8 * i, time, true);
    });
    for (let row = 0; row < 3; row++) view.setFloat32(24 + 24 + 36 + 16 * row, 1, true);
    change(view);
    return data(new Uint8Array(view.buffer));
  };

  test('is read if its numbers are valid', () => {
    expect(read(made(() => {})).rows).toBe(3);
  });

  test.each([
    [
      made((view) => view.setFloat64(0, 1, true)),
      'log.numbers.data: times must increase from 0 to at most 1000000000000000 s; row 1 has 1',
    ],
    [made((view) => view.setFloat64(16, Number.NaN, true)), 'row 3 has NaN'],
    [made((view) => view.setFloat64(16, 0.1, true)), 'row 3 has 0.1'],
    [made((view) => view.setFloat32(24, Number.POSITIVE_INFINITY, true)), 'poses must be numbers'],
    [made((view) => view.setFloat32(48, 1e20, true)), 'goals of tip must be numbers of at most'],
    [
      made((view) => view.setFloat32(84, 2, true)),
      'log.numbers.data: orientations of tip must be quaternions of length 1; row 1 has 2',
    ],
    [
      made(() => {}, 4 * 44),
      'log.numbers.data must inflate to 132 bytes, given its rows, joints and goals; got more',
    ],
    [
      data(new Uint8Array(100)),
      'log.numbers.data must inflate to 132 bytes, given its rows, joints and goals; got 100',
    ],
    [
      numbers({ rows: 2_000_000 }),
      'log.numbers.data must inflate to 88000000 bytes, given its rows, joints and goals; got less',
    ],
    [
      data(new Uint8Array(1 << 26)),
      'log.numbers.data must inflate to 132 bytes, given its rows, joints and goals; got more',
    ],
    [
      numbers({ data: '////' }),
      'log.numbers.data is truncated or damaged; expected deflated numbers',
    ],
    [
      numbers({ data: `${card.numbers?.data.slice(0, 40)}` }),
      'log.numbers.data is truncated or damaged; expected deflated numbers',
    ],
  ])('is rejected by its numbers (case %#)', (written, told) => {
    expect(() => read(written)).toThrow(told);
  });
});
