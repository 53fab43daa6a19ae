import { newVersionNotice, otherTabsNotice } from '@iklab/core/format/words';
import { waitForLongIdle } from '../../browser/idle.ts';
import { onLabEvent, startLabEffect } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { loadAllLazyComponents } from '../../ui/makeLazyComponent.tsx';

const SCRIPT = './sw.js';

/** Stores the page when idle. Reports no failures, because the page works without the copy. */
export async function storePageOffline(page: Page): Promise<void> {
  const { services, endSignal } = page.scope;
  if (!services.keeper) return;
  await loadAllLazyComponents();
  await waitForLongIdle();
  if (endSignal.aborted) return;
  const registration = await services.keeper
    .register(SCRIPT, { updateViaCache: 'none' })
    // Fails in private windows, for pages opened from files, or if the host lacks the script.
    .catch(() => null);
  if (registration && !endSignal.aborted) offerUpdate(page, registration);
}

/**
 * Offers a new version in the last tab of the old version. The new version waits until all such
 * tabs are closed.
 */
function offerUpdate(page: Page, registration: ServiceWorkerRegistration): void {
  const { scope, doc } = page;
  const signal = scope.endSignal;
  let announced: ServiceWorker | null = null;
  const check = async (): Promise<void> => {
    const { waiting, active } = registration;
    if (!active || !waiting || waiting === announced || doc.notice.peek()) return;
    if (!(await askWorker(waiting, 'alone')) || doc.notice.peek()) return;
    announced = waiting;
    doc.notice.value = newVersionNotice(() => activate(page, waiting));
  };
  registration.addEventListener(
    'updatefound',
    () => registration.installing?.addEventListener('statechange', check, { signal }),
    { signal },
  );
  onLabEvent(scope, 'focus', check); // Another tab may have been closed.
  startLabEffect(scope, () => {
    if (!doc.notice.value) check(); // Does not replace another notice.
  });
}

async function activate({ scope, doc }: Page, waiting: ServiceWorker): Promise<void> {
  waiting.addEventListener(
    'statechange',
    () => {
      if (waiting.state === 'activated') scope.services.reload();
    },
    { signal: scope.endSignal },
  );
  if (!(await askWorker(waiting, 'begin'))) doc.notice.value = otherTabsNotice;
}

const askWorker = (worker: ServiceWorker, question: 'alone' | 'begin'): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      port1.close();
      resolve(data === true);
    };
    worker.postMessage(question, [port2]);
  });
