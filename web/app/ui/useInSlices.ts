import { TimeSlicer } from 'iklab/run';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Kept<T> {
  readonly of: readonly unknown[];
  moment: readonly unknown[];
  found: T | null;
}

/**
 * Computes in time slices what takes long for a large scene. Returns the result at once if it is
 * quick, and renders again once it is complete. Until then returns the previous result for the same
 * `of`, or null if there is none. `of` identifies the object, `moment` its state; each slice is
 * followed by a pause of `rest` times its length.
 */
export function useInSlices<T>(
  of: readonly unknown[],
  moment: readonly unknown[],
  find: () => Generator<unknown, T>,
  rest?: number,
): T | null {
  const [, show] = useState(0);
  const [timeSlicer] = useState(() => new TimeSlicer(undefined, rest));
  const kept = useRef<Kept<T> | null>(null);
  const told = useRef(false); // This rendering was requested to show a finished result.
  // A layout effect, because the work starts while rendering and must also stop if the part is
  // removed soon after.
  useLayoutEffect(() => () => timeSlicer.stop(), []);
  if (!kept.current || !same(kept.current.of, of)) {
    timeSlicer.stop();
    kept.current = { of, moment: [], found: null };
  }
  const here = kept.current;
  const known = told.current && same(here.moment, moment);
  told.current = false;
  if (known) return here.found;
  here.moment = moment;
  let atOnce = true;
  timeSlicer.run(function* () {
    here.found = yield* find();
    if (atOnce) return;
    told.current = true;
    show((count) => count + 1);
  });
  atOnce = false;
  return here.found;
}

const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((each, i) => each === b[i]);
