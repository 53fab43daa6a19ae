/** Errors on their way between a worker and who asked it: the same on both sides. */
import { IklabError } from './iklabError.ts';

/** What is left of an error in a message. */
export type SentError =
  | Pick<IklabError, 'code' | 'message' | 'path' | 'value' | 'allowed'>
  | string;

export function sentError(error: unknown): SentError {
  if (!(error instanceof IklabError)) return error instanceof Error ? error.message : String(error);
  const { code, message, path, value, allowed } = error;
  return { code, message, path, value, allowed };
}

export const receivedError = (sent: SentError): Error =>
  typeof sent === 'string' ? new Error(sent) : new IklabError(sent.code, sent.message, sent);
