/** What expressions may take in all, beside their own length: items that are made or looked at. */

/** Of one expansion; it becomes less as its expressions are worked out. */
export interface Effort {
  left: number;
}

/** About a second's work. */
export const MOST_ITEMS = 20_000_000;

export const effort = (): Effort => ({ left: MOST_ITEMS });

let spent: Effort = { left: Number.POSITIVE_INFINITY };

/** Whatever `work` does is taken from this effort. */
export function spending<T>(from: Effort, work: () => T): T {
  const before = spent;
  spent = from;
  try {
    return work();
  } finally {
    spent = before;
  }
}

/** Takes so many items before they are made; false: there is no effort left for them. */
export function affords(items: number): boolean {
  spent.left -= items;
  return spent.left >= 0;
}
