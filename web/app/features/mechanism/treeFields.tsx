import { positionNotation, type Quantity, unitNotation } from '@iklab/core/format';
import type { Effector, Fault, InlineTree, Joint, LengthUnit, Vec3 } from '@iklab/core/scenario';
import type { RenamedIds } from '@iklab/robots/edit';
import { useState } from 'preact/hooks';
import { NumberFieldRow, NumberFieldTriple } from '../../ui/numberField.tsx';
import css from './mechanism.module.css';

export type WriteTreeEdit = (
  label: string,
  tree: InlineTree,
  renamed?: RenamedIds,
) => readonly Fault[];

export interface TreePartProps<T> {
  readonly tree: InlineTree;
  readonly unit: LengthUnit;
  readonly part: T;
  readonly edit: WriteTreeEdit;
}

export const UNITLESS_QUANTITY = unitNotation('', { decimals: 6 });
export const ANGLE_QUANTITY = unitNotation('rad', { decimals: 4 });

interface PoseProps {
  readonly unit: LengthUnit;
  readonly part: Effector | Joint;
  readonly change: (label: string, next: Pick<Partial<Joint>, 'xyz' | 'rpy'>) => readonly Fault[];
}

export function PoseFields({ unit, part, change }: PoseProps) {
  const length = positionNotation(unit);
  return (
    <>
      <div class="axes letters" aria-hidden="true">
        <span />
        {['x, roll', 'y, pitch', 'z, yaw'].map((axis) => (
          <span key={axis}>{axis}</span>
        ))}
      </div>
      <TreeVectorField
        name="Offset"
        partId={part.id}
        quantity={length}
        value={part.xyz}
        set={(xyz) => change('Offset', { xyz })}
      />
      <TreeVectorField
        name="Orientation"
        partId={part.id}
        quantity={ANGLE_QUANTITY}
        value={part.rpy}
        set={(rpy) => change('Orientation', { rpy })}
      />
    </>
  );
}

interface FieldProps<T> {
  readonly name: string;
  readonly partId: string;
  readonly quantity: Quantity;
  readonly value: T;
  readonly set: (value: T) => readonly Fault[];
}

export const TreeVectorField = ({ name, partId, value, set, ...field }: FieldProps<Vec3>) => (
  <NumberFieldTriple
    {...field}
    label={name}
    named={(axis) => `${name} of ${partId}, ${axis}`}
    value={value}
    set={(i, number) => set(value.with(i, number) as unknown as Vec3)}
  />
);

export const TreeNumberField = ({ name, partId, ...field }: FieldProps<number>) => (
  <NumberFieldRow {...field} label={name} name={`${name} of ${partId}`} />
);

/** Applies the name of a joint or effector by Enter or on leaving the field. */
export function TreePartNameField({
  id,
  set,
}: {
  id: string;
  set: (name: string) => readonly Fault[];
}) {
  const [fault, setFault] = useState('');
  return (
    <label class="row">
      <span>Name</span>
      <input
        type="text"
        class={css.nameField}
        aria-invalid={fault !== ''}
        value={id}
        onChange={({ currentTarget: { value } }) => {
          const [first] = value === id ? [] : set(value);
          setFault(first?.reason ?? '');
        }}
      />
      {fault && (
        <span class="fault" role="alert">
          {fault}
        </span>
      )}
    </label>
  );
}
