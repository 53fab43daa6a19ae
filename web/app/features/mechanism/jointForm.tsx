import { JOINT_KINDS } from '@iklab/core/engine/protocol';
import { type Quantity, unitNotation } from '@iklab/core/format';
import type { Fault, Joint, LengthUnit } from '@iklab/core/scenario';
import {
  addJointAfter,
  findPossibleParents,
  insertJointBefore,
  removeJoint,
  renameJoint,
  setJointType,
  updateTreeJoint,
} from '@iklab/robots/edit';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { Icon } from '../../ui/icon.tsx';
import {
  ANGLE_QUANTITY,
  PoseFields,
  TreeNumberField,
  TreePartNameField,
  type TreePartProps,
  TreeVectorField,
  UNITLESS_QUANTITY,
} from './treeFields.tsx';

interface JointProps extends TreePartProps<Joint> {
  /** Called with the new id when the joint is renamed. */
  readonly follow: (id: string) => void;
}

export function JointForm({ tree, unit, part: joint, edit, follow }: JointProps) {
  const { id } = joint;
  const change = (label: string, next: Partial<Joint>) =>
    edit(`${label} of ${id}`, updateTreeJoint(tree, id, next));
  const fewer = removeJoint(tree, id);
  const motion = quantityOf(joint, unit);
  return (
    <div class="target-form">
      <TreePartNameField
        id={id}
        set={(name) => {
          const faults = edit(`Name of ${id}`, renameJoint(tree, id, name), new Map([[name, id]]));
          if (faults.length === 0) follow(name);
          return faults;
        }}
      />
      <ChoiceField
        name="Kind"
        label={`Kind of ${id}`}
        value={joint.type}
        options={JOINT_KINDS.map((kind) => [kind, kind])}
        choose={(kind) => edit(`Kind of ${id}`, setJointType(tree, id, kind))}
      />
      <ChoiceField
        name="Parent"
        label={`Parent of ${id}`}
        value={joint.parent ?? ''}
        options={[
          ['', 'the base'],
          ...findPossibleParents(tree, id).map((each) => [each, each] as const),
        ]}
        choose={(parent) => change('Parent', { parent: parent === '' ? null : parent })}
      />
      <PoseFields unit={unit} part={joint} change={change} />
      {joint.type !== 'fixed' && (
        <>
          <TreeVectorField
            name="Axis"
            partId={id}
            quantity={UNITLESS_QUANTITY}
            value={joint.axis}
            set={(axis) => change('Axis', { axis })}
          />
          {joint.type === 'screw' && (
            <TreeNumberField
              name="Pitch"
              partId={id}
              quantity={unitNotation('m/rad', { scene: unit })}
              value={joint.pitch}
              set={(pitch) => change('Pitch', { pitch })}
            />
          )}
          <Limits joint={joint} quantity={motion} change={change} />
          <TreeNumberField
            name="Rest"
            partId={id}
            quantity={motion}
            value={joint.rest}
            set={(rest) => change('Rest', { rest })}
          />
        </>
      )}
      <p class="acts">
        <button
          type="button"
          class="button"
          onClick={() => edit('Insert a joint', insertJointBefore(tree, id))}
        >
          Insert before
        </button>
        <button
          type="button"
          class="button"
          onClick={() => edit('Add a joint', addJointAfter(tree, id))}
        >
          <Icon name="plus" />
          Add after
        </button>
        <button
          type="button"
          class="button"
          disabled={fewer === null}
          onClick={() => fewer && edit(`Remove ${id}`, fewer)}
        >
          Remove
        </button>
      </p>
    </div>
  );
}

const quantityOf = ({ type }: Joint, scene: LengthUnit): Quantity =>
  type === 'prismatic' ? unitNotation('m', { scene, small: true, decimals: 3 }) : ANGLE_QUANTITY;

interface LimitsProps {
  readonly joint: Joint;
  readonly quantity: Quantity;
  readonly change: (label: string, next: Partial<Joint>) => readonly Fault[];
}

const HALF_RANGE: Readonly<Record<string, number>> = { prismatic: 0.1 };

function Limits({ joint: { id, type, limits }, quantity: jointQuantity, change }: LimitsProps) {
  const reach = HALF_RANGE[type] ?? Math.PI / 2;
  return (
    <>
      <label class="row">
        <span>Limits</span>
        <input
          type="checkbox"
          aria-label={`Limits of ${id}`}
          checked={limits !== null}
          onChange={() => change('Limits', { limits: limits ? null : [-reach, reach] })}
        />
      </label>
      {limits && (
        <>
          <TreeNumberField
            name="Lower"
            partId={id}
            quantity={jointQuantity}
            value={limits[0]}
            set={(lower) => change('Limits', { limits: [lower, limits[1]] })}
          />
          <TreeNumberField
            name="Upper"
            partId={id}
            quantity={jointQuantity}
            value={limits[1]}
            set={(upper) => change('Limits', { limits: [limits[0], upper] })}
          />
        </>
      )}
    </>
  );
}
