/** Greatest size of the compressed numbers of a saved log, bytes. */
export const MAX_SAVED_LOG_BYTES = 8 * 1024 * 1024;
export const MAX_UNPACKED_LOG_BYTES = 256 * 1024 * 1024;

/**
 * Greatest length of a log in a scene's file, in characters of JSON: base64 numbers and column
 * names.
 */
export const MAX_SAVED_LOG_CHARACTERS = 12 * 1024 * 1024;
export const MAX_LOG_NAME_LENGTH = 500;

export interface SavedLogShape {
  readonly rows: number;
  /** Goals per effector. Each row has a position, and if `turned` a quaternion. */
  readonly goals: readonly { readonly effector: string; readonly turned: boolean }[];
}

/** `joints`: number of independent joints of the mechanism; the size is in bytes. */
export const unpackedLogSize = ({ rows, goals }: SavedLogShape, joints: number): number =>
  rows * (8 + 4 * joints + goals.reduce((sum, { turned }) => sum + (turned ? 28 : 12), 0));
