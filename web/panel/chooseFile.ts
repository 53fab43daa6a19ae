import type { Page } from './page.ts';

/** Opens a scene from a file of this device. */
export function chooseFile(page: Page): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,application/json';
  input.addEventListener('change', () => {
    const [chosen] = input.files ?? [];
    if (!chosen) return;
    page.looks.asked.value = null;
    page.desk.openFile(chosen);
  });
  input.click();
}
