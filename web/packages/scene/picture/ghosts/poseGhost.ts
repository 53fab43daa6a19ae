/** A pose of the robot that all panes show as a translucent copy beside the current pose. */
export interface PoseGhost {
  /** Values of the independent joints. */
  readonly theta: readonly number[];
  /** Number in the label. The number also selects the colour: `--branch-1` for 1, 9 and so on. */
  readonly number: number;
  /** Text of the label in place of the number. */
  readonly label?: string;
  /** True if the ghost is drawn fainter, such as for a pose beyond joint limits. */
  readonly faint: boolean;
  readonly highlighted?: boolean;
}
