/** Serves the built page with gzip, as a file host does, and times its frames in Chromium. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { launchChromium } from './launchChromium.mjs';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Serves a folder and compresses each file once. */
async function host(folder) {
  const sent = new Map();
  const server = createServer(({ url }, answer) => {
    const path = join(folder, new URL(url, 'http://host').pathname.replace(/\/$/, '/index.html'));
    try {
      if (!sent.has(path)) sent.set(path, gzipSync(readFileSync(path)));
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      const open = { 'access-control-allow-origin': '*' }; // Other sites may load its scripts.
      answer.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip', ...open });
      answer.end(sent.get(path));
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${server.address().port}/`;
  return { url, close: () => server.close() };
}

/** Serves builds of the page, each at one of `urls`; `more`: additional flags of the browser. */
export async function openBuilds(folders, more = []) {
  const browser = await launchChromium(more);
  const hosts = await Promise.all(folders.map(host));
  const close = async () => {
    for (const each of hosts) each.close();
    await browser.close();
  };
  return { browser, urls: hosts.map(({ url }) => url), close };
}

/** Runs in the page before its own scripts: times every animation frame that draws. */
export function watch() {
  const seen = { frames: [], starts: [], calls: 0, mute: false };
  Object.assign(globalThis, { __seen: seen });
  let drawn = false;
  const context = WebGL2RenderingContext.prototype;
  const answersNothing =
    /^(draw|uniform|buffer|clear|tex|viewport|scissor|enable|disable|bind|vertexAttrib|blend|depth|stencil|color|useProgram|activeTexture|cullFace|frontFace|pixelStorei|polygonOffset|lineWidth)/;
  for (const name of Object.getOwnPropertyNames(context)) {
    const call = Object.getOwnPropertyDescriptor(context, name)?.value;
    if (typeof call !== 'function') continue;
    const [draws, mutes] = [/^draw(Arrays|Elements)/.test(name), answersNothing.test(name)];
    context[name] = function (...words) {
      seen.calls++;
      if (draws) drawn = true;
      return seen.mute && mutes ? undefined : call.apply(this, words);
    };
  }
  const request = globalThis.requestAnimationFrame;
  globalThis.requestAnimationFrame = (callback) =>
    request.call(globalThis, (now) => {
      drawn = false;
      const start = performance.now();
      callback(now);
      if (!drawn) return;
      seen.frames.push(performance.now() - start);
      seen.starts.push(start);
    });
}
