import { type Effector, fullDocument, resolveScenario } from '@iklab/core/scenario';
import {
  addEffector,
  removeEffector,
  replaceSceneTree,
  updateTreeEffector,
  updateTreeJoint,
} from '@iklab/robots/edit';
import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { Icon } from '../../ui/icon.tsx';
import { JointForm } from './jointForm.tsx';
import css from './mechanism.module.css';
import {
  PoseFields,
  TreePartNameField,
  type TreePartProps,
  type WriteTreeEdit,
} from './treeFields.tsx';
import { useEditedJointDisplay } from './useEditedPart.ts';

export function KinematicTreeEditor({ page }: { page: Page }) {
  const scenario = page.doc.editor.scenario.value;
  const { tree } = resolveScenario(scenario);
  const [open, setOpen] = useState('');
  const [fault, setFault] = useState('');
  const edit: WriteTreeEdit = (label, next, renamed) => {
    const read = replaceSceneTree(scenario, next, page.doc.catalogue, renamed);
    if (!read.ok) return read.faults;
    page.doc.editor.closeStep();
    return page.doc.edit(label, (draft) => Object.assign(draft, fullDocument(read.value)));
  };
  const props = { tree, unit: scenario.unit, edit };
  const joint = tree.joints.find(({ id }) => `joint ${id}` === open)?.id ?? '';
  useEditedJointDisplay(page, joint, (xyz) => {
    if (page.doc.editor.scenario.peek() !== scenario) return false; // Another scene was opened.
    const [wrong] = edit(`Offset of ${joint}`, updateTreeJoint(tree, joint, { xyz }));
    setFault(wrong?.reason ?? '');
    return !wrong;
  });
  return (
    <div class={css.tree}>
      <ul aria-label="Joints">
        {tree.joints.map((joint) => {
          const key = `joint ${joint.id}`;
          return (
            <li key={key}>
              <Line
                name={joint.id}
                note={`${joint.type}${joint.parent === null ? ', on the base' : ` on ${joint.parent}`}`}
                open={key === open}
                toggle={() => setOpen(key === open ? '' : key)}
              />
              {key === open && (
                <JointForm {...props} part={joint} follow={(id) => setOpen(`joint ${id}`)} />
              )}
            </li>
          );
        })}
      </ul>
      <h3>Effectors</h3>
      <ul aria-label="Effectors">
        {tree.effectors.map((effector) => {
          const key = `effector ${effector.id}`;
          return (
            <li key={key}>
              <Line
                name={effector.id}
                note={`on ${effector.parent}`}
                open={key === open}
                toggle={() => setOpen(key === open ? '' : key)}
              />
              {key === open && (
                <EffectorForm
                  {...props}
                  part={effector}
                  follow={(id) => setOpen(`effector ${id}`)}
                />
              )}
            </li>
          );
        })}
      </ul>
      <p class="acts">
        <button
          type="button"
          class="button"
          onClick={() => {
            const next = addEffector(tree, tree.joints.at(-1)?.id ?? '');
            const [wrong] = edit('Add an effector', next);
            setFault(wrong?.reason ?? '');
            if (!wrong) setOpen(`effector ${next.effectors.at(-1)?.id}`);
          }}
        >
          <Icon name="plus" />
          Add an effector
        </button>
      </p>
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

interface LineProps {
  readonly name: string;
  readonly note: string;
  readonly open: boolean;
  readonly toggle: () => void;
}

function Line({ name, note, open, toggle }: LineProps) {
  return (
    <button type="button" class="target-name" aria-expanded={open} onClick={toggle}>
      <span class="one-line">{name}</span>
      <small>{note}</small>
    </button>
  );
}

interface EffectorProps extends TreePartProps<Effector> {
  /** Called with the new id when the effector is renamed. */
  readonly follow: (id: string) => void;
}

function EffectorForm({ tree, unit, part: effector, edit, follow }: EffectorProps) {
  const { id } = effector;
  const fewer = removeEffector(tree, id);
  const change = (label: string, next: Partial<Effector>) =>
    edit(`${label} of ${id}`, updateTreeEffector(tree, id, next));
  return (
    <div class="target-form">
      <TreePartNameField
        id={id}
        set={(name) => {
          const next = updateTreeEffector(tree, id, { id: name });
          const faults = edit(`Name of ${id}`, next, new Map([[name, id]]));
          if (faults.length === 0) follow(name);
          return faults;
        }}
      />
      <ChoiceField
        name="Parent"
        label={`Parent of ${id}`}
        value={effector.parent}
        options={tree.joints.map((joint) => [joint.id, joint.id])}
        choose={(parent) => change('Parent', { parent })}
      />
      <PoseFields unit={unit} part={effector} change={change} />
      <p class="acts">
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
