/** The files of a build of the page, and which of them answers a request. */

/** The build writes this list at the start of the service worker. */
export interface CachedFileList {
  /** A hash of `files`: equal if all files are equal. */
  readonly version: string;
  /** Path within the page's folder: SHA-256 of the file, base64. */
  readonly files: Readonly<Record<string, string>>;
}

export interface RequestInfo {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
  /** `no-store`, which the check page uses: only the host answers. */
  readonly cache: string;
}

export const PAGE = 'index.html';
/** The settings file of the host, which is not part of the build. */
export const HOST_FILE = 'iklab.json';

/** Returns the path of the stored file that answers a request, or null if the network answers. */
export function findRequestedFile(
  request: RequestInfo,
  scope: string,
  files: CachedFileList['files'],
): string | null {
  if (request.method !== 'GET' || request.cache === 'no-store' || !request.url.startsWith(scope))
    return null;
  const path = request.url.slice(scope.length).replace(/[?#].*$/s, '');
  if (path === '') return request.mode === 'navigate' ? PAGE : null;
  return Object.hasOwn(files, path) ? path : null;
}

export const isHostSettings = ({ method, url, cache }: RequestInfo, scope: string): boolean =>
  method === 'GET' && cache !== 'no-store' && url === scope + HOST_FILE;

/** Returns the common prefix of the names of a folder's caches. Caches of other folders do not have it. */
export const cachePrefix = (scope: string): string => `iklab ${scope} `;

export const makeCacheName = (scope: string, { version }: CachedFileList): string =>
  cachePrefix(scope) + version;

/** Returns the SHA-256 in base64, as in `CachedFileList`. */
export async function computeHash(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCharCode(...hash));
}
