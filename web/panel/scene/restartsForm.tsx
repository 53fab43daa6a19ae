import { setRun } from 'iklab/document';
import { quantity } from 'iklab/format';
import { type Fault, type Restarts, restartsDefaults } from 'iklab/scenario';
import { NumberField } from '../controls/number.tsx';
import { Term } from '../controls/term.tsx';
import type { Page } from '../page.ts';

const whole = quantity('');
const NONE: Restarts = { most: 0, ...restartsDefaults };

/** Attempts from random poses, where instances run until they stop. */
export function RestartsForm({ page }: { page: Page }) {
  const { run } = page.desk.editor.scenario.value;
  if (run.mode !== 'converge') return null;
  const restarts = run.restarts ?? NONE;
  const edit = (what: string, change: Partial<Restarts>): readonly Fault[] => {
    const next = { ...restarts, ...change };
    return page.desk.edit(what, setRun('restarts', next.most === 0 ? null : next));
  };
  return (
    <>
      <div class="row">
        <span>
          <Term of="restarts">Restarts</Term>
        </span>
        <NumberField
          name="Restarts"
          quantity={whole}
          value={restarts.most}
          set={(most) => edit('Restarts', { most })}
        />
      </div>
      {run.restarts && (
        <>
          <div class="row">
            <span title="Updates after which an attempt makes way for the next; 0: as it stops">
              After updates
            </span>
            <NumberField
              name="Restart after updates"
              quantity={whole}
              value={restarts.every}
              set={(every) => edit('Restart after updates', { every })}
            />
          </div>
          <div class="row">
            <span title="Of the poses that attempts begin from, the same for every method">
              Seed
            </span>
            <NumberField
              name="Seed of restarts"
              quantity={whole}
              value={restarts.seed}
              set={(seed) => edit('Seed of restarts', { seed })}
            />
          </div>
        </>
      )}
    </>
  );
}
