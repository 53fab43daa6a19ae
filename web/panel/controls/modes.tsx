import { methodAddress } from '../../document/methodAddress.ts';
import type { Page } from '../page.ts';

/** Compare or Methods: links, so that Back and Forward lead between them. */
export function Modes({ page }: { page: Page }) {
  const inScene = page.viewState.method.value === null;
  const { address } = page.desk;
  return (
    <nav class="modes" aria-label="Mode">
      <a href={address.at || '#'} aria-current={inScene ? 'page' : undefined}>
        Compare
      </a>
      <a
        href={methodAddress('')}
        aria-current={inScene ? undefined : 'page'}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          openMethods(page);
        }}
      >
        Methods
      </a>
    </nav>
  );
}

/** To the page of the method that is inspected, else to the family. */
export async function openMethods(page: Page, id = inspected(page)): Promise<void> {
  // what the scene became must stand in the history before it is left
  await page.desk.address.settle();
  location.hash = methodAddress(id);
}

function inspected({ viewState, desk }: Page): string {
  const slot = viewState.inspected.value;
  return desk.editor.scenario.value.methods.find((each) => each.slot === slot)?.id ?? '';
}
