/** What a build of the page consists of, and which of it answers a request. */

/** Put before the service worker by the build. */
export interface KeptList {
  /** Of the contents: the same where all files are. */
  readonly version: string;
  /** Path within the page's folder: SHA-256 of the file, base64. */
  readonly files: Readonly<Record<string, string>>;
}

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
  /** `no-store`: of the host alone, as the check page asks. */
  readonly cache: string;
}

export const PAGE = 'index.html';
/** What the host says of its page; no part of the build. */
export const HOST_FILE = 'iklab.json';

/** The path of the file that answers; null: what lies there is for the network to say. */
export function fileAsked(asked: Asked, scope: string, files: KeptList['files']): string | null {
  if (asked.method !== 'GET' || asked.cache === 'no-store' || !asked.url.startsWith(scope))
    return null;
  const path = asked.url.slice(scope.length).replace(/[?#].*$/s, '');
  if (path === '') return asked.mode === 'navigate' ? PAGE : null;
  return Object.hasOwn(files, path) ? path : null;
}

export const isOfHost = ({ method, url, cache }: Asked, scope: string): boolean =>
  method === 'GET' && cache !== 'no-store' && url === scope + HOST_FILE;

/** All caches of the page in one folder begin so; those of another folder do not. */
export const cachesOf = (scope: string): string => `iklab ${scope} `;

export const cacheName = (scope: string, { version }: KeptList): string =>
  cachesOf(scope) + version;

/** As `KeptList` has them. */
export async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCharCode(...hash));
}
