import { resolveScenario } from '@iklab/core/scenario';
import { explainDhTableRefusal, formatTable } from '@iklab/robots/dh';
import { signal } from '@preact/signals';
import { perLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { CopyButton } from '../../ui/copyButton.tsx';
import { Icon, IconButton } from '../../ui/icon.tsx';
import { saveScene } from '../../ui/saveScene.ts';
import { SegmentedControl } from '../../ui/segmentedControl.tsx';
import { DhEditor } from './dhEditor.tsx';
import { dhTables } from './dhTables.ts';
import css from './mechanism.module.css';
import { TreeEditor } from './treeEditor.tsx';

const editorMode = perLab(() => signal<'table' | 'tree'>('table'));

export function MechanismEditor({ page }: { page: Page }) {
  const close = (): void => {
    page.viewState.inspected.value = null;
  };
  const mode = editorMode(page);
  const tables = dhTables(page);
  const { unit } = page.doc.editor.scenario.value;
  const asTable = mode.value === 'table';
  const { tree } = resolveScenario(page.doc.editor.scenario.value);
  return (
    <aside class={`inspector ${css.mechanism}`} aria-label="Mechanism">
      <header>
        <h2>Mechanism</h2>
        <SegmentedControl
          name="Edit as"
          value={mode.value}
          options={[
            ['table', 'DH table'],
            ['tree', 'Joints'],
          ]}
          choose={(next) => {
            mode.value = next;
          }}
        />
        <IconButton name="Close" icon="close" press={close} />
        <p class="summary small">
          The scene updates with every {asTable ? 'cell' : 'number'}. Each change can be undone.
        </p>
      </header>
      <div class="scroll">{asTable ? <DhEditor page={page} /> : <TreeEditor page={page} />}</div>
      <footer>
        <button type="button" class="button primary" onClick={() => saveScene(page)}>
          <Icon name="save" />
          Save as scenario
        </button>
        {asTable && explainDhTableRefusal(tree) === null && (
          <CopyButton
            class="button"
            name="Copy as table"
            text={async () => formatTable(tables.get(tree), tables.angles.value, unit)}
          />
        )}
      </footer>
    </aside>
  );
}
