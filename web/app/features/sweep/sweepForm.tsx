import type { MethodPanel } from '@iklab/core/scenario';
import { withFormFieldValue } from '@iklab/study/document';
import type { Page } from '../../page.ts';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { listNumericMethodParams } from '../study/numericMethodParams.ts';
import css from '../study/studies.module.css';
import { StudyField, type StudyFieldBinding } from '../study/studyField.tsx';
import { StudyForm } from '../study/studyForm.tsx';
import {
  chooseDefaultSweptParam,
  makeSweepChoice,
  SWEEP_PROBLEM_COUNTS,
  sweptParamKeys,
} from './sweepChoice.ts';
import { type SweepDraft, sweepState } from './sweepState.ts';

export function SweepForm({ page, draft }: { readonly page: Page; readonly draft: SweepDraft }) {
  const state = sweepState(page);
  const { able, panel, knobs, choice } = draft;
  const keys = sweptParamKeys(choice);
  const form = state.runs.formState(state.read(choice));
  const binding: StudyFieldBinding = {
    document: choice,
    scene: page.doc.editor.scenario.value.unit,
    set(path, value) {
      state.chosen.value = withFormFieldValue(choice, path, value);
      return [];
    },
  };
  const setKeys = (next: readonly (string | undefined)[]): void => {
    const all = next.flatMap((key) => knobs.find((knob) => knob.key === key) ?? []);
    state.chosen.value = makeSweepChoice(panel, all, choice.count);
  };
  return (
    <StudyForm
      name="Sweep"
      runs={state.runs}
      form={form}
      begin={(study) => state.runs.begin(study)}
      example="sweep"
      pathWords={pathText}
    >
      <ChoiceField
        name="Method"
        value={String(panel.slot)}
        options={able.map(({ slot, label }) => [String(slot), label] as const)}
        choose={(slot) => {
          const next = able.find((each) => String(each.slot) === slot) as MethodPanel;
          state.chosen.value = makeSweepChoice(
            next,
            [chooseDefaultSweptParam(listNumericMethodParams(page, next))],
            choice.count,
          );
        }}
      />
      <StudyField
        binding={binding}
        path="count"
        options={[...new Set([...SWEEP_PROBLEM_COUNTS, choice.count])].map((n) => [
          String(n),
          String(n),
        ])}
      />
      {keys.map((key, i) => {
        const others = keys.filter((each) => each !== key);
        const param = knobs.find((knob) => knob.key === key)?.param;
        const named = (label: string) => `${label}, ${param?.label}`;
        const field = (end: string, own = {}) => (
          <StudyField binding={binding} path={`sweep[${i}].${end}`} named={named} {...own} />
        );
        return (
          <div class={css.formFields} key={`${i} ${key}`}>
            <ChoiceField
              name={i === 0 ? 'Parameter' : 'Second parameter'}
              value={key}
              options={knobs
                .filter((knob) => !others.includes(knob.key))
                .map((knob) => [knob.key, knob.param.label] as const)}
              choose={(next) => setKeys(keys.map((old, j) => (j === i ? next : old)))}
            />
            {field('from', { unit: param?.unit })}
            {field('to', { unit: param?.unit })}
            {field('count')}
            {field('scale')}
          </div>
        );
      })}
      {keys.length === 1 && knobs.length > 1 && (
        <button
          type="button"
          class="button"
          onClick={() => setKeys([...keys, knobs.find(({ key }) => !keys.includes(key))?.key])}
        >
          Add second parameter
        </button>
      )}
      {keys.length > 1 && (
        <button type="button" class="button" onClick={() => setKeys(keys.slice(0, 1))}>
          Remove second parameter
        </button>
      )}
    </StudyForm>
  );
}

const pathText = (path: string): string =>
  path.replace(
    /^sweep\[(\d)\]\.?(.*)$/,
    (_, i, key) => `${i === '0' ? 'First' : 'Second'} parameter, ${key}`,
  );
