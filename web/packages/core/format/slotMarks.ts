type Points = readonly (readonly [number, number])[];

function star(inner: number): Points {
  const corners = inner < 1 ? 10 : 5;
  return Array.from({ length: corners }, (_, i) => {
    const angle = -Math.PI / 2 + (i * 2 * Math.PI) / corners;
    const radius = inner < 1 && i % 2 === 1 ? inner : 1.12;
    return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
  });
}

const QUARTERS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

const cross = (arm: number, half: number): Points =>
  QUARTERS.flatMap(([cos, sin]) =>
    (
      [
        [-half, -arm],
        [half, -arm],
        [half, -half],
      ] as const
    ).map(([x, y]) => [x * cos - y * sin, x * sin + y * cos] as const),
  );

/**
 * Outlines of the panels' marks, with a radius of about 1 and y down; empty for a disc. The shapes
 * help readers who cannot tell the colours.
 */
export const SLOT_MARK_OUTLINES: readonly Points[] = [
  [],
  [
    [-0.88, -0.88],
    [0.88, -0.88],
    [0.88, 0.88],
    [-0.88, 0.88],
  ],
  [
    [0, -1.15],
    [1.08, 0.82],
    [-1.08, 0.82],
  ],
  [
    [0, -1.25],
    [1.1, 0],
    [0, 1.25],
    [-1.1, 0],
  ],
  [
    [0, 1.15],
    [1.08, -0.82],
    [-1.08, -0.82],
  ],
  cross(1.1, 0.4),
  star(0.48),
  star(1),
];

/** Dash patterns of the slots' curves in charts, in pixels; empty for a solid line. */
export const SLOT_DASH_PATTERNS: readonly (readonly number[])[] = [
  [],
  [8, 4],
  [2, 3],
  [8, 3, 2, 3],
  [12, 4],
  [4, 4],
  [1, 4],
  [12, 3, 3, 3],
];
