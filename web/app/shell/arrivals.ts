/** Where on the line of time it is said who got there: no two of them over each other. */

export interface Arrival {
  readonly entry: number;
  readonly instances: readonly number[];
  /** From the left end to where it is said, pixels. */
  readonly left: number;
  /** By name; else by mark alone, for want of room. */
  readonly named: boolean;
}

interface Line {
  readonly first: number;
  readonly last: number;
  /** Pixels. */
  readonly width: number;
}

interface Arrived {
  readonly instance: number;
  readonly entry: number;
}

const MARK = 14; // px
const LETTER = 6.6;
const GAP = 5; // from the tick, and between two
const SAME = 3; // px: ticks that are one to the eye

/** As wide as it may be drawn: its marks, and names in small letters. */
export const widthOf = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + MARK + LETTER * name.length + GAP, 0);

/** Earliest first; each behind its tick, or before it where it would leave the line. */
export function arrivals(
  arrived: readonly Arrived[],
  { first, last, width }: Line,
  nameOf: (instance: number) => string,
): Arrival[] {
  const at = (entry: number): number => (width * (entry - first)) / Math.max(1, last - first);
  const groups = together(arrived, at);
  const all: Arrival[] = [];
  let free = 0;
  groups.forEach(({ entry, instances }, i) => {
    const x = at(entry);
    const next = groups[i + 1];
    // a name leaves room for the mark of the one that comes next
    const end = next ? Math.min(width, at(next.entry) + GAP) : width;
    const whole = widthOf(instances.map(nameOf));
    const marks = MARK * instances.length;
    const behind = Math.max(free, x + GAP);
    const before = x - GAP - whole;
    const place =
      behind + whole <= end
        ? { left: behind, named: true, size: whole }
        : before >= free
          ? { left: before, named: true, size: whole }
          : { left: Math.min(behind, width - marks), named: false, size: marks };
    if (place.left < free) return; // its tick says it
    all.push({ entry, instances, left: place.left, named: place.named });
    free = place.left + place.size + GAP;
  });
  return all;
}

function together(arrived: readonly Arrived[], at: (entry: number) => number) {
  const groups: { entry: number; instances: number[] }[] = [];
  for (const { instance, entry } of [...arrived].sort((a, b) => a.entry - b.entry)) {
    const near = groups.at(-1);
    if (near && at(entry) - at(near.entry) < SAME) near.instances.push(instance);
    else groups.push({ entry, instances: [instance] });
  }
  return groups;
}
