/** Under `?test=many`: labs side by side in one document, made and disposed of by hand. */
import { element } from '@iklab/scene/dom';
import type { Engine } from 'iklab/engine';
import { memoryServices } from '../browser/memoryServices.ts';
import { fetchEquations } from '../ui/equation.tsx';
import { allParts } from '../ui/later.tsx';
import { createLab, type LabInElement } from './createLab.ts';
import { pageHook } from './pageHook.ts';

// a lab has what the style sheets give to the page
const BESIDE = 'minmax(0, 1fr) / repeat(2, minmax(0, 1fr))';
const INSIDE = 'var(--h-header) minmax(0, 1fr) auto auto / minmax(0, 1fr)';

export function manyLabs(engine: Engine, root: HTMLElement) {
  const labs = new Map<string, { readonly host: HTMLElement; readonly lab: LabInElement }>();
  const find = (name: string): LabInElement => {
    const found = labs.get(name);
    if (!found) throw new Error(`no lab ${name}`);
    return found.lab;
  };
  root.replaceChildren();
  root.style.gridTemplate = BESIDE;
  return {
    async open(name: string, fragment: string): Promise<void> {
      const host = element('div', { className: `lab ${name}` });
      Object.assign(host.style, { display: 'grid', gridTemplate: INSIDE, contain: 'strict' });
      root.append(host);
      const lab = createLab(host, memoryServices(engine, host, fragment));
      labs.set(name, { host, lab });
      await lab.open();
      await Promise.all([allParts(), fetchEquations(), lab.page.charts]);
    },
    hook: (name: string) => pageHook(find(name).page),
    hash: (name: string) => find(name).page.desk.hash(() => true),
    address: (name: string) => find(name).page.scope.services.address,
    dispose(name: string): void {
      find(name).dispose();
      labs.get(name)?.host.remove();
      labs.delete(name);
    },
    /** Bytes that the module's heap has grown to. */
    get heap() {
      return engine.heapTop;
    },
  };
}
