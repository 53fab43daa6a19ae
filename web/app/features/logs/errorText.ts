/** What a thrown thing says of itself; of a file, that it is gone. */
export const errorText = (error: unknown): string =>
  error instanceof DOMException && error.name === 'NotFoundError'
    ? 'no longer exists, or cannot be read'
    : `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
