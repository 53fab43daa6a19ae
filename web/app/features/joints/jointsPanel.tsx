import { type DocumentEdit, setStartPose } from '@iklab/core/document/edits';
import type { AngleUnit, PoseUnits } from '@iklab/core/format';
import { resolveScenario, type Scene } from '@iklab/core/scenario';
import { clampToJointLimits, isIndependentJoint } from '@iklab/core/scenario/robot';
import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { memoizePerLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { Icon, IconButton } from '../../ui/icon.tsx';
import { useWindowEvents } from '../../ui/useWindowEvents.ts';
import { EffectorPoseList } from './effectorPoseList.tsx';
import { JointRows } from './jointRows.tsx';
import css from './jointsPanel.module.css';
import { PoseTextEditor } from './poseTextEditor.tsx';

const angleUnit = memoizePerLab(() => signal<AngleUnit>('degrees'));

/** Edits the pose of a run. The document changes only when the pose becomes the start pose. */
export function JointsPanel({ page }: { page: Page }) {
  const scenario = page.doc.editor.scenario.value;
  const scene = useMemo(() => resolveScenario(scenario), [scenario]);
  // Another mechanism resets the pose.
  return <JointsEditor key={JSON.stringify(scene.tree)} page={page} scene={scene} />;
}

function JointsEditor({ page, scene }: { page: Page; scene: Scene }) {
  const [faults, setFaults] = useState<readonly string[]>([]);
  const { jog } = page.viewState;
  const angle = angleUnit(page);
  const leave = (): void => {
    page.viewState.inspected.value = null;
  };
  const resume = usePausedRun(page, scene, leave);
  useWindowEvents(
    ['keydown'],
    (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      leave();
    },
    page.scope.services.eventTarget,
  );
  const current = jog.value;
  if (!current) return null;
  const units: PoseUnits = { angle: angle.value, length: scene.scenario.unit };
  const set = (values: readonly number[], joint = -1): void => {
    setFaults([]);
    jog.value = { values, joint };
  };
  const take = (label: string, change: DocumentEdit | null): void => {
    if (change) resume();
    const wrong = change ? page.doc.edit(label, change) : [];
    setFaults(wrong.map(({ path, reason }) => `${path}: ${reason}`));
    if (wrong.length === 0) leave();
  };
  const rest = restPose(scene);
  const begin = (): void => take('Start pose', startChange(scene, current.values, rest));
  const straighten = (): void =>
    take('Set all joints to 0', startChange(scene, zeroPose(scene), rest));
  const props = { page, scene, current, units, set };
  return (
    <aside class={`inspector ${css.jointsPanel}`} aria-label="Joints">
      <header>
        <h2>Joints</h2>
        <IconButton name="Close" icon="close" press={leave} />
        <p class="summary small">
          Move a joint here, or drag its link in a view. Band: limits. Tick: rest pose.
        </p>
      </header>
      <div class="scroll">
        <JointRows {...props} rest={rest} />
        <button
          type="button"
          class={`plain ${css.allZero}`}
          title="Sets each joint to 0, or to the limit nearest to 0"
          onClick={straighten}
        >
          Set all joints to 0
        </button>
        <PoseTextEditor {...props} rest={rest} angle={angle} />
        <EffectorPoseList
          {...props}
          put={(change) => take('Move targets to the effectors', change)}
        />
        {'planar' in scene.scenario.tree && 'points' in scene.scenario.tree.planar && (
          <section>
            <p class="help">
              The start pose of this chain is defined by its points. Another start pose converts it
              to a chain of links.
            </p>
          </section>
        )}
      </div>
      <footer>
        {faults.length > 0 && (
          <p class="fault" role="alert">
            {faults.join(' ')}
          </p>
        )}
        <button type="button" class="button primary" onClick={begin}>
          <Icon name="check" />
          Use as start pose
        </button>
        <button type="button" class="button" onClick={leave}>
          Cancel
        </button>
      </footer>
    </aside>
  );
}

const restPose = ({ scenario }: Scene): readonly number[] =>
  resolveScenario({ ...scenario, start: null }).start;

/** Returns zero for all joints; with enforced limits, the allowed value nearest to zero. */
const zeroPose = ({ scenario, tree }: Scene): readonly number[] =>
  tree.joints
    .filter(isIndependentJoint)
    .map(({ limits }) => (scenario.limitPolicy === 'ignore' ? 0 : clampToJointLimits(0, limits)));

/**
 * Returns the edit that makes a pose the start pose; null if new and current start pose are the
 * rest pose.
 */
function startChange(
  { scenario, tree }: Scene,
  values: readonly number[],
  rest: readonly number[],
): DocumentEdit | null {
  const movingJoints = tree.joints.filter(isIndependentJoint);
  if (!movingJoints.every((_, i) => values[i] === rest[i])) return setStartPose(values);
  return scenario.start ? setStartPose(null) : null;
}

/**
 * Pauses the run while its pose is edited. Calls `leave` if the run is started meanwhile. The
 * returned function resumes the run.
 */
function usePausedRun(page: Page, scene: Scene, leave: () => void): () => void {
  const ran = useRef(false);
  const resume = (): void => {
    if (ran.current && !page.playing.peek()) page.togglePlaying();
    ran.current = false;
  };
  useLayoutEffect(() => {
    const { jog } = page.viewState;
    ran.current = page.playing.peek();
    if (ran.current) page.togglePlaying();
    jog.value = { values: scene.start, joint: -1 };
    return () => {
      jog.value = null;
      resume();
    };
  }, []);
  const plays = page.playing.value;
  useEffect(() => {
    if (page.playing.peek()) leave();
  }, [plays]);
  return resume;
}
