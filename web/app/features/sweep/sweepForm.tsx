import { quantity } from '@iklab/core/format';
import type { MethodPanel } from '@iklab/core/scenario';
import type { Axis } from '@iklab/study/document';
import type { Page } from '../../page.ts';
import { Choice } from '../../ui/choiceField.tsx';
import { type Knob, knobsOf } from '../study/knobs.ts';
import css from '../study/studies.module.css';
import { NumberFormField, StudyForm } from '../study/studyForm.tsx';
import { defaultKnob, makeChoice, PROBLEMS, type SweepChoice } from './sweepChoice.ts';
import { type SweepDraft, sweepState } from './sweepState.ts';

export function SweepForm({ page, draft }: { readonly page: Page; readonly draft: SweepDraft }) {
  const state = sweepState(page);
  const { unit } = page.doc.editor.scenario.value;
  const { able, panel, knobs, choice } = draft;
  const form = state.runs.formState(state.read(choice));
  const choose = (next: SweepChoice): void => {
    state.chosen.value = next;
  };
  const set = (change: Partial<SweepChoice>): void => choose({ ...choice, ...change });
  const setKeys = (keys: readonly string[]): void => {
    const all = keys.flatMap((key) => knobs.find((knob) => knob.key === key) ?? []);
    choose(makeChoice(panel, all, choice.count));
  };
  return (
    <StudyForm
      name="Sweep"
      runs={state.runs}
      form={form}
      chosen={{ choice }}
      begin={(study) => state.runs.begin(study, { choice })}
      example="sweep"
      pathWords={pathText}
    >
      <Choice
        name="Method"
        value={String(panel.slot)}
        options={able.map(({ slot, label }) => [String(slot), label] as const)}
        choose={(slot) => {
          const next = able.find((each) => String(each.slot) === slot) as MethodPanel;
          choose(makeChoice(next, [defaultKnob(knobsOf(page, next))], choice.count));
        }}
      />
      <Choice
        name="Problems"
        value={String(choice.count)}
        options={[...new Set([...PROBLEMS, choice.count])].map((n) => [String(n), String(n)])}
        choose={(count) => set({ count: Number(count) })}
      />
      {choice.keys.map((key, i) => (
        <AxisFields
          key={`${i} ${key}`}
          knobs={knobs.filter((k) => k.key === key || !choice.keys.includes(k.key))}
          knob={knobs.find((k) => k.key === key) as Knob}
          axis={choice.axes[i] as Axis}
          unit={unit}
          index={i}
          pick={(next) => setKeys(choice.keys.map((old, j) => (j === i ? next : old)))}
          set={(axis) => set({ axes: choice.axes.map((old, j) => (j === i ? axis : old)) })}
        />
      ))}
      {choice.keys.length === 1 && knobs.length > 1 && (
        <button
          type="button"
          class="button"
          onClick={() => setKeys([...choice.keys, unusedKnob(knobs, choice.keys).key])}
        >
          Add second parameter
        </button>
      )}
      {choice.keys.length > 1 && (
        <button type="button" class="button" onClick={() => setKeys(choice.keys.slice(0, 1))}>
          Remove second parameter
        </button>
      )}
    </StudyForm>
  );
}

const unusedKnob = (knobs: readonly Knob[], usedKeys: readonly string[]): Knob =>
  knobs.find(({ key }) => !usedKeys.includes(key)) as Knob;

const pathText = (path: string): string =>
  path.replace(
    /^sweep\[(\d)\]\.?(.*)$/,
    (_, i, key) => `${i === '0' ? 'First' : 'Second'} parameter, ${key}`,
  );

interface AxisProps {
  readonly knobs: readonly Knob[];
  readonly knob: Knob;
  readonly axis: Axis;
  readonly unit: Parameters<typeof quantity>[1] extends { scene?: infer U } | undefined ? U : never;
  readonly index: number;
  readonly pick: (key: string) => void;
  readonly set: (axis: Axis) => void;
}

function AxisFields({ knobs, knob, axis, unit, index, pick, set }: AxisProps) {
  const unitQuantity = quantity(knob.param.unit, unit ? { scene: unit } : {});
  const counted = quantity('');
  const ends = [
    ['from', 'From', unitQuantity],
    ['to', 'To', unitQuantity],
    ['count', 'Values', counted],
  ] as const;
  return (
    <div class={css.formFields}>
      <Choice
        name={index === 0 ? 'Parameter' : 'Second parameter'}
        value={knob.key}
        options={knobs.map(({ key, param }) => [key, param.label] as const)}
        choose={pick}
      />
      {ends.map(([key, name, fieldQuantity]) => (
        <NumberFormField
          key={key}
          name={name}
          label={`${name}, ${knob.param.label}`}
          quantity={fieldQuantity}
          value={axis[key]}
          set={(value) => {
            set({ ...axis, [key]: value });
            return [];
          }}
        />
      ))}
      <Choice
        name="Steps"
        label={`Steps, ${knob.param.label}`}
        value={axis.scale}
        options={[
          ['log', 'equal ratio'],
          ['linear', 'equal length'],
        ]}
        choose={(scale) => set({ ...axis, scale })}
      />
    </div>
  );
}
