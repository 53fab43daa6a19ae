/**
 * A label on the timeline that names the instances that reached their targets; labels do not
 * overlap.
 */

export interface Arrival {
  readonly entry: number;
  readonly instances: readonly number[];
  /** From the left end of the timeline to the label, in pixels. */
  readonly left: number;
  /** Whether the label has names; without room it only has marks. */
  readonly named: boolean;
}

interface Line {
  readonly first: number;
  readonly last: number;
  /** In pixels. */
  readonly width: number;
}

interface Arrived {
  readonly instance: number;
  readonly entry: number;
}

const MARK = 14; // Pixels.
const LETTER = 6.6;
const GAP = 5; // Pixels, from the tick and between two labels.
const SAME = 3; // Pixels; ticks that are closer look like one.

/** Upper bound of a label's width in pixels: marks, and names in small type. */
export const widthOf = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + MARK + LETTER * name.length + GAP, 0);

/** Earliest first. A label is right of its tick, or left of it if it would leave the timeline. */
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
    // A name leaves room for the mark of the next label.
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
    if (place.left < free) return; // Only its tick is drawn.
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
