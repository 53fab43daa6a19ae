export interface RobotDetailLevel {
  readonly sides: number;
  readonly foot: number;
  /**
   * Number of steps of a fillet. `corner` is that of a tube corner, `span` that of a fillet between
   * housings.
   */
  readonly fillet: number;
  readonly corner: number;
  readonly span: number;
  readonly trim: boolean;
}

const FINEST_DETAIL: RobotDetailLevel = {
  sides: 40,
  foot: 56,
  fillet: 5,
  corner: 10,
  span: 26,
  trim: true,
};
export const FINE_ROBOT_DETAIL: RobotDetailLevel = {
  sides: 24,
  foot: 36,
  fillet: 4,
  corner: 8,
  span: 16,
  trim: true,
};
const FAIR_DETAIL: RobotDetailLevel = {
  sides: 16,
  foot: 24,
  fillet: 2,
  corner: 4,
  span: 8,
  trim: true,
};
/** Level of detail for shadows and for very many robots. */
export const COARSEST_ROBOT_DETAIL: RobotDetailLevel = {
  sides: 9,
  foot: 10,
  fillet: 1,
  corner: 3,
  span: 6,
  trim: false,
};

const FEW_PARTS = { panels: 2, joints: 12 };
const MAX_FINE_JOINTS = 24; // Number of joints.

export function chooseRobotDetailLevel(panels: number, joints: number): RobotDetailLevel {
  if (joints > MAX_FINE_JOINTS) return FAIR_DETAIL;
  return panels > FEW_PARTS.panels || joints > FEW_PARTS.joints ? FINE_ROBOT_DETAIL : FINEST_DETAIL;
}
