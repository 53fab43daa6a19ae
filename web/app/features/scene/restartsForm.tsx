import { setRun } from 'iklab/document';
import { quantity } from 'iklab/format';
import { type Fault, type Restarts, restartsDefaults } from 'iklab/scenario';
import type { Page } from '../../page.ts';
import { NumberRow } from '../../ui/number.tsx';
import { Term } from '../../ui/term.tsx';

const whole = quantity('');
const NONE: Restarts = { most: 0, ...restartsDefaults };

/** Attempts from random poses, where instances run until they stop. */
export function RestartsForm({ page }: { page: Page }) {
  const { run } = page.doc.editor.scenario.value;
  if (run.mode !== 'converge') return null;
  const restarts = run.restarts ?? NONE;
  const field = (key: keyof Restarts, name: string) => ({
    name,
    quantity: whole,
    value: restarts[key],
    set(value: number): readonly Fault[] {
      const next = { ...restarts, [key]: value };
      return page.doc.edit(name, setRun('restarts', next.most === 0 ? null : next));
    },
  });
  return (
    <>
      <NumberRow label={<Term of="restarts">Restarts</Term>} {...field('most', 'Restarts')} />
      {run.restarts && (
        <>
          <NumberRow
            label="After updates"
            title="Updates after which an attempt makes way for the next; 0: as it stops"
            {...field('every', 'Restart after updates')}
          />
          <NumberRow
            label="Seed"
            title="Of the poses that attempts begin from, the same for every method"
            {...field('seed', 'Seed of restarts')}
          />
        </>
      )}
    </>
  );
}
