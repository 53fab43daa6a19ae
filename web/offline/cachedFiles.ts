/** Files of a build of the page, and the choice of the file for a request. */

/** List of a build's files. The build writes the list at the start of the service worker. */
export interface CachedFileList {
  /** Hash of `files`. */
  readonly version: string;
  /** SHA-256 of each file in base64, by path within the page's folder. */
  readonly files: Readonly<Record<string, string>>;
}

export interface CacheableRequest {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
  /** Cache mode of the request. With `no-store` (check page), only the host answers. */
  readonly cache: string;
}

export const PAGE_FILE_NAME = 'index.html';
/** Name of the host's settings file, which is not part of the build. */
export const HOST_SETTINGS_FILE_NAME = 'iklab.json';

/** Returns the path of the stored file that answers a request, or null if the network answers. */
export function findRequestedFile(
  request: CacheableRequest,
  scope: string,
  files: CachedFileList['files'],
): string | null {
  if (request.method !== 'GET' || request.cache === 'no-store' || !request.url.startsWith(scope))
    return null;
  const path = request.url.slice(scope.length).replace(/[?#].*$/s, '');
  if (path === '') return request.mode === 'navigate' ? PAGE_FILE_NAME : null;
  return Object.hasOwn(files, path) ? path : null;
}

export const isHostSettingsRequest = (
  { method, url, cache }: CacheableRequest,
  scope: string,
): boolean => method === 'GET' && cache !== 'no-store' && url === scope + HOST_SETTINGS_FILE_NAME;

/** Returns the common prefix of a folder's cache names. Other folders have other prefixes. */
export const getCachePrefix = (scope: string): string => `iklab ${scope} `;

export const makeCacheName = (scope: string, { version }: CachedFileList): string =>
  getCachePrefix(scope) + version;

/** Returns the SHA-256 in base64, as in `CachedFileList`. */
export async function computeFileHash(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCharCode(...hash));
}
