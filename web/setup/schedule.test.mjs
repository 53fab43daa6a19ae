import { describe, expect, test } from 'vitest';
import { pathLengths, schedule } from './schedule.mjs';

const passed = { passed: true };
const failed = { passed: false };

/** Runs jobs that end when the test says so; `started` lists them in the order of their starts. */
function runHeldJobs(jobs, cores) {
  const started = [];
  const ends = new Map();
  const start = (name) => {
    started.push(name);
    return new Promise((end) => ends.set(name, end));
  };
  const skip = (_, because) => ({ ...failed, because });
  const results = schedule(jobs, { cores, start, skip });
  const end = async (name, result = passed) => {
    ends.get(name)(result);
    await flush();
  };
  return { started, end, results };
}

/** Waits until all pending promises have run. */
const flush = () => new Promise((done) => setImmediate(done));

describe('schedule', () => {
  test('starts a job after the jobs that it depends on have passed', async () => {
    const { started, end, results } = runHeldJobs({ a: {}, b: { after: ['a'] } }, 2);
    expect(started).toEqual(['a']);
    await end('a');
    expect(started).toEqual(['a', 'b']);
    await end('b');
    expect([...(await results)]).toEqual([
      ['a', passed],
      ['b', passed],
    ]);
  });

  test('starts no job while all cores are busy', async () => {
    const { started, end } = runHeldJobs(
      { a: { seconds: 3 }, b: { seconds: 2 }, c: { seconds: 1 } },
      2,
    );
    expect(started).toEqual(['a', 'b']);
    await end('b');
    expect(started).toEqual(['a', 'b', 'c']);
  });

  test('starts a job for two cores when one core is free', () => {
    const jobs = { a: { seconds: 9 }, b: { cores: 2, seconds: 8 }, c: { seconds: 7 } };
    expect(runHeldJobs(jobs, 2).started).toEqual(['a', 'b']);
    expect(runHeldJobs(jobs, 1).started).toEqual(['a']);
    expect(runHeldJobs(jobs, 4).started).toEqual(['a', 'b', 'c']);
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
    expect(runHeldJobs(jobs, 1).started).toEqual(['root']);
  });

  test('skips jobs that depend on a failed job, directly or indirectly', async () => {
    const jobs = { a: {}, b: { after: ['a'] }, c: { after: ['b'] }, other: {} };
    const { started, end, results } = runHeldJobs(jobs, 1);
    await end('a', failed);
    await end('other');
    expect(started).toEqual(['a', 'other']);
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
    const { started, end } = runHeldJobs({ a: { ready, seconds: 9 }, b: {} }, 1);
    expect(started).toEqual(['b']);
    install();
    await flush();
    expect(started).toEqual(['b']);
    await end('b');
    expect(started).toEqual(['b', 'a']);
  });

  test('rejects jobs with a circular or unknown dependency', async () => {
    const jobs = { a: { after: ['b'], seconds: 0 }, b: { after: ['nowhere'], seconds: 0 } };
    await expect(runHeldJobs(jobs, 2).results).rejects.toThrow('nothing can run: a, b');
  });
});
