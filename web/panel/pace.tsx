import { useState } from 'preact/hooks';
import { dial } from '../session/dial.ts';
import { setRun } from '../session/edits.ts';
import { NumberField } from './number.tsx';
import type { Page } from './page.ts';
import { ModePick, PathPick, SpeedPick } from './picks.tsx';

const whole = dial({ unit: '', min: 1, max: 1000, initial: 1, scale: 'integer' });
const millimetres = dial({ unit: 'mm', min: 0, max: 10, initial: 1e-4, scale: 'log' });

/** How updates are taken; on a phone, with what the transport has no room for. */
export function Pace({ page }: { page: Page }) {
  const { run } = page.desk.editor.scenario.value;
  const [fault, say] = useState('');
  return (
    <>
      <div class="phone-picks">
        <SpeedPick page={page} />
        <PathPick page={page} />
        <ModePick page={page} />
      </div>
      <p class="row">
        <span>Updates a frame</span>
        <NumberField
          name="Updates a frame"
          dial={whole}
          value={run.updatesPerFrame}
          set={(value) => page.desk.edit('Updates a frame', setRun('updatesPerFrame', value))}
          fault={say}
        />
      </p>
      <p class="row">
        <span>Tolerance</span>
        <NumberField
          name="Tolerance"
          dial={millimetres}
          value={run.tolerance}
          set={(value) => page.desk.edit('Tolerance', setRun('tolerance', value))}
          fault={say}
        />
      </p>
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
