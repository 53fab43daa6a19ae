/** Pages of another origin with embedded runs. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';

export interface EmbedderPages {
  /** Returns the address of a page with this content, which loads the script of the element. */
  page(content: string, head?: string): string;
  /** Returns the address of a script or style sheet with this text, for use in host pages. */
  file(text: string, ending: 'js' | 'css'): string;
  close(): Promise<void>;
}

/**
 * Starts a server of pages with embedded runs. `site`: the address of the page of IK Lab, ends in
 * '/'.
 */
export async function openEmbedderPages(site: string): Promise<EmbedderPages> {
  const files = new Map<string, string>();
  const kinds = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
  const server = createServer(({ url = '' }, answer) => {
    const text = files.get(url);
    const kind = kinds[url.split('.').pop() as keyof typeof kinds];
    answer.writeHead(text === undefined ? 404 : 200, { 'Content-Type': kind }).end(text);
  });
  const put = (text: string, ending: keyof typeof kinds): string => {
    const path = `/${files.size}.${ending}`;
    files.set(path, text);
    return path;
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    page(content, head = '') {
      const path = put(
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Notes on moving machines</title>
         <link rel="icon" href="data:,">${head}
         <script type="module" src="${site}ik-lab.js"></script>
         <body style="margin: 20px; font: 18px serif"><main><h1>Notes</h1>${content}</main>`,
        'html',
      );
      return `http://localhost:${port}${path}`; // another origin than that of the site
    },
    file: put,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

/** Returns the frame of the only element, which the driver may report late. */
export async function findEmbedFrame(page: Page): Promise<Frame> {
  const found = () => page.frames().find((each) => each.url().includes('embed='));
  await expect.poll(found).toBeDefined();
  return found() as Frame;
}
