import type { Page } from '../page.ts';

let input: HTMLInputElement | null = null;

/** Opens the scenes of files that are chosen. */
export function onChosen(page: Page): void {
  const field = document.createElement('input');
  field.type = 'file';
  field.accept = '.json,application/json';
  field.hidden = true;
  field.addEventListener('change', () => {
    const [chosen] = field.files ?? [];
    if (!chosen) return;
    page.viewState.asked.value = null;
    page.desk.openFile(chosen);
    field.value = ''; // the same file may be chosen again
  });
  // not every browser tells of a choice by an input that stands in no document
  document.body.append(field);
  input = field;
}

/** Asks for a file of this device. */
export const chooseFile = (): void => input?.click();
