import { setRunSetting } from '@iklab/core/document/edits';
import { unitNotation } from '@iklab/core/format';
import { OUTSIDE_LIMITS_TEXTS, RESTART_POSE_TEXTS } from '@iklab/core/format/words';
import {
  type Fault,
  type RestartSettings,
  resolveScenario,
  restartsDefaults,
} from '@iklab/core/scenario';
import { hasJointLimits } from '@iklab/core/scenario/robot';
import type { Page } from '../../page.ts';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { GlossaryTerm } from '../../ui/glossaryTerm.tsx';
import { NumberFieldRow } from '../../ui/numberField.tsx';

const wholeNumber = unitNotation('');
const NONE: RestartSettings = { most: 0, ...restartsDefaults };

export function RestartsForm({ page }: { page: Page }) {
  const scenario = page.doc.editor.scenario.value;
  const { run } = scenario;
  if (run.mode !== 'converge') return null;
  const restarts = run.restarts ?? NONE;
  const edit = (name: string, change: Partial<RestartSettings>): readonly Fault[] => {
    const next = { ...restarts, ...change };
    const none = next.most === 0 && next.outside === 'keep';
    return page.doc.edit(name, setRunSetting('restarts', none ? null : next));
  };
  const field = (key: 'most' | 'every' | 'seed' | 'maxSlow', name: string) => ({
    name,
    quantity: wholeNumber,
    value: restarts[key],
    set: (value: number) => edit(name, { [key]: value }),
  });
  return (
    <>
      <NumberFieldRow
        label={<GlossaryTerm term="restarts">Restarts</GlossaryTerm>}
        {...field('most', 'Restarts')}
      />
      {run.restarts && (
        <>
          <NumberFieldRow
            label="After updates"
            title="Updates per attempt before the next one starts; 0: until it stops"
            {...field('every', 'Restart after updates')}
          />
          <NumberFieldRow
            label="Seed"
            title="Random seed of the start poses, the same for every method"
            {...field('seed', 'Seed of restarts')}
          />
          <ChoiceField
            name="Restart from"
            term="restart-from"
            value={restarts.from}
            options={RESTART_POSE_TEXTS}
            choose={(from) => void edit('Restart poses', { from })}
          />
          <NumberFieldRow
            label={<GlossaryTerm term="give-up">Give up after</GlossaryTerm>}
            {...field('maxSlow', 'Give up after slow updates')}
          />
          {resolveScenario(scenario).tree.joints.some(hasJointLimits) && (
            <ChoiceField
              name="Outside limits"
              term="outside"
              value={restarts.outside}
              options={OUTSIDE_LIMITS_TEXTS}
              choose={(outside) => void edit('Solutions outside limits', { outside })}
            />
          )}
        </>
      )}
    </>
  );
}
