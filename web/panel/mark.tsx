type Points = readonly (readonly [number, number])[];

function star(inner: number): Points {
  const corners = inner < 1 ? 10 : 5;
  return Array.from({ length: corners }, (_, i) => {
    const angle = -Math.PI / 2 + (i * 2 * Math.PI) / corners;
    const radius = inner < 1 && i % 2 === 1 ? inner : 1.12;
    return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
  });
}

const cross = (arm: number, half: number): Points =>
  [0, 1, 2, 3].flatMap((quarter) => {
    const corners: Points = [
      [-half, -arm],
      [half, -arm],
      [half, -half],
    ];
    const [cos, sin] = [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ][quarter] as [number, number];
    return corners.map(([x, y]) => [x * cos - y * sin, x * sin + y * cos] as const);
  });

/** One shape for each slot, of radius 1: colour is never the only sign. Slot 1 is a disc. */
const SHAPES: readonly Points[] = [
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

/** The mark of a slot in its colour. */
export function Mark({ slot }: { slot: number }) {
  const shape = SHAPES[slot - 1] ?? [];
  const points = shape.map(([x, y]) => `${6 + 4.4 * x},${6 + 4.4 * y}`).join(' ');
  return (
    <svg class={`mark slot-${slot}`} width="13" height="13" viewBox="0 0 12 12" aria-hidden="true">
      {shape.length === 0 ? <circle cx="6" cy="6" r="4.4" /> : <polygon points={points} />}
    </svg>
  );
}
