import { resolveScenario } from '@iklab/core/scenario';
import { explainUnsupportedDhTree, formatDhTable } from '@iklab/robots/dh';
import { signal } from '@preact/signals';
import { memoizePerLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { CopyButton } from '../../ui/copyButton.tsx';
import { downloadSceneFile } from '../../ui/downloadSceneFile.ts';
import { Icon, IconButton } from '../../ui/icon.tsx';
import { SegmentedControl } from '../../ui/segmentedControl.tsx';
import { DhEditor } from './dhEditor.tsx';
import { dhTableState } from './dhTableState.ts';
import { KinematicTreeEditor } from './kinematicTreeEditor.tsx';
import css from './mechanism.module.css';

const editorMode = memoizePerLab(() => signal<'table' | 'tree'>('table'));

export function MechanismEditor({ page }: { page: Page }) {
  const close = (): void => {
    page.viewState.inspected.value = null;
  };
  const mode = editorMode(page);
  const tables = dhTableState(page);
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
      <div class="scroll">
        {asTable ? <DhEditor page={page} /> : <KinematicTreeEditor page={page} />}
      </div>
      <footer>
        <button type="button" class="button primary" onClick={() => downloadSceneFile(page)}>
          <Icon name="save" />
          Save as scenario
        </button>
        {asTable && explainUnsupportedDhTree(tree) === null && (
          <CopyButton
            class="button"
            name="Copy as table"
            text={async () => formatDhTable(tables.get(tree), tables.angles.value, unit)}
          />
        )}
      </footer>
    </aside>
  );
}
