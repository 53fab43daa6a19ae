import { DEFAULT_CROWD, formatCrowdAddress, pageAddress } from '@iklab/core/document';
import type { ComponentChildren } from 'preact';
import type { Page } from '../page.ts';

/** Id of the page among those of the methods that explains the closed form, which is no method. */
export const CLOSED_FORM_PAGE_ID = 'closed-form';

/** Modes of the page as links, so that Back and Forward work between them. */
export function PageModeNavigation({ page }: { page: Page }) {
  const mode = page.viewState.openPage.value?.mode;
  const { address } = page.doc;
  return (
    <nav class="modes" aria-label="Mode">
      <a
        href={address.fragment || '#'}
        aria-current={mode === undefined || mode === 'crowd' ? 'page' : undefined}
      >
        Compare
      </a>
      <a
        {...linkProps(pageAddress('studies'), () => openStudiesPage(page))}
        aria-current={mode === 'studies' ? 'page' : undefined}
      >
        Studies
      </a>
      <a
        {...linkProps(pageAddress('methods'), () => openMethodsPage(page))}
        aria-current={mode === 'methods' ? 'page' : undefined}
      >
        Methods
      </a>
    </nav>
  );
}

export function BenchmarkLink(props: {
  readonly page: Page;
  readonly children: ComponentChildren;
  readonly title?: string;
}) {
  const { page, children, title } = props;
  const id = 'benchmark';
  return (
    <a {...linkProps(pageAddress('studies', id), () => openStudiesPage(page, id))} title={title}>
      {children}
    </a>
  );
}

const linkProps = (href: string, open: () => void) => ({
  href,
  onClick: (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  },
});

export const openMethodsPage = (page: Page, id = inspectedMethod(page)): Promise<void> =>
  navigate(page, pageAddress('methods', id));

export const openStudiesPage = (page: Page, id = ''): Promise<void> =>
  navigate(page, pageAddress('studies', id));

export async function openCrowdPage(page: Page): Promise<void> {
  const { address, editor } = page.doc;
  await address.writeNow();
  const link = await address.makeLink(editor.scenario.peek());
  // The fragment is empty in a first visit, and of another scene if this one is too large for it.
  const scene = link === null ? '' : address.fragment || link;
  page.scope.services.address.follow(formatCrowdAddress(DEFAULT_CROWD, scene));
}

async function navigate(page: Page, to: string): Promise<void> {
  // Store the current scene in its history entry before leaving it.
  await page.doc.address.writeNow();
  page.scope.services.address.follow(to);
}

function inspectedMethod({ viewState, doc }: Page): string {
  const slot = viewState.inspected.value;
  return doc.editor.scenario.value.methods.find((each) => each.slot === slot)?.id ?? '';
}
