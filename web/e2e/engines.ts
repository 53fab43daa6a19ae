/** One bundle run by several engines: Node with any of its compilers, Chromium, Firefox. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';

const web = fileURLToPath(new URL('..', import.meta.url));

/** Preferences of Firefox that disable prompts, offers and spare processes. */
const ALONE = [
  ['app.normandy.enabled', false],
  ['app.update.enabled', false],
  ['browser.aboutwelcome.enabled', false],
  ['browser.newtabpage.enabled', false],
  ['browser.newtab.preload', false],
  ['browser.safebrowsing.malware.enabled', false],
  ['browser.safebrowsing.phishing.enabled', false],
  ['browser.search.update', false],
  ['browser.sessionstore.enabled', false],
  ['browser.shell.checkDefaultBrowser', false],
  ['browser.startup.homepage_override.mstone', 'ignore'],
  ['browser.startup.page', 0],
  ['datareporting.policy.dataSubmissionEnabled', false],
  ['dom.ipc.processPrelaunch.enabled', false],
  ['extensions.enabledScopes', 0],
  ['extensions.getAddons.cache.enabled', false],
  ['fission.autostart', false],
  ['network.captive-portal-service.enabled', false],
  ['network.connectivity-service.enabled', false],
  ['services.settings.server', ''],
  ['toolkit.telemetry.enabled', false],
] as const;
const userJs = ALONE.map(
  ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
).join('\n');

/** Program for Node that calls a function of the bundle with data.json and the module. */
const inNode = `
import { readFileSync } from 'node:fs';
import * as bundle from './bundle.mjs';
const data = JSON.parse(readFileSync(new URL('data.json', import.meta.url)));
const wasm = new Uint8Array(readFileSync(new URL('iklab.wasm', import.meta.url)));
console.log(JSON.stringify(await bundle.CALL(data, wasm)));`;
const inPage = `<!doctype html><title>bundle</title><script type="module">
const answer = async () => {
  const bundle = await import('./bundle.mjs');
  const [data, wasm] = await Promise.all([fetch('data.json'), fetch('iklab.wasm')]);
  return bundle.CALL(await data.json(), new Uint8Array(await wasm.arrayBuffer()));
};
const body = await answer().catch((error) => String(error));
await fetch('answer', { method: 'POST', body: JSON.stringify(body) });
</script>`;

const FILES: Readonly<Record<string, string>> = {
  '/': 'index.html',
  '/bundle.mjs': 'bundle.mjs',
  '/data.json': 'data.json',
  '/iklab.wasm': 'iklab.wasm',
};
const KINDS: Readonly<Record<string, string>> = {
  html: 'text/html',
  mjs: 'text/javascript',
  json: 'application/json',
  wasm: 'application/wasm',
};

export class JsEngineBundle {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Bundles the module `entry`, a path under web/, to call its function `call` with `data` in
   * several engines.
   */
  static async of(entry: string, call: string, data: unknown): Promise<JsEngineBundle> {
    const folder = mkdtempSync(join(tmpdir(), 'iklab-engines-'));
    await build({
      configFile: false,
      root: web,
      logLevel: 'error',
      build: {
        outDir: folder,
        emptyOutDir: true,
        minify: false,
        target: 'es2022',
        lib: { entry: join(web, entry), formats: ['es'], fileName: () => 'bundle.mjs' },
        rolldownOptions: { output: { codeSplitting: false } }, // includes dynamic imports
      },
    });
    copyFileSync(join(web, 'packages/core/engine/build/iklab.wasm'), join(folder, 'iklab.wasm'));
    writeFileSync(join(folder, 'data.json'), JSON.stringify(data));
    writeFileSync(join(folder, 'node.mjs'), inNode.replace('CALL', call));
    writeFileSync(join(folder, 'index.html'), inPage.replace('CALL', call));
    return new JsEngineBundle(folder);
  }

  async node(...flags: string[]): Promise<unknown> {
    const words = [...flags, join(this.#folder, 'node.mjs')];
    const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 1e8 });
    return JSON.parse(stdout);
  }

  chromium(): Promise<unknown> {
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run'];
    return this.#browser(CHROMIUM, (profile) => [...flags, `--user-data-dir=${profile}`]);
  }

  firefox(): Promise<unknown> {
    return this.#browser(FIREFOX, firefoxWords);
  }

  async #browser(program: string, words: (profile: string) => string[]): Promise<unknown> {
    const { server, url, answer } = await this.#serve();
    try {
      return await answeredIn(program, words, url, answer);
    } finally {
      server.close();
    }
  }

  async #serve(): Promise<{ server: Server; url: string; answer: Promise<unknown> }> {
    let report: (answer: unknown) => void = () => undefined;
    const answer = new Promise((resolve) => {
      report = resolve;
    });
    const server = createServer(async (request, response) => {
      if (request.method === 'POST') {
        report(JSON.parse(await textOf(request)));
        return void response.end();
      }
      const file = FILES[request.url ?? ''];
      if (!file) return void response.writeHead(404).end();
      response.setHeader('Content-Type', KINDS[file.split('.')[1] ?? ''] ?? '');
      response.end(readFileSync(join(this.#folder, file)));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    return { server, url: `http://127.0.0.1:${port}/`, answer };
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const { IKLAB_CHROMIUM: CHROMIUM = '', IKLAB_FIREFOX: FIREFOX = '' } = process.env;

function firefoxWords(profile: string): string[] {
  writeFileSync(join(profile, 'user.js'), userJs);
  return ['--headless', '--no-remote', '--profile', profile];
}

/** Opens a page in Firefox with a new profile until an answer arrives. */
export const openInFirefox = (url: string, answer: Promise<unknown>): Promise<unknown> =>
  answeredIn(FIREFOX, firefoxWords, url, answer);

async function answeredIn(
  program: string,
  words: (profile: string) => string[],
  url: string,
  answer: Promise<unknown>,
): Promise<unknown> {
  const profile = mkdtempSync(join(tmpdir(), 'iklab-profile-'));
  const env = { ...process.env, HOME: profile };
  // A separate process group, because `program` may be a script that waits for the browser.
  const how = { env, stdio: 'ignore', detached: true } as const;
  const child = spawn(program, [...words(profile), url], how);
  const early = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code) => resolve(`${program} ended before it had answered, status ${code}`));
  });
  try {
    return await Promise.race([answer, early]);
  } finally {
    await ended(child);
    rmSync(profile, { recursive: true, force: true, maxRetries: 20 }); // helper processes end later
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Ends the process group of a browser, so that nothing writes to the profile any more. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid, 'SIGKILL');
  await exit;
}
