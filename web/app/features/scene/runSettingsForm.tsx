import { setRunSetting } from '@iklab/core/document/edits';
import { unitNotation } from '@iklab/core/format';
import type { Page } from '../../page.ts';
import { GlossaryTerm } from '../../ui/glossaryTerm.tsx';
import { NumberFieldRow } from '../../ui/numberField.tsx';
import css from './motion.module.css';
import { RestartsForm } from './restartsForm.tsx';
import { RunModeChoice, RunSpeedChoice, TargetPathChoice } from './runSettingChoices.tsx';

const wholeNumber = unitNotation('');

/** On phones, includes the choices that the playback controls show on other screens. */
export function RunSettingsForm({ page }: { page: Page }) {
  const { run, unit } = page.doc.editor.scenario.value;
  return (
    <>
      <div class={css.phonePicks}>
        <RunSpeedChoice page={page} />
        <TargetPathChoice page={page} />
        <RunModeChoice page={page} />
      </div>
      <NumberFieldRow
        label={<GlossaryTerm term="updates">Updates per frame</GlossaryTerm>}
        name="Updates per frame"
        quantity={wholeNumber}
        value={run.updatesPerFrame}
        set={(value) => page.doc.edit('Updates per frame', setRunSetting('updatesPerFrame', value))}
      />
      <NumberFieldRow
        label={<GlossaryTerm term="tolerance">Tolerance</GlossaryTerm>}
        name="Tolerance"
        quantity={unitNotation('m', { scene: unit, small: true })}
        value={run.tolerance}
        set={(value) => page.doc.edit('Tolerance', setRunSetting('tolerance', value))}
      />
      <RestartsForm page={page} />
    </>
  );
}
