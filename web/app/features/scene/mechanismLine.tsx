import { EDITOR_PANEL } from 'iklab/run';
import { isIndependentJoint, resolve } from 'iklab/scenario';
import type { Page } from '../../page.ts';

export function MechanismLine({ page }: { page: Page }) {
  const { inspected } = page.viewState;
  const count = resolve(page.doc.editor.scenario.value).tree.joints.filter(
    isIndependentJoint,
  ).length;
  return (
    <div class="row start-pose">
      <span>Links and joints</span>
      <b>{count === 1 ? '1 moves' : `${count} move`}</b>
      <button
        type="button"
        class="plain"
        aria-pressed={inspected.value === EDITOR_PANEL}
        title="Edit the mechanism: Denavit-Hartenberg table, joint by joint"
        onClick={() => page.viewState.inspect(EDITOR_PANEL)}
      >
        Edit
      </button>
    </div>
  );
}
