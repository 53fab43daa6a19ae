import {
  type DocumentEdit,
  setTargetPoses,
  type TargetPoseChange,
} from '@iklab/core/document/edits';
import {
  degreesNotation,
  fixedDecimalsText,
  lengthUnitName,
  unitNotation,
} from '@iklab/core/format';
import type { Scene } from '@iklab/core/scenario';
import {
  quaternionFromRotation,
  type RigidFrame,
  rpyFromRotation,
} from '@iklab/core/scenario/numbers';
import { computeEffectorTipFrames } from '@iklab/core/scenario/robot';
import { COORDINATE_AXES } from '@iklab/core/scenario/targets';
import { Icon } from '../../ui/icon.tsx';
import css from './jointsPanel.module.css';
import type { PoseEditorProps } from './poseEditorProps.ts';

interface EffectorProps extends PoseEditorProps {
  /** Applies an edit to the document and ends the editing of the pose. */
  readonly put: (change: DocumentEdit) => void;
}

const ANGLE_NAMES = ['roll', 'pitch', 'yaw'] as const;

export function EffectorPoseList({ scene, current, units, put }: EffectorProps) {
  const { targets, unit } = scene.scenario;
  const frames = targetFrames(scene, current.values);
  const length = unitNotation('m', { scene: unit, decimals: unit === 'm' ? 4 : 3 });
  const angleText = (value: number): string =>
    units.angle === 'degrees'
      ? degreesNotation.text(value)
      : String(Number(fixedDecimalsText(value, 4)) + 0);
  const hasOrientation = targets.some(({ orientation }) => orientation);
  return (
    <section class={css.tipNumbers}>
      <h3>
        {targets.length === 1 ? 'Effector' : 'Effectors'}
        <span class="hint">
          in the world frame, {lengthUnitName(unit)}
          {hasOrientation && `, ${units.angle}`}
        </span>
      </h3>
      {targets.map(({ effector, orientation }, i) => {
        const { position, rotation } = frames[i] as RigidFrame;
        const angles = rpyFromRotation(rotation);
        return (
          <dl key={effector} class="facts" aria-label={effector}>
            <div class={css.tipName}>
              <dt>{effector}</dt>
            </div>
            {COORDINATE_AXES.map((axis, k) => (
              <div key={axis}>
                <dt>{axis}</dt>
                <dd>{length.text(position[k] as number)}</dd>
              </div>
            ))}
            {orientation &&
              ANGLE_NAMES.map((name, k) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{angleText(angles[k] as number)}</dd>
                </div>
              ))}
          </dl>
        );
      })}
      <button
        type="button"
        class="button"
        onClick={() => put(setTargetPoses(targetPosesAt(scene, frames)))}
      >
        <Icon name="fit" />
        {targets.length === 1 ? 'Move target here' : 'Move targets here'}
      </button>
    </section>
  );
}

function targetFrames({ scenario, tree }: Scene, values: readonly number[]): readonly RigidFrame[] {
  const tips = computeEffectorTipFrames(tree.joints, tree.effectors, values);
  const index = new Map(tree.effectors.map(({ id }, i) => [id, i]));
  return scenario.targets.map(({ effector }) => tips[index.get(effector) ?? 0] as RigidFrame);
}

const targetPosesAt = (
  { scenario }: Scene,
  frames: readonly RigidFrame[],
): ReadonlyMap<number, TargetPoseChange> =>
  new Map(
    frames.map(({ position: at, rotation: turn }, i) => [
      i,
      {
        position: at,
        ...(scenario.targets[i]?.orientation && { orientation: quaternionFromRotation(turn) }),
      },
    ]),
  );
