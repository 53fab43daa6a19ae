import { JOINTS } from '../../run/viewState.ts';
import type { Scenario } from '../../scenario/types.ts';
import type { Page } from '../page.ts';

/** Where all methods start; its joints are moved in the inspector's place. */
export function StartPose({ page }: { page: Page }) {
  const { inspected } = page.viewState;
  return (
    <div class="row start-pose">
      <span>Start pose</span>
      <b>{stands(page.desk.editor.scenario.value)}</b>
      <button
        type="button"
        class="plain"
        aria-pressed={inspected.value === JOINTS}
        title="Move the joints, copy and paste q"
        onClick={() => page.viewState.inspect(JOINTS)}
      >
        Joints
      </button>
    </div>
  );
}

const stands = ({ start, tree }: Scenario): string =>
  start ? 'changed' : 'planar' in tree && 'points' in tree.planar ? 'by its points' : 'default';
