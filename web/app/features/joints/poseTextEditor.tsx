import { ANGLE_UNITS, type AngleUnit, poseUnitsText } from '@iklab/core/format';
import { type PoseTextForm, poseText, readPoseText } from '@iklab/core/format/words';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import type { Signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { CopyButton } from '../../ui/copyButton.tsx';
import { toFileName } from '../../ui/downloadBlob.ts';
import { Icon } from '../../ui/icon.tsx';
import { SegmentedControl } from '../../ui/segmentedControl.tsx';
import { useWindowEvents } from '../../ui/useWindowEvents.ts';
import css from './jointsPanel.module.css';
import type { PoseEditorProps } from './poseEditorProps.ts';

const FORMS: readonly (readonly [PoseTextForm, string])[] = [
  ['list', 'list'],
  ['names', 'by name'],
  ['command', 'command'],
];
const ANGLES = ANGLE_UNITS.map((unit) => [unit, unit] as const);

interface TextsProps extends PoseEditorProps {
  readonly rest: readonly number[];
  readonly angle: Signal<AngleUnit>;
}

export function PoseTextEditor({ page, scene, current, units, set, rest, angle }: TextsProps) {
  const [form, choose] = useState<PoseTextForm>('list');
  // Pasted text that could not be read; '' while it is being typed, null if nothing is pasted.
  const [pasted, paste] = useState<string | null>(null);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const movingJoints = scene.tree.joints.filter(isIndependentJoint);
  const file = `${toFileName(scene.scenario.name)}.iklab.json`;
  const text = poseText(movingJoints, current.values, form, units.angle, file);
  const take = (input: string): void => {
    const limited = scene.scenario.limitPolicy !== 'ignore';
    const read = readPoseText(input, scene.tree.joints, {
      ...units,
      limited,
      currentPose: current.values,
    });
    setFaults(read.ok ? [] : read.faults);
    paste(read.ok ? null : input);
    if (read.ok) set(read.values);
  };
  useWindowEvents(
    ['paste'],
    (event) => {
      const input = event.clipboardData?.getData('text') ?? '';
      const typing = event.target instanceof Element && event.target.closest('input, textarea');
      if (typing && !(event.target as Element).matches('[type=range]')) return;
      event.preventDefault();
      take(input);
    },
    page.scope.services.eventTarget,
  );
  const pasteFromClipboard = async (): Promise<void> => {
    const input = await readClipboard();
    if (input === null) paste(pasted ?? '');
    else take(input);
  };
  return (
    <section class={css.poseTexts}>
      <h3>
        q
        <span class="hint">
          {formUnitsText(movingJoints.length, form, poseUnitsText(movingJoints, units))}
        </span>
      </h3>
      <div class={css.poseForms}>
        <SegmentedControl name="Format of q" value={form} options={FORMS} choose={choose} />
        <ChoiceField
          name=""
          label="Angle unit"
          value={units.angle}
          options={ANGLES}
          choose={(unit) => {
            angle.value = unit;
          }}
        />
      </div>
      <code>{text}</code>
      <div class={css.poseWays}>
        <CopyButton class="button" name="Copy q" text={async () => text} />
        <button type="button" class="button" onClick={pasteFromClipboard}>
          <Icon name="paste" />
          Paste q
        </button>
        <button type="button" class="button" onClick={() => set(rest)}>
          <Icon name="undo" />
          Rest
        </button>
      </div>
      {pasted !== null && (
        <PasteForm
          text={pasted}
          faults={faults}
          apply={take}
          close={() => {
            paste(null);
            setFaults([]);
          }}
        />
      )}
    </section>
  );
}

const formUnitsText = (count: number, form: PoseTextForm, units: string): string =>
  form === 'command'
    ? 'radians, as the command expects'
    : `${count === 1 ? 'one number' : `${count} numbers`}, ${units}`;

async function readClipboard(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}

interface PasteProps {
  readonly text: string;
  readonly faults: readonly string[];
  readonly apply: (text: string) => void;
  readonly close: () => void;
}

function PasteForm({ text, faults, apply, close }: PasteProps) {
  const [draft, setDraft] = useState({ text, over: text });
  const displayed = draft.over === text ? draft.text : text;
  return (
    <form
      class={css.posePaste}
      onSubmit={(event) => {
        event.preventDefault();
        apply(displayed);
      }}
    >
      <textarea
        aria-label="Pose to paste"
        aria-invalid={faults.length > 0}
        rows={3}
        spellcheck={false}
        placeholder="[0, -90, 90, 0, 0, 0]"
        value={displayed}
        ref={(field) => {
          if (field?.value === '') field.focus();
        }}
        onInput={({ currentTarget }) => setDraft({ text: currentTarget.value, over: text })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault();
            event.stopPropagation();
            close();
          }
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          apply(displayed);
        }}
      />
      {faults.length > 0 ? (
        <div class="fault" role="alert">
          {faults.map((fault) => (
            <p key={fault}>{fault}</p>
          ))}
        </div>
      ) : (
        <p class="help">
          Numbers in joint order, or {'{"joint": value}'}; Python, MATLAB or JSON syntax.
        </p>
      )}
      <button type="submit" class="plain">
        Apply
      </button>
      <button type="button" class="plain" onClick={close}>
        Discard
      </button>
    </form>
  );
}
