/** How finely the solids of a robot are divided. */
export interface Fineness {
  /** Around a housing; around a foot. */
  readonly sides: number;
  readonly foot: number;
  /** Steps of a fillet; of a corner of a tube; of the fillets of a tube between two housings. */
  readonly fillet: number;
  readonly corner: number;
  readonly span: number;
  /** Bolts, and dark grooves. */
  readonly trim: boolean;
}

/** For a picture of its own, */
export const FINEST: Fineness = {
  sides: 40,
  foot: 56,
  fillet: 5,
  corner: 10,
  span: 26,
  trim: true,
};
/** for several side by side, */
export const FINE: Fineness = { sides: 24, foot: 36, fillet: 4, corner: 8, span: 16, trim: true };
/** of many joints, */
const FAIR: Fineness = { sides: 16, foot: 24, fillet: 2, corner: 4, span: 8, trim: true };
/** and for very many instances. */
export const COARSEST: Fineness = {
  sides: 9,
  foot: 10,
  fillet: 1,
  corner: 3,
  span: 6,
  trim: false,
};

const FEW = { panels: 2, joints: 12 };
const SOME = 24; // joints

/** For a robot of so many joints in so many panels. */
export function finenessFor(panels: number, joints: number): Fineness {
  if (joints > SOME) return FAIR;
  return panels > FEW.panels || joints > FEW.joints ? FINE : FINEST;
}
