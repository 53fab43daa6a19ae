import { setRun } from '@iklab/core/document/edits';
import { quantityOfUnit } from '@iklab/core/format';
import type { Page } from '../../page.ts';
import { NumberRow } from '../../ui/numberField.tsx';
import { GlossaryTerm } from '../../ui/term.tsx';
import css from './motion.module.css';
import { RestartsForm } from './restartsForm.tsx';
import { RunModeChoice, RunSpeedChoice, TargetPathChoice } from './runPicks.tsx';

const wholeNumber = quantityOfUnit('');

/**
 * Form for the pace of the run; on phones, also with choices that the transport does not show
 * there.
 */
export function PaceForm({ page }: { page: Page }) {
  const { run, unit } = page.doc.editor.scenario.value;
  return (
    <>
      <div class={css.phonePicks}>
        <RunSpeedChoice page={page} />
        <TargetPathChoice page={page} />
        <RunModeChoice page={page} />
      </div>
      <NumberRow
        label={<GlossaryTerm term="updates">Updates per frame</GlossaryTerm>}
        name="Updates per frame"
        quantity={wholeNumber}
        value={run.updatesPerFrame}
        set={(value) => page.doc.edit('Updates per frame', setRun('updatesPerFrame', value))}
      />
      <NumberRow
        label={<GlossaryTerm term="tolerance">Tolerance</GlossaryTerm>}
        name="Tolerance"
        quantity={quantityOfUnit('m', { scene: unit, small: true })}
        value={run.tolerance}
        set={(value) => page.doc.edit('Tolerance', setRun('tolerance', value))}
      />
      <RestartsForm page={page} />
    </>
  );
}
