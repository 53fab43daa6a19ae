/** How much of a log goes along with a scene. */

/** Bytes of its numbers, deflated. */
export const MAX_CARRIED_BYTES = 8 * 1024 * 1024;
/** The same, inflated. */
export const MAX_INFLATED_BYTES = 256 * 1024 * 1024;

/** Characters of a log beside a scene, as JSON: its numbers in base64, and the names of its columns. */
export const MAX_CARRIED_TEXT = 12 * 1024 * 1024;
/** Characters of a file's name, of which some are escaped. */
export const MAX_LOG_NAME = 500;

/** What numbers there are. */
export interface CarriedShape {
  readonly rows: number;
  /** In each row a position, and a quaternion where it is turned. */
  readonly goals: readonly { readonly effector: string; readonly turned: boolean }[];
}

/** Bytes of the numbers of so many joints, inflated. */
export const sizeOf = ({ rows, goals }: CarriedShape, joints: number): number =>
  rows * (8 + 4 * joints + goals.reduce((sum, { turned }) => sum + (turned ? 28 : 12), 0));
