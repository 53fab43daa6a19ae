/** Limits on a log that is saved with a scene. */

/** Size of its numbers, compressed, bytes. */
export const MAX_SAVED_LOG_BYTES = 8 * 1024 * 1024;
/** Size of its numbers, uncompressed, bytes. */
export const MAX_INFLATED_BYTES = 256 * 1024 * 1024;

/**
 * Length of a log in a scene's file as JSON, characters: its numbers in base64 and the names of its
 * columns.
 */
export const MAX_SAVED_LOG_TEXT = 12 * 1024 * 1024;
/** Length of a file name, characters, some of which are escaped. */
export const MAX_LOG_NAME = 500;

export interface SavedLogShape {
  readonly rows: number;
  /** Each row has a position, and a quaternion if the goal has an orientation. */
  readonly goals: readonly { readonly effector: string; readonly turned: boolean }[];
}

/** Uncompressed, in bytes. */
export const numbersSize = ({ rows, goals }: SavedLogShape, joints: number): number =>
  rows * (8 + 4 * joints + goals.reduce((sum, { turned }) => sum + (turned ? 28 : 12), 0));
