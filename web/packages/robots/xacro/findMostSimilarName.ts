const maxDistance = (length: number) =>
  length < 4 ? length >> 1 : Math.max(2, Math.floor(length / 3));

export function findMostSimilarName(
  wanted: string,
  names: Iterable<string>,
  most = maxDistance(wanted.length),
): string | null {
  let best: string | null = null;
  let bestDistance = most + 1;
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) >= bestDistance || name.length > 200) continue;
    const distance = editDistance(wanted.toLowerCase(), name.toLowerCase());
    if (distance >= bestDistance) continue;
    best = name;
    bestDistance = distance;
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? (before[j - 2] ?? 0) + 1 : change;
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}
