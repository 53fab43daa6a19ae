import { describe, expect, test } from 'vitest';
import { pathLengths, schedule } from './schedule.mjs';

const passed = { passed: true };
const failed = { passed: false };

/** Runs jobs that end when the test says so; `begun` lists them in the order of their starts. */
function held(jobs, cores) {
  const begun = [];
  const ends = new Map();
  const start = (name) => {
    begun.push(name);
    return new Promise((end) => ends.set(name, end));
  };
  const skip = (_, because) => ({ ...failed, because });
  const results = schedule(jobs, { cores, start, skip });
  const end = async (name, result = passed) => {
    ends.get(name)(result);
    await turn();
  };
  return { begun, end, results };
}

/** Waits until all pending promises have run. */
const turn = () => new Promise((done) => setImmediate(done));

describe('schedule', () => {
  test('starts a job after the jobs that it depends on have passed', async () => {
    const { begun, end, results } = held({ a: {}, b: { after: ['a'] } }, 2);
    expect(begun).toEqual(['a']);
    await end('a');
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect([...(await results)]).toEqual([
      ['a', passed],
      ['b', passed],
    ]);
  });

  test('starts no job while all cores are busy', async () => {
    const { begun, end } = held({ a: { seconds: 3 }, b: { seconds: 2 }, c: { seconds: 1 } }, 2);
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  test('starts a job for two cores when one core is free', () => {
    const jobs = { a: { seconds: 9 }, b: { cores: 2, seconds: 8 }, c: { seconds: 7 } };
    expect(held(jobs, 2).begun).toEqual(['a', 'b']);
    expect(held(jobs, 1).begun).toEqual(['a']);
    expect(held(jobs, 4).begun).toEqual(['a', 'b', 'c']);
  });

  test('starts the job with the longest path first, not the longest job', () => {
    const jobs = {
      long: { seconds: 100 },
      short: { seconds: 1 },
      root: { seconds: 10 },
      leaf: { after: ['root'], seconds: 95 },
    };
    expect(Object.fromEntries(pathLengths(jobs))).toEqual({
      long: 100,
      short: 1,
      root: 105,
      leaf: 95,
    });
    expect(held(jobs, 1).begun).toEqual(['root']);
  });

  test('skips jobs that depend on a failed job, directly or indirectly', async () => {
    const jobs = { a: {}, b: { after: ['a'] }, c: { after: ['b'] }, other: {} };
    const { begun, end, results } = held(jobs, 1);
    await end('a', failed);
    await end('other');
    expect(begun).toEqual(['a', 'other']);
    expect(Object.fromEntries(await results)).toEqual({
      a: failed,
      b: { ...failed, because: 'a' },
      c: { ...failed, because: 'b' },
      other: passed,
    });
  });

  test('starts a job once its packages are installed, and other jobs before that', async () => {
    let install;
    const ready = new Promise((there) => {
      install = there;
    });
    const { begun, end } = held({ a: { ready, seconds: 9 }, b: {} }, 1);
    expect(begun).toEqual(['b']);
    install();
    await turn();
    expect(begun).toEqual(['b']);
    await end('b');
    expect(begun).toEqual(['b', 'a']);
  });

  test('rejects jobs with a circular or unknown dependency', async () => {
    const jobs = { a: { after: ['b'], seconds: 0 }, b: { after: ['nowhere'], seconds: 0 } };
    await expect(held(jobs, 2).results).rejects.toThrow('nothing can run: a, b');
  });
});
