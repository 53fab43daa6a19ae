import { TimeSlicer } from '@iklab/run/session';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface CachedResult<T> {
  readonly key: readonly unknown[];
  moment: readonly unknown[];
  found: T | null;
}

/**
 * Runs a slow computation in time slices. Until its end, returns the previous result for the same
 * `key`, or null. `key` identifies the object, `moment` its state. `rest` is the pause after a
 * slice, relative to the slice.
 */
export function useTimeSlicedResult<T>(
  key: readonly unknown[],
  moment: readonly unknown[],
  find: () => Generator<unknown, T>,
  rest?: number,
): T | null {
  const [, show] = useState(0);
  const [timeSlicer] = useState(() => new TimeSlicer(undefined, rest));
  const cache = useRef<CachedResult<T> | null>(null);
  const isFinalRender = useRef(false); // This rendering was requested to show a finished result.
  // A layout effect, because the work starts while rendering and must also stop if the part is
  // removed soon after.
  useLayoutEffect(() => () => timeSlicer.stop(), []);
  if (!cache.current || !sameItems(cache.current.key, key)) {
    timeSlicer.stop();
    cache.current = { key, moment: [], found: null };
  }
  const entry = cache.current;
  const isComplete = isFinalRender.current && sameItems(entry.moment, moment);
  isFinalRender.current = false;
  if (isComplete) return entry.found;
  entry.moment = moment;
  let atOnce = true;
  timeSlicer.run(function* () {
    entry.found = yield* find();
    if (atOnce) return;
    isFinalRender.current = true;
    show((count) => count + 1);
  });
  atOnce = false;
  return entry.found;
}

const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((each, i) => each === b[i]);
