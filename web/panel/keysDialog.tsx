import { Dialog } from './dialog.tsx';
import { KEYS } from './keys.ts';
import type { Page } from './page.ts';

/** Every key of the page. */
export function KeysDialog({ close }: { page: Page; close: () => void }) {
  return (
    <Dialog title="Keys" class="keys-help" close={close}>
      <dl>
        {KEYS.map(({ shown, does }) => (
          <div key={shown}>
            <dt>
              <kbd>{shown}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
