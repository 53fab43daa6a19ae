/** Runs jobs that depend on each other, on a limited number of cores. */

/**
 * Runs each job once all jobs it comes `after` have passed, `ready` has resolved and a core is
 * free. Of several that may begin, the one with the longest path to the end begins first.
 *
 * `jobs`: by name, `{ after, ready, cores, seconds }`: names of other jobs, a promise, how many
 * cores the job keeps busy, and roughly its processor time, which decides the order only.
 * `start(name)` runs a job and resolves to its result, with `passed`; it must not reject.
 * `skip(name, failed)` gives the result of a job that cannot run, because job `failed` did not
 * pass. Returns the results by name, in the order in which the jobs ended.
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

/** Returns for each job the seconds from its start to the end of the last job that waits for it. */
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
