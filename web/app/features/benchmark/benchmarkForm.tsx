import { OUTSIDE_TEXTS } from '@iklab/core/format/words';
import type { Fault } from '@iklab/core/scenario';
import {
  assignSlots,
  type BenchmarkDraft,
  type ConstantsChoice,
  canFitConstants,
  fieldText,
  findRules,
  limitPolicyText,
  problemText,
  STOP_RULE_SETS,
  withConstants,
  withFieldText,
  withMethodToggled,
  withRules,
  withSampling,
} from '@iklab/study/document';
import type { Page } from '../../page.ts';
import { Choice } from '../../ui/choiceField.tsx';
import { SlotMarkIcon } from '../../ui/mark.tsx';
import { useUniqueId } from '../../ui/useUniqueId.ts';
import css from '../study/studies.module.css';
import { StudyForm } from '../study/studyForm.tsx';
import benchCss from './benchmark.module.css';
import type { BenchmarkState } from './benchmarkState.ts';

type SetDraft = (draft: BenchmarkDraft) => void;

interface FormProps {
  readonly state: BenchmarkState;
  readonly page: Page;
  readonly draft: BenchmarkDraft;
}

const TARGETS = [
  ['reachable', 'reachable poses'],
  ['singular', 'near-singular poses'],
  ['box', 'in a box'],
] as const;
const STARTS = [
  ['given', 'the start of the scene'],
  ['random', 'random poses'],
  ['near', 'near the solution'],
  ['middle', 'middle of the limits'],
] as const;
const CONSTANTS = [
  ['fitted', 'fitted to the robot'],
  ['scene', 'as in the scene'],
] as const;
const RULES = [
  ['', 'from the fields below'],
  ...STOP_RULE_SETS.map(({ id, label }) => [id, label] as const),
] as const;
const LOOKS = '4';
const COUNTS = ['100', '1000', '10000'];
const SLOW = ['0', '10'];
const CAUSES = ['0', '200', '1000'];

export function BenchmarkForm({ state, page, draft }: FormProps) {
  const form = state.runs.formState(state.parsed.value);
  const { study, faults } = form;
  const set: SetDraft = (next) => {
    state.draft.value = next;
  };
  const field = (name: string, path: string, otherwise?: string, list?: readonly string[]) => (
    <TextField {...{ draft, set, name, path, faults, otherwise, list }} />
  );
  const kind = fieldText(draft, 'sampling.kind');
  const start = fieldText(draft, 'sampling.start', 'given');
  const sample = (k: string, s: string): void => set(withSampling(draft, k, s, page.doc.catalogue));
  return (
    <StudyForm
      name="Benchmark"
      runs={state.runs}
      form={form}
      chosen={{}}
      begin={(next) => state.begin(next)}
      example="benchmark"
      elsewhere={FIELDS}
      pathWords={(path) => (path === 'scenario.methods' ? 'Methods' : path)}
      words={
        study &&
        `${problemText(study)}${canFitConstants(draft) && draft.constants === 'fitted' ? ` ${FITTED}` : ''}`
      }
      head={<Chips {...{ draft, set }} />}
    >
      {field('Problems', 'count', '', COUNTS)}
      <StopWhenConclusive {...{ draft, set }} />
      <Choice name="Targets" value={kind} options={TARGETS} choose={(k) => sample(k, start)} />
      <Choice
        name="Starts"
        value={start}
        options={kind === 'box' ? STARTS.filter(([id]) => id !== 'near') : STARTS}
        choose={(s) => sample(kind, s)}
      />
      {start === 'near' && field('Start offset, rad', 'sampling.spread')}
      <Choice
        name="Stop rules"
        value={findRules(draft)}
        options={RULES}
        choose={(id) => set(withRules(draft, id))}
      />
      {field('Restarts', 'restarts.most', '0')}
      {study && limitPolicyText(study.scenario) !== '' && (
        <Choice
          name="Outside limits"
          value={fieldText(draft, 'restarts.outside', 'keep')}
          options={OUTSIDE_TEXTS}
          choose={(outside) => set(withFieldText(draft, 'restarts.outside', outside))}
        />
      )}
      {canFitConstants(draft) && (
        <Choice
          name="Constants"
          value={draft.constants}
          options={CONSTANTS}
          choose={(to: ConstantsChoice) => set(withConstants(draft, to))}
        />
      )}
      {field('Maximum updates', 'scenario.run.maxUpdates')}
      {field('Stop after slow updates', 'scenario.run.maxSlow', '0', SLOW)}
      {fieldText(draft, 'scenario.run.maxSlow', '0') !== '0' &&
        field('Slow: gain below, share', 'scenario.run.slowShare')}
      {field('Unsolved problems to diagnose', 'causes', '0', CAUSES)}
      {field('Seed', 'seed')}
      {kind === 'box' &&
        ['low', 'high'].map((end) => (
          <fieldset key={end}>
            <legend>{end === 'low' ? 'Box from, m' : 'Box to, m'}</legend>
            {['x', 'y', 'z'].map((axis, i) => field(axis, `sampling.${end}[${i}]`))}
          </fieldset>
        ))}
    </StudyForm>
  );
}

/** The paths whose errors are shown beside their fields. */
const FIELDS =
  /^(count|causes|seed|restarts\.most|scenario\.run\.(maxUpdates|maxSlow|slowShare)|sampling\.(spread|low|high))/;

const FITTED =
  'Constants from the method table, or from a paper about another robot, are scaled to this robot: λ and cutoffs to its reach, steps to at most 0.4 rad.';

interface PartProps {
  readonly draft: BenchmarkDraft;
  readonly set: SetDraft;
}

function StopWhenConclusive({ draft, set }: PartProps) {
  const looks = fieldText(draft, 'looks', '1');
  return (
    <label class={css.formField}>
      <span class="small">Stop when conclusive</span>
      <input
        type="checkbox"
        checked={looks !== '1'}
        onChange={({ currentTarget: { checked } }) =>
          set(withFieldText(draft, 'looks', checked ? LOOKS : '1'))
        }
      />
    </label>
  );
}

function Chips({ draft, set }: PartProps) {
  const slots = assignSlots(draft);
  return (
    <fieldset class={benchCss.benchChips}>
      <legend>Methods</legend>
      {draft.methods.map(({ label, slot: panelSlot, id }, index) => {
        const slot = slots[index] ?? null;
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

interface TextFieldProps extends PartProps {
  readonly name: string;
  readonly path: string;
  readonly faults: readonly Fault[];
  readonly otherwise?: string | undefined;
  readonly list?: readonly string[] | undefined;
}

function TextField({ draft, set, name, path, faults, otherwise, list }: TextFieldProps) {
  const id = useUniqueId();
  const fault = faults.find((each) => each.path === path);
  return (
    <div class={css.formField}>
      <label class="small" for={`${id}i`}>
        {name}
      </label>
      <span class="field">
        <input
          id={`${id}i`}
          type="text"
          inputMode="decimal"
          autocomplete="off"
          value={fieldText(draft, path, otherwise)}
          list={list && `${id}l`}
          aria-invalid={fault !== undefined}
          aria-describedby={fault && id}
          onInput={({ currentTarget: { value } }) => set(withFieldText(draft, path, value))}
        />
      </span>
      {list && (
        <datalist id={`${id}l`}>
          {list.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      {fault && (
        <span class="fault" id={id} role="alert">
          {fault.reason}
        </span>
      )}
    </div>
  );
}
