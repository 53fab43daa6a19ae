/** Runs jobs that depend on each other, on a limited number of cores. */

/**
 * Runs each job once the jobs in `after` have passed, `ready` has resolved and a core is free. Jobs
 * with the longest path to the end begin first.
 * `jobs`: `{ after, ready, cores, seconds }` by name. `after`: names of jobs. `ready`: a promise.
 * `cores`: number of cores that the job uses. `seconds`: approximate processor time, only for the
 * order.
 * `start(name)`: runs a job and resolves to the result, with `passed`. Must not reject.
 * `skip(name, failed)`: returns the result of a job that cannot run, because job `failed` did not
 * pass.
 * Returns the results by name, in order of completion.
 */
export async function schedule(jobs, { cores, start, skip }) {
  const lengths = pathLengths(jobs);
  const waiting = new Set(Object.keys(jobs).toSorted((a, b) => lengths.get(b) - lengths.get(a)));
  const unready = new Map();
  for (const name of waiting) {
    const { ready } = jobs[name];
    if (ready)
      unready.set(
        name,
        ready.then(() => unready.delete(name)),
      );
  }
  const running = new Map();
  const results = new Map();
  // A job for two cores begins when one is free, because builds partly use one core.
  const busyCores = () =>
    [...running.keys()].reduce((sum, name) => sum + (jobs[name].cores ?? 1), 0);
  const end = (name, result) => {
    waiting.delete(name);
    results.set(name, result);
  };
  const begin = (name) => {
    waiting.delete(name);
    const ended = start(name).then((result) => {
      running.delete(name);
      results.set(name, result);
    });
    running.set(name, ended);
  };
  while (waiting.size + running.size > 0) {
    const before = results.size;
    for (const name of waiting) {
      const { after = [] } = jobs[name];
      const failed = after.find((earlier) => results.has(earlier) && !results.get(earlier).passed);
      if (failed) end(name, skip(name, failed));
      else if (
        !unready.has(name) &&
        after.every((earlier) => results.has(earlier)) &&
        busyCores() < cores
      )
        begin(name);
    }
    const coming = [...running.values(), ...unready.values()];
    if (coming.length > 0) await Promise.race(coming);
    else if (results.size === before)
      throw new Error(`nothing can run: ${[...waiting].join(', ')}`);
  }
  return results;
}

/** Returns for each job the seconds from its start to the end of the last dependent job. */
export function pathLengths(jobs) {
  const lengths = new Map();
  const of = (name) => {
    if (!lengths.has(name)) {
      const next = Object.keys(jobs).filter((other) => jobs[other].after?.includes(name));
      lengths.set(name, (jobs[name].seconds ?? 1) + Math.max(0, ...next.map(of)));
    }
    return lengths.get(name);
  };
  Object.keys(jobs).forEach(of);
  return lengths;
}
