import { whyNoTable } from '../../robot/dh/chainTable.ts';
import { tableText } from '../../robot/dh/tableText.ts';
import { resolve } from '../../scenario/resolve.ts';
import { Copy } from '../controls/copy.tsx';
import { Icon, IconButton } from '../controls/icon.tsx';
import { saveScene } from '../controls/saveScene.ts';
import type { Page } from '../page.ts';
import { DhEditor } from './dhEditor.tsx';
import { angles, tableOf } from './dhTables.ts';
import './mechanism.css';

/** The mechanism of the scene at work, to be edited; each change is an edit of the document. */
export function MechanismEditor({ page }: { page: Page }) {
  const close = (): void => {
    page.viewState.inspected.value = null;
  };
  const { unit } = page.desk.editor.scenario.value;
  const { tree } = resolve(page.desk.editor.scenario.value);
  return (
    <aside class="inspector mechanism" aria-label="Mechanism">
      <header>
        <h2>DH table</h2>
        <IconButton name="Close" icon="close" press={close} />
        <p class="summary">The scene follows every cell. Each change can be undone.</p>
      </header>
      <div class="scroll">
        <DhEditor page={page} />
      </div>
      <footer>
        <button type="button" class="button primary" onClick={() => saveScene(page)}>
          <Icon name="save" />
          Save as scenario
        </button>
        {whyNoTable(tree) === null && (
          <Copy
            class="button"
            name="Copy as table"
            text={async () => tableText(tableOf(tree), angles.value, unit)}
          />
        )}
      </footer>
    </aside>
  );
}
