/** Serves the files of a folder with gzip, like a file host. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * Serves a folder, with `headers` on every answer. `kilobytes()`: size of all fetched files, each
 * counted once.
 */
export async function serveFolder(folder, headers) {
  const sent = new Map();
  const server = createServer(({ url }, answer) => {
    const path = normalize(new URL(url, 'http://host').pathname.replace(/\/$/, '/index.html'));
    try {
      if (!sent.has(path)) sent.set(path, gzipSync(readFileSync(join(folder, path)), { level: 9 }));
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      answer.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip', ...headers });
      answer.end(sent.get(path));
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    kilobytes: () =>
      Math.round([...sent.values()].reduce((sum, { length }) => sum + length, 0) / 1000),
    close: () => server.close(),
  };
}
