/**
 * Labels of the timeline. A label names instances that reached their targets. Labels do not
 * overlap.
 */

export interface TimelineLabel {
  readonly entry: number;
  readonly instances: readonly number[];
  /** Distance from the left end of the timeline to the label, in pixels. */
  readonly left: number;
  readonly named: boolean;
}

interface Line {
  readonly first: number;
  readonly last: number;
  readonly width: number;
}

interface ArrivalMark {
  readonly instance: number;
  readonly entry: number;
}

const MARK = 14; // Pixels.
const LETTER = 6.6;
const GAP = 5; // Pixels, from the tick and between two labels.
const MERGE_DISTANCE = 3; // Pixels; ticks that are closer look like one.

/** Returns an upper bound of the width of a label with given names, in pixels. */
export const estimateTimelineLabelWidth = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + MARK + LETTER * name.length + GAP, 0);

/**
 * Places the labels of a timeline, earliest first. A label is right of its tick if there is room,
 * else left. If neither fits, the label has no names.
 */
export function layoutTimelineLabels(
  arrived: readonly ArrivalMark[],
  { first, last, width }: Line,
  nameOf: (instance: number) => string,
): TimelineLabel[] {
  const toX = (entry: number): number => (width * (entry - first)) / Math.max(1, last - first);
  const groups = groupArrivals(arrived, toX);
  const all: TimelineLabel[] = [];
  let free = 0;
  groups.forEach(({ entry, instances }, i) => {
    const x = toX(entry);
    const next = groups[i + 1];
    // A name leaves room for the mark of the next label.
    const end = next ? Math.min(width, toX(next.entry) + GAP) : width;
    const fullWidth = estimateTimelineLabelWidth(instances.map(nameOf));
    const marks = MARK * instances.length;
    const behind = Math.max(free, x + GAP);
    const before = x - GAP - fullWidth;
    const layout =
      behind + fullWidth <= end
        ? { left: behind, named: true, size: fullWidth }
        : before >= free
          ? { left: before, named: true, size: fullWidth }
          : { left: Math.min(behind, width - marks), named: false, size: marks };
    if (layout.left < free) return; // Only its tick is drawn.
    all.push({ entry, instances, left: layout.left, named: layout.named });
    free = layout.left + layout.size + GAP;
  });
  return all;
}

function groupArrivals(arrived: readonly ArrivalMark[], toX: (entry: number) => number) {
  const groups: { entry: number; instances: number[] }[] = [];
  for (const { instance, entry } of [...arrived].sort((a, b) => a.entry - b.entry)) {
    const near = groups.at(-1);
    if (near && toX(entry) - toX(near.entry) < MERGE_DISTANCE) near.instances.push(instance);
    else groups.push({ entry, instances: [instance] });
  }
  return groups;
}
