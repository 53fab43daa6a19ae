/** Stores the page for offline use, and reports newer versions. */
import { newVersionNotice, otherTabsNotice } from 'iklab/format';
import { idle } from '../../browser/idle.ts';
import { labEffect, onLabEvent } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { loadAllParts } from '../../ui/lazyPart.tsx';

const SCRIPT = './sw.js';

/** Runs when the page is idle. Failures are not reported, because the page works without it. */
export async function keepOffline(page: Page): Promise<void> {
  const { services, ended } = page.scope;
  if (!services.keeper) return;
  await loadAllParts();
  await idle();
  if (ended.aborted) return;
  const registration = await services.keeper
    .register(SCRIPT, { updateViaCache: 'none' })
    // Fails in private windows, for pages opened from files, or if the host lacks the script.
    .catch(() => null);
  if (registration && !ended.aborted) tellOfNewer(page, registration);
}

/** A newer version waits until all tabs of this one are closed; only the last tab is told. */
function tellOfNewer(page: Page, registration: ServiceWorkerRegistration): void {
  const { scope, doc } = page;
  const signal = scope.ended;
  let told: ServiceWorker | null = null;
  const look = async (): Promise<void> => {
    const { waiting, active } = registration;
    if (!active || !waiting || waiting === told || doc.notice.peek()) return;
    if (!(await ask(waiting, 'alone')) || doc.notice.peek()) return;
    told = waiting;
    doc.notice.value = newVersionNotice(() => begin(page, waiting));
  };
  registration.addEventListener(
    'updatefound',
    () => registration.installing?.addEventListener('statechange', look, { signal }),
    { signal },
  );
  onLabEvent(scope, 'focus', look); // Another tab may have been closed.
  labEffect(scope, () => {
    if (!doc.notice.value) look(); // Does not replace another notice.
  });
}

async function begin({ scope, doc }: Page, waiting: ServiceWorker): Promise<void> {
  waiting.addEventListener(
    'statechange',
    () => {
      if (waiting.state === 'activated') scope.services.reload();
    },
    { signal: scope.ended },
  );
  if (!(await ask(waiting, 'begin'))) doc.notice.value = otherTabsNotice;
}

const ask = (worker: ServiceWorker, question: 'alone' | 'begin'): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      port1.close();
      resolve(data === true);
    };
    worker.postMessage(question, [port2]);
  });
