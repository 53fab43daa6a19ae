/**
 * The most rows whose times rise, in their order (Fredman 1975): what a clock set back or a stray time
 * costs is as little as can be. null: they all do. What is no number never does.
 */
export function risingRows(times: Float64Array): Int32Array | null {
  if (allRise(times)) return null;
  // the last row of the best run of each length, and the row before each
  const ends = new Int32Array(times.length);
  const before = new Int32Array(times.length);
  let longest = 0;
  for (let row = 0; row < times.length; row++) {
    const time = times[row] as number;
    if (Number.isNaN(time)) continue;
    let [low, high] = [0, longest];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((times[ends[middle] as number] as number) < time) low = middle + 1;
      else high = middle;
    }
    if (low < longest && time === times[ends[low] as number]) continue; // the first one counts
    before[row] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = row;
    if (low === longest) longest++;
  }
  const rows = new Int32Array(longest);
  let row = ends[longest - 1] ?? -1;
  for (let at = longest - 1; at >= 0; at--) {
    rows[at] = row;
    row = before[row] as number;
  }
  return rows;
}

function allRise(times: Float64Array): boolean {
  if (Number.isNaN(times[0])) return false;
  for (let row = 1; row < times.length; row++)
    if (!((times[row] as number) > (times[row - 1] as number))) return false;
  return true;
}
