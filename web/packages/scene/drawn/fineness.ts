/** Level of detail of the solids of a robot. */
export interface Fineness {
  /** Number of sides of a housing, and of a foot. */
  readonly sides: number;
  readonly foot: number;
  /**
   * Steps of a fillet, of a corner of a tube, and of the fillets of a tube between two housings.
   */
  readonly fillet: number;
  readonly corner: number;
  readonly span: number;
  /** Whether to draw bolts and dark grooves. */
  readonly trim: boolean;
}

/** For a single view. */
export const FINEST: Fineness = {
  sides: 40,
  foot: 56,
  fillet: 5,
  corner: 10,
  span: 26,
  trim: true,
};
/** For several views side by side. */
export const FINE: Fineness = { sides: 24, foot: 36, fillet: 4, corner: 8, span: 16, trim: true };
/** For many joints. */
const FAIR: Fineness = { sides: 16, foot: 24, fillet: 2, corner: 4, span: 8, trim: true };
/** For very many instances. */
export const COARSEST: Fineness = {
  sides: 9,
  foot: 10,
  fillet: 1,
  corner: 3,
  span: 6,
  trim: false,
};

const FEW = { panels: 2, joints: 12 };
const SOME = 24; // Number of joints.

export function finenessFor(panels: number, joints: number): Fineness {
  if (joints > SOME) return FAIR;
  return panels > FEW.panels || joints > FEW.joints ? FINE : FINEST;
}
