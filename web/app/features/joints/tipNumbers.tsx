import { type Change, setTargetPoses, type TargetPose } from 'iklab/document';
import { degreesQuantity, fixedText, quantity, unitName } from 'iklab/format';
import { AXES, anglesOf, type Frame, quaternionOf, type Scene, tipFrames } from 'iklab/scenario';
import { Icon } from '../../ui/icon.tsx';
import type { JogProps } from './jogProps.ts';
import css from './jointsPanel.module.css';

interface TipProps extends JogProps {
  /** Applies an edit and ends editing the pose. */
  readonly put: (change: Change) => void;
}

const TURNS = ['roll', 'pitch', 'yaw'] as const;

export function TipNumbers({ scene, now, units, put }: TipProps) {
  const { targets, unit } = scene.scenario;
  const frames = framesOf(scene, now.values);
  const place = quantity('m', { scene: unit, decimals: unit === 'm' ? 4 : 3 });
  const turn = (value: number): string =>
    units.angle === 'degrees'
      ? degreesQuantity.text(value)
      : String(Number(fixedText(value, 4)) + 0);
  const turned = targets.some(({ orientation }) => orientation);
  return (
    <section class={css.tipNumbers}>
      <h3>
        {targets.length === 1 ? 'Effector' : 'Effectors'}
        <span class="hint">
          in the world frame, {unitName(unit)}
          {turned && `, ${units.angle}`}
        </span>
      </h3>
      {targets.map(({ effector, orientation }, i) => {
        const { at, turn: rotation } = frames[i] as Frame;
        const angles = anglesOf(rotation);
        return (
          <dl key={effector} aria-label={effector}>
            <div class={css.tipName}>
              <dt>{effector}</dt>
            </div>
            {AXES.map((axis, k) => (
              <div key={axis}>
                <dt>{axis}</dt>
                <dd>{place.text(at[k] as number)}</dd>
              </div>
            ))}
            {orientation &&
              TURNS.map((name, k) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{turn(angles[k] as number)}</dd>
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

function framesOf({ scenario, tree }: Scene, values: readonly number[]): readonly Frame[] {
  const tips = tipFrames(tree.joints, tree.effectors, values);
  const index = new Map(tree.effectors.map(({ id }, i) => [id, i]));
  return scenario.targets.map(({ effector }) => tips[index.get(effector) ?? 0] as Frame);
}

const targetPosesAt = (
  { scenario }: Scene,
  frames: readonly Frame[],
): ReadonlyMap<number, TargetPose> =>
  new Map(
    frames.map(({ at, turn }, i) => [
      i,
      {
        position: at,
        ...(scenario.targets[i]?.orientation && { orientation: quaternionOf(turn) }),
      },
    ]),
  );
