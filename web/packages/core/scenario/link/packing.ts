/** Packs text as a short string for links, and unpacks it: UTF-8, raw DEFLATE, base64url. */
import { threadActivity } from '../../time/threadActivity.ts';
import { MAX_DOCUMENT_BYTES } from '../checks/bounds.ts';
import { quoteInOneLine } from '../checks/words.ts';
import { joinBytes } from './joinBytes.ts';

export class PackingFault extends Error {}

export async function packLinkText(text: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  await pump(new CompressionStream('deflate-raw'), new TextEncoder().encode(text), (chunk) =>
    chunks.push(chunk),
  );
  return toBase64Url(joinBytes(chunks));
}

/**
 * Unpacks the text of a link; throws a PackingFault if it is damaged or inflates to more than 1
 * MiB.
 */
export async function unpackLinkText(packed: string): Promise<string> {
  const bytes = fromBase64Url(packed);
  const text = await inflate(bytes);
  // Not every engine refuses data after the end; if a shortened stream is complete, there are extra
  // bytes.
  const early = await inflate(bytes.subarray(0, -1)).catch(() => null);
  if (early !== null) throw new PackingFault('has something behind its end');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text);
  } catch {
    throw new PackingFault('does not hold text');
  }
}

async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    await pump(new DecompressionStream('deflate-raw'), bytes, (chunk) => {
      size += chunk.length;
      if (size > MAX_DOCUMENT_BYTES) throw new PackingFault('holds more than 1 MiB');
      chunks.push(chunk);
    });
  } catch (error) {
    if (error instanceof PackingFault) throw error;
    throw new PackingFault('is cut short or damaged');
  }
  return joinBytes(chunks);
}

const pump: typeof pumpStream = (...how) => threadActivity.track('stream', pumpStream(...how));

async function pumpStream(
  { readable, writable }: CompressionStream | DecompressionStream,
  bytes: Uint8Array,
  take: (chunk: Uint8Array) => void,
): Promise<void> {
  const writer = writable.getWriter();
  // The reader gets every error; these promises would report it again.
  const ignore = () => {};
  writer.write(bytes as Uint8Array<ArrayBuffer>).catch(ignore);
  writer.close().catch(ignore);
  const reader = readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      take(value);
    }
  } finally {
    reader.cancel().catch(ignore);
  }
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array {
  const stray = /[^\w-]/u.exec(text)?.[0];
  if (stray)
    throw new PackingFault(`has a character that does not belong there: ${quoteInOneLine(stray)}`);
  if (text === '' || text.length % 4 === 1) throw new PackingFault('is cut short');
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}
