/** Files dropped on the page. */
import type { Page } from 'playwright-core';

export interface DroppedFile {
  /** Name of the file, after that of its folder, if any. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Drops files on the page; a path with a folder becomes the file's `webkitRelativePath`. */
export async function dropFiles(page: Page, files: readonly DroppedFile[]): Promise<void> {
  const coded = files.map(({ path, content }) => ({
    path,
    base64: Buffer.from(content).toString('base64'),
  }));
  await page.evaluate((all) => {
    const made = all.map(({ path, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
      const file = new File([bytes], path.split('/').at(-1) ?? '');
      if (path.includes('/')) Object.defineProperty(file, 'webkitRelativePath', { value: path });
      return file;
    });
    const event = new DragEvent('drop', { bubbles: true, cancelable: true });
    const value = { types: ['Files'], items: [], files: made };
    Object.defineProperty(event, 'dataTransfer', { value });
    window.dispatchEvent(event);
  }, coded);
}

export const waitForRobotName = (page: Page, wanted: string) =>
  page.waitForFunction((text) => window.__iklab.scenario.name === text, wanted);
