import { TimeSlicer } from 'iklab/run';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Kept<T> {
  readonly of: readonly unknown[];
  moment: readonly unknown[];
  found: T | null;
}

/**
 * What takes long to find in a large scene: at once where it is short, else once it is whole, and
 * until then what was found before of the same thing; null: nothing was. `of`: what it is of;
 * `moment`: the state of it; `rest`: times as long as each slice of the work.
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
  const told = useRef(false); // this picture was asked for to show what was found
  // at once: the work begins with the first rendering, and may outlive what is taken away soon after
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
