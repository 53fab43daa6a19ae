import { resolveScenario, type Scenario } from '@iklab/core/scenario';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { JOINT_JOG_PANEL, MECHANISM_EDITOR_PANEL } from '@iklab/run/session';
import type { Page } from '../../page.ts';

export function StartPoseSection({ page }: { page: Page }) {
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
          aria-pressed={inspected.value === JOINT_JOG_PANEL}
          title="Move the joints, copy and paste q"
          onClick={() => page.viewState.inspect(JOINT_JOG_PANEL)}
        >
          Joints
        </button>
      </div>
    </>
  );
}

const startPoseText = ({ start, tree }: Scenario): string =>
  start ? 'changed' : 'planar' in tree && 'points' in tree.planar ? 'set by its points' : 'default';

function MechanismLine({ page }: { page: Page }) {
  const { inspected } = page.viewState;
  const count = resolveScenario(page.doc.editor.scenario.value).tree.joints.filter(
    isIndependentJoint,
  ).length;
  return (
    <div class="row start-pose">
      <span>Links and joints</span>
      <b>{count === 1 ? '1 moves' : `${count} move`}</b>
      <button
        type="button"
        class="plain"
        aria-pressed={inspected.value === MECHANISM_EDITOR_PANEL}
        title="Edit the mechanism: Denavit-Hartenberg table, joint by joint"
        onClick={() => page.viewState.inspect(MECHANISM_EDITOR_PANEL)}
      >
        Edit
      </button>
    </div>
  );
}
