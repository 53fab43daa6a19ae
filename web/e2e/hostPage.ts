/** Pages of another origin, with runs in them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';

export interface Hosts {
  /** The address of a page with this content, the element's script in its head. */
  page(content: string, head?: string): string;
  close(): Promise<void>;
}

/** `site`: the address of the page of IK Lab, ends in '/'. */
export async function openHosts(site: string): Promise<Hosts> {
  const pages = new Map<string, string>();
  const server = createServer(({ url = '' }, answer) => {
    const page = pages.get(url);
    answer.writeHead(page === undefined ? 404 : 200, { 'Content-Type': 'text/html' }).end(page);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    page(content, head = '') {
      const path = `/${pages.size}.html`;
      pages.set(
        path,
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Notes on moving machines</title>
         <link rel="icon" href="data:,">${head}
         <script type="module" src="${site}ik-lab.js"></script>
         <body style="margin: 20px; font: 18px serif"><main><h1>Notes</h1>${content}</main>`,
      );
      return `http://localhost:${port}${path}`; // another origin than that of the site
    },
    close: () => new Promise((done) => server.close(() => done())),
  };
}

/** The frame of the only element that has one. */
export const frameOf = async (page: Page) => {
  const frame = page.frames().find((each) => each.url().includes('embed='));
  if (!frame) throw new Error('no frame stands');
  return frame;
};
