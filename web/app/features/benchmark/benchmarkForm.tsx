import {
  type BenchmarkDraft,
  type ConstantsChoice,
  canHaveClosedForm,
  canScaleConstants,
  describeStudyProblems,
  findStopRuleSet,
  formFieldValue,
  jointLimitPolicyText,
  STOP_RULE_SETS,
  slotOfDraftMethod,
  withChosenMethods,
  withMethodToggled,
  withStopRuleSet,
} from '@iklab/study/document';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import css from '../study/studies.module.css';
import { fieldShowsFault, StudyField, type StudyFieldBinding } from '../study/studyField.tsx';
import { StudyForm } from '../study/studyForm.tsx';
import benchCss from './benchmark.module.css';
import type { BenchmarkState } from './benchmarkState.ts';

interface FormProps {
  readonly state: BenchmarkState;
  readonly draft: BenchmarkDraft;
}

const CONSTANTS = [
  ['fitted', 'fitted to the robot'],
  ['scene', 'as in the scene'],
] as const;
const RULES = [
  ['', 'from the fields below'],
  ...STOP_RULE_SETS.map(({ id, label }) => [id, label] as const),
] as const;
const LOOKS = 4;

export function BenchmarkForm({ state, draft }: FormProps) {
  const form = state.runs.formState(state.parsed.value);
  const { study, faults } = form;
  const set = (next: BenchmarkDraft): void => {
    state.draft.value = next;
  };
  const binding: StudyFieldBinding = {
    document: draft.document,
    faults,
    set: (path, value) => state.edit(path, value),
  };
  const field = (path: string, omit = '') => (
    <StudyField key={path} binding={binding} path={path} omit={omit} />
  );
  const read = (path: string) => formFieldValue(draft.document, path);
  const canFit = canScaleConstants(draft);
  return (
    <StudyForm
      name="Benchmark"
      runs={state.runs}
      form={form}
      begin={(next) => state.begin(next)}
      example="benchmark"
      elsewhere={fieldShowsFault}
      pathWords={(path) => (path === 'scenario.methods' ? 'Methods' : path)}
      words={
        study &&
        `${describeStudyProblems(study)}${canFit && draft.constants === 'fitted' ? ` ${FITTED}` : ''}`
      }
      head={<Chips {...{ draft, set }} />}
    >
      {field('count')}
      <label class={css.formField}>
        <span class="small">Stop when conclusive</span>
        <input
          type="checkbox"
          checked={read('looks') !== 1}
          onChange={({ currentTarget: { checked } }) => state.edit('looks', checked ? LOOKS : 1)}
        />
      </label>
      {field('sampling.kind')}
      {field('sampling.start', read('sampling.kind') === 'box' ? 'near' : '')}
      {read('sampling.start') === 'near' && field('sampling.spread')}
      <ChoiceField
        name="Stop rules"
        value={findStopRuleSet(draft)}
        options={RULES}
        choose={(id) => set(withStopRuleSet(draft, id))}
      />
      {field('restarts.most')}
      {read('restarts.most') !== 0 && field('restarts.from')}
      {read('restarts.most') !== 0 && field('restarts.maxSlow')}
      {study && jointLimitPolicyText(study.scenario) !== '' && field('restarts.outside')}
      {canFit && (
        <ChoiceField
          name="Constants"
          value={draft.constants}
          options={CONSTANTS}
          choose={(constants: ConstantsChoice) => set(withChosenMethods(draft, { constants }))}
        />
      )}
      {field('scenario.run.maxUpdates')}
      {field('scenario.run.maxSlow')}
      {(read('scenario.run.maxSlow') !== 0 || read('restarts.maxSlow') !== 0) &&
        field('scenario.run.slowShare')}
      {field('causes')}
      {study && (study.solutions || canHaveClosedForm(study)) && (
        <label class={css.formField}>
          <span class="small">Compare with all solutions</span>
          <input
            type="checkbox"
            checked={study.solutions}
            onChange={({ currentTarget: { checked } }) => state.edit('solutions', checked)}
          />
        </label>
      )}
      {field('seed')}
      {read('sampling.kind') === 'box' &&
        ['low', 'high'].map((end) => (
          <fieldset key={end}>
            <legend>{end === 'low' ? 'Box from, m' : 'Box to, m'}</legend>
            {[0, 1, 2].map((axis) => field(`sampling.${end}[${axis}]`))}
          </fieldset>
        ))}
    </StudyForm>
  );
}

const FITTED =
  'Constants from the method table, or from a paper about another robot, are scaled to this robot: λ and cutoffs to its reach, steps to at most 0.4 rad.';

interface ChipsProps {
  readonly draft: BenchmarkDraft;
  readonly set: (draft: BenchmarkDraft) => void;
}

function Chips({ draft, set }: ChipsProps) {
  return (
    <fieldset class={benchCss.benchChips}>
      <legend>Methods</legend>
      {draft.methods.map(({ label, slot: panelSlot, id }, index) => {
        const slot = slotOfDraftMethod(draft, index);
        return (
          <label key={`${id} ${panelSlot} ${label}`}>
            <input
              type="checkbox"
              checked={draft.chosen.includes(index)}
              onChange={() => set(withMethodToggled(draft, index))}
            />
            {slot === null ? <i class={benchCss.unmarked} /> : <SlotMarkIcon slot={slot} />}
            {label}
          </label>
        );
      })}
    </fieldset>
  );
}
