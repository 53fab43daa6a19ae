/** Returns why a file cannot be read, for example because the file no longer exists. */
export const fileErrorText = (error: unknown): string =>
  error instanceof DOMException && error.name === 'NotFoundError'
    ? 'no longer exists, or cannot be read'
    : `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
