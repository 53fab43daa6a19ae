/** Labs side by side in one document. Tests create and dispose of labs with `?test=many`. */

import type { Engine } from '@iklab/core/engine';
import { createElement } from '@iklab/scene/dom';
import { createMemoryServices } from '../browser/memoryServices.ts';
import { loadAllLazyComponents } from '../ui/makeLazyComponent.tsx';
import { fetchEquations } from '../ui/methodEquation.tsx';
import { createLab, type LabInElement } from './createLab.ts';
import { makeTestHook } from './makeTestHook.ts';

const GRID = 'minmax(0, 1fr) / repeat(2, minmax(0, 1fr))';

interface TestLab {
  readonly host: HTMLElement;
  readonly lab: LabInElement;
  readonly storage: ReadonlyMap<string, string>;
}

export function makeTestLabs(engine: Engine, root: HTMLElement) {
  const labs = new Map<string, TestLab>();
  const find = (name: string): TestLab => {
    const found = labs.get(name);
    if (!found) throw new Error(`no lab ${name}`);
    return found;
  };
  root.replaceChildren();
  root.style.gridTemplate = GRID;
  return {
    async open(name: string, fragment: string): Promise<void> {
      const host = createElement('div', {});
      host.dataset.lab = name;
      host.style.contain = 'strict'; // Makes the lab the containing block of its fixed elements.
      root.append(host);
      const storage = new Map<string, string>();
      const lab = createLab(host, createMemoryServices(engine, host, fragment, storage));
      labs.set(name, { host, lab, storage });
      await lab.open();
      await lab.loadDeferredParts();
      await Promise.all([loadAllLazyComponents(), fetchEquations(), lab.page.chartsReady]);
    },
    page: (name: string) => find(name).lab.page,
    hook: (name: string) => makeTestHook(find(name).lab.page),
    hash: (name: string) => find(name).lab.page.doc.replayHash(() => true),
    address: (name: string) => find(name).lab.page.scope.services.address,
    kept: (name: string) => Object.fromEntries(find(name).storage),
    dispose(name: string): void {
      const { lab, host } = find(name);
      lab.dispose();
      host.remove();
      labs.delete(name);
    },
    get heap() {
      return engine.heapTop;
    },
  };
}
