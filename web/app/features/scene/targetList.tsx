import {
  type DocumentEdit,
  setOrientationWeight,
  setTargetCoordinate,
  setTargetMotionKind,
  setTargetOriented,
} from '@iklab/core/document/edits';
import { positionNotation, unitNotation } from '@iklab/core/format';
import type { Fault, Scenario } from '@iklab/core/scenario';
import { COORDINATE_AXES, findMotionKind } from '@iklab/core/scenario/targets';
import type { LoadedRobot } from '@iklab/robots';
import { IMPORT_REPORT_PANEL } from '@iklab/run/session';
import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { NumberFieldRow, NumberFieldTriple } from '../../ui/numberField.tsx';
import { EffectorChips, effectorCountText } from '../mechanism/effectorChips.tsx';
import css from './motion.module.css';
import { type MotionKindChoice, motionKindName, motionKindOptions } from './motionKinds.ts';
import { startTargetRecording } from './recordingBar.tsx';
import { TargetConstraintsForm } from './targetConstraintsForm.tsx';
import { TargetMotionForm } from './targetMotionForm.tsx';
import type { TargetFormProps, TargetProps } from './targetProps.ts';
import { ToleranceForm } from './toleranceForm.tsx';

export function TargetList({ page }: { page: Page }) {
  const { targets } = page.doc.editor.scenario.value;
  const [open, setOpen] = useState(targets.length === 1 ? 0 : -1);
  const robot = page.robot.value;
  return (
    <>
      {robot && <RobotLine page={page} robot={robot} />}
      <details class={css.targets}>
        <summary class="chevron">
          <span>Targets</span> <b>{targetsText(targets)}</b>
        </summary>
        <ul>
          {targets.map((target, index) => (
            <li key={target.effector}>
              <button
                type="button"
                class="target-name"
                aria-expanded={index === open}
                onClick={() => setOpen(index === open ? -1 : index)}
              >
                <i>{index + 1}</i>
                <span class="one-line">{target.effector}</span>
                <small>{motionKindName(findMotionKind(target.motion))}</small>
              </button>
              {index === open && <TargetForm page={page} index={index} target={target} />}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

function RobotLine({ page, robot }: { page: Page; robot: LoadedRobot }) {
  const { named, missing } = robot.meshes;
  const meshes = named > 0 ? ` · ${named - missing.length} of ${named} meshes` : '';
  return (
    <div class={css.robot}>
      <p>
        {`${robot.source.name}${meshes}`}
        <button
          type="button"
          class="plain"
          onClick={() => {
            page.viewState.inspected.value = IMPORT_REPORT_PANEL;
          }}
        >
          Report
        </button>
      </p>
      {named > missing.length && (
        <ChoiceField
          name="Drawn from"
          value={page.viewState.meshes.value ? 'meshes' : 'numbers'}
          options={DRAWN_BY}
          choose={(from) => {
            page.viewState.meshes.value = from === 'meshes';
          }}
        />
      )}
      <p>
        Effectors<span class="hint">{effectorCountText(robot)}</span>
      </p>
      <EffectorChips robot={robot} most={2} />
    </div>
  );
}

const DRAWN_BY = [
  ['meshes', 'its meshes'],
  ['numbers', 'its numbers'],
] as const;

function targetsText(targets: Scenario['targets']): string {
  const kinds = new Set(targets.map(({ motion }) => findMotionKind(motion)));
  const [only] = kinds;
  const how =
    kinds.size > 1 || !only ? 'moving' : only === 'still' ? 'by hand' : motionKindName(only);
  return `${targets.length}, ${how}`;
}

function TargetForm({ page, index, target }: TargetProps) {
  // The target may be dragged to another position.
  const dragged = page.doc.session.value?.preview.draggedPoses.value.get(index);
  const position = dragged?.position ?? target.position;
  const { unit } = page.doc.editor.scenario.value;
  const name = `target ${index + 1}`;
  const length = positionNotation(unit);
  const edit = (label: string, change: DocumentEdit): readonly Fault[] =>
    page.doc.edit(`${label} of ${name}`, change);
  return (
    <div class="target-form">
      <div class="axes letters" aria-hidden="true">
        <span />
        {COORDINATE_AXES.map((axis) => (
          <span key={axis}>{axis}</span>
        ))}
      </div>
      <NumberFieldTriple
        label="Position"
        named={(axis) => `${axis} of ${name}, ${length.unit}`}
        quantity={length}
        value={position}
        set={(axis, value) => edit('Place', setTargetCoordinate(index, axis, value))}
      />
      <OrientationFields page={page} index={index} target={target} edit={edit} />
      <TargetConstraintsForm page={page} index={index} target={target} edit={edit} />
      <ToleranceForm page={page} index={index} target={target} edit={edit} />
      <MotionKindField page={page} index={index} target={target} />
      <TargetMotionForm page={page} index={index} target={target} edit={edit} />
    </div>
  );
}

function OrientationFields({ page, index, target, edit }: TargetFormProps) {
  const scene = page.doc.editor.scenario.value.unit;
  return (
    <>
      <label class="row">
        <span>Orientation</span>
        <input
          type="checkbox"
          aria-label={`Orientation of target ${index + 1}`}
          checked={target.orientation !== null}
          onChange={({ currentTarget }) =>
            edit('Orientation', setTargetOriented(index, currentTarget.checked))
          }
        />
      </label>
      {target.orientation && (
        <NumberFieldRow
          label="Its weight"
          title="Metres of position error equivalent to 1 rad of orientation error"
          name={`Orientation weight of target ${index + 1}`}
          quantity={unitNotation('m/rad', { scene })}
          value={target.orientationWeight}
          set={(value) => edit('Orientation weight', setOrientationWeight(index, value))}
        />
      )}
    </>
  );
}

function MotionKindField({ page, index, target }: TargetProps) {
  const scenario = page.doc.editor.scenario.value;
  const kind = findMotionKind(target.motion);
  const choose = (next: MotionKindChoice): void => {
    if (next === 'record') startTargetRecording(page, index);
    else if (next !== 'mixed' && next !== 'recorded')
      page.doc.edit(`Path of target ${index + 1}`, setTargetMotionKind([index], next, scenario));
  };
  return (
    <ChoiceField
      key={page.recording.value}
      name="Path"
      label={`Path of target ${index + 1}`}
      value={kind as MotionKindChoice}
      options={motionKindOptions(kind)}
      choose={choose}
    />
  );
}
