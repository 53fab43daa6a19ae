import type { Page } from '../../page.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { KeyCaps } from '../../ui/keyCaps.tsx';
import css from './keyboardShortcutsDialog.module.css';
import {
  characterShortcutsEnabled,
  listTargetKeys,
  PAGE_COMMANDS,
  setCharacterShortcutsEnabled,
} from './pageCommands.ts';

export function KeyboardShortcutsDialog({ page, close }: { page: Page; close: () => void }) {
  const { unit } = page.doc.editor.scenario.value;
  const keyed = [
    ...PAGE_COMMANDS.filter(({ keysText }) => keysText !== ''),
    ...listTargetKeys(unit),
  ];
  return (
    <Dialog title="Keyboard shortcuts" class={css.keysHelp} close={close}>
      <dl>
        {keyed.map(({ keysText, does }) => (
          <div key={keysText}>
            <dt>
              <KeyCaps keys={keysText} />
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <footer>
        <label class="tick">
          <input
            type="checkbox"
            checked={characterShortcutsEnabled(page).value}
            onChange={(event) => setCharacterShortcutsEnabled(page, event.currentTarget.checked)}
          />
          Enable single-character keys (letters, digits, signs). Stored in this browser.
        </label>
      </footer>
    </Dialog>
  );
}
