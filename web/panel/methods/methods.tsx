import { later } from '../controls/later.tsx';
import type { Page } from '../page.ts';

const MethodsPage = later(async () => (await import('./methodsPage.tsx')).MethodsPage);

/** What the methods are; `id`: whose page is open, '' for the family alone. */
export function Methods(props: { readonly page: Page; readonly id: string }) {
  return (
    <main class="methods">
      <MethodsPage {...props} />
    </main>
  );
}
