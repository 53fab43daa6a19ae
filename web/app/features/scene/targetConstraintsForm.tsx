import { setTargetFreedom } from '@iklab/core/document/edits';
import { unitNotation } from '@iklab/core/format';
import { AXIS_FRAME_TEXTS } from '@iklab/core/format/words';
import {
  type AxisLetter,
  type FreeRotation,
  targetFreedomDefaults,
  type Vec3,
} from '@iklab/core/scenario';
import {
  COORDINATE_AXES,
  freeRotationAxis,
  freeRotationCone,
  hasFreeRotation,
  namedFreeAxes,
} from '@iklab/core/scenario/targets';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { NumberFieldRow } from '../../ui/numberField.tsx';
import css from './motion.module.css';
import type { TargetFormProps } from './targetProps.ts';

const CONE = 0.3; // Radians; the half angle of a new cone.

export function TargetConstraintsForm({ index, target, edit }: TargetFormProps) {
  const { position, orientation, frame } = target.free ?? targetFreedomDefaults;
  const name = `target ${index + 1}`;
  const oriented = target.orientation !== null;
  const allTurns = namedFreeAxes(orientation).length === 3;
  const named = position.length > 0 || namedFreeAxes(orientation).length > 0;
  return (
    <>
      <AxisChecks
        name="Along"
        title="Untick an axis to leave the position along it free"
        label={(axis) => `Constrain the position of ${name} along ${axis}`}
        free={position}
        least={oriented && !allTurns ? 0 : 1}
        set={(next) => edit('Free position', setTargetFreedom(index, { position: next }))}
      />
      {oriented && (
        <RotationFields index={index} target={target} edit={edit} freeRotation={orientation} />
      )}
      {oriented && named && (
        <ChoiceField
          name="Axes of"
          label={`Axes of ${name}`}
          value={frame}
          options={AXIS_FRAME_TEXTS}
          choose={(next) => edit('Axes', setTargetFreedom(index, { frame: next }))}
        />
      )}
    </>
  );
}

type RotationKind = 'all' | 'spin' | 'cone' | 'axes';

const ROTATION_KINDS: readonly (readonly [RotationKind, string])[] = [
  ['all', 'all axes'],
  ['spin', 'free spin'],
  ['cone', 'within a cone'],
  ['axes', 'about axes'],
];

function kindOf(freeRotation: FreeRotation): RotationKind {
  if (freeRotationAxis(freeRotation)) return 'spin';
  if (freeRotationCone(freeRotation)) return 'cone';
  return hasFreeRotation(freeRotation) ? 'axes' : 'all';
}

function RotationFields(
  props: Pick<TargetFormProps, 'index' | 'target' | 'edit'> & {
    readonly freeRotation: FreeRotation;
  },
) {
  const { index, target, edit, freeRotation } = props;
  const name = `target ${index + 1}`;
  const axis = freeRotationAxis(freeRotation) ?? freeRotationCone(freeRotation)?.axis ?? null;
  const cone = freeRotationCone(freeRotation);
  const everywhere = target.free?.position.length === 3;
  const set = (orientation: FreeRotation) =>
    edit('Free turn', setTargetFreedom(index, { orientation }));
  const choose = (kind: RotationKind) => {
    const about = axis ?? [0, 0, 1];
    if (kind === 'all') set([]);
    if (kind === 'spin') set({ spin: about });
    if (kind === 'cone') set({ cone: { axis: about, angle: CONE } });
    if (kind === 'axes') set(['z']);
  };
  const setAxis = (next: Vec3) => set(cone ? { cone: { ...cone, axis: next } } : { spin: next });
  return (
    <>
      <ChoiceField
        name="Constrained orientation"
        label={`Constrained part of the orientation of ${name}`}
        value={kindOf(freeRotation)}
        options={ROTATION_KINDS}
        choose={choose}
      />
      {axis && (
        <ChoiceField
          name="Axis of the effector"
          label={`Free axis of ${name}`}
          value={axisLetter(axis)}
          options={axisOptions(axis)}
          choose={(letter) => letter !== 'other' && setAxis(UNITS[letter])}
        />
      )}
      {cone && (
        <NumberFieldRow
          label="Tilt at most"
          name={`Cone of ${name}`}
          quantity={unitNotation('rad')}
          value={cone.angle}
          set={(angle) => set({ cone: { ...cone, angle } })}
        />
      )}
      {kindOf(freeRotation) === 'axes' && (
        <AxisChecks
          name="About"
          title="Untick an axis to leave the rotation about it free"
          label={(each) => `Constrain the rotation of ${name} about ${each}`}
          free={namedFreeAxes(freeRotation)}
          least={everywhere ? 1 : 0}
          set={set}
        />
      )}
    </>
  );
}

const UNITS: Readonly<Record<AxisLetter, Vec3>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

function axisLetter(axis: Vec3): AxisLetter | 'other' {
  const match = COORDINATE_AXES.find((letter) =>
    axis.every((part, i) => (UNITS[letter][i] === 0 ? part === 0 : part > 0)),
  );
  return match ?? 'other';
}

const axisOptions = (axis: Vec3) => [
  ...COORDINATE_AXES.map((letter) => [letter, letter] as const),
  ...(axisLetter(axis) === 'other' ? ([['other', axis.join(', ')]] as const) : []),
];

/** Checkboxes for axes. At least `least` stay checked, because a target needs a constraint. */
function AxisChecks(props: {
  readonly name: string;
  readonly title: string;
  readonly label: (axis: AxisLetter) => string;
  readonly free: readonly AxisLetter[];
  readonly least: number;
  readonly set: (free: readonly AxisLetter[]) => void;
}) {
  const { name, title, label, free, least, set } = props;
  return (
    <div class={`axes ${css.ticks}`}>
      <span title={title}>{name}</span>
      {COORDINATE_AXES.map((axis) => {
        const counts = !free.includes(axis);
        return (
          <label key={axis}>
            <input
              type="checkbox"
              aria-label={label(axis)}
              checked={counts}
              disabled={counts && 3 - free.length <= least}
              onChange={() => set(counts ? [...free, axis] : free.filter((each) => each !== axis))}
            />
            {axis}
          </label>
        );
      })}
    </div>
  );
}
