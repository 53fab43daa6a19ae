import { launchChromium } from './launchChromium.mjs';
import { serveFolder } from './serveFolder.mjs';

const ANY_SITE = { 'access-control-allow-origin': '*' }; // Other sites may load its scripts.

/** Serves builds of the page, each at one of `urls`. `more`: additional flags of the browser. */
export async function openBuilds(folders, more = []) {
  const browser = await launchChromium(more);
  const hosts = await Promise.all(folders.map((folder) => serveFolder(folder, ANY_SITE)));
  const close = async () => {
    for (const each of hosts) each.close();
    await browser.close();
  };
  return { browser, urls: hosts.map(({ url }) => url), close };
}

/** Runs in the page before the page's scripts. Times every animation frame that draws. */
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
