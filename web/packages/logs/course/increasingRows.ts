/**
 * Returns the longest subsequence of rows with increasing times (Fredman 1975), so that a clock
 * that was set back or a stray time drops as few rows as possible. Null if all rows increase. Rows
 * without a number are dropped.
 */
export function increasingRows(times: Float64Array): Int32Array | null {
  if (areIncreasing(times)) return null;
  // The last row of the best sequence of each length, and the predecessor of each row.
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
    // Of equal times, the first counts.
    if (low < longest && time === times[ends[low] as number]) continue;
    before[row] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = row;
    if (low === longest) longest++;
  }
  const rows = new Int32Array(longest);
  let row = ends[longest - 1] ?? -1;
  for (let index = longest - 1; index >= 0; index--) {
    rows[index] = row;
    row = before[row] as number;
  }
  return rows;
}

function areIncreasing(times: Float64Array): boolean {
  if (Number.isNaN(times[0])) return false;
  for (let row = 1; row < times.length; row++)
    if (!((times[row] as number) > (times[row - 1] as number))) return false;
  return true;
}
