import { IklabError } from './iklabError.ts';

/** Error as messages carry it; a string for other errors than an `IklabError`. */
export type SentError =
  | Pick<IklabError, 'code' | 'message' | 'path' | 'value' | 'allowed'>
  | string;

export function toSentError(error: unknown): SentError {
  if (!(error instanceof IklabError)) return error instanceof Error ? error.message : String(error);
  const { code, message, path, value, allowed } = error;
  return { code, message, path, value, allowed };
}

export const fromSentError = (sent: SentError): Error =>
  typeof sent === 'string' ? new Error(sent) : new IklabError(sent.code, sent.message, sent);
