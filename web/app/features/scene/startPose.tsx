import { JOINTS_PANEL } from 'iklab/run';
import type { Scenario } from 'iklab/scenario';
import type { Page } from '../../page.ts';
import { MechanismLine } from './mechanismLine.tsx';

export function StartPose({ page }: { page: Page }) {
  const { inspected } = page.viewState;
  return (
    <>
      <MechanismLine page={page} />
      <div class="row start-pose">
        <span>Start pose</span>
        <b>{startPoseText(page.doc.editor.scenario.value)}</b>
        <button
          type="button"
          class="plain"
          aria-pressed={inspected.value === JOINTS_PANEL}
          title="Move the joints, copy and paste q"
          onClick={() => page.viewState.inspect(JOINTS_PANEL)}
        >
          Joints
        </button>
      </div>
    </>
  );
}

const startPoseText = ({ start, tree }: Scenario): string =>
  start ? 'changed' : 'planar' in tree && 'points' in tree.planar ? 'set by its points' : 'default';
