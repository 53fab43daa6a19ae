import { type JointColumnChoice, type LogAngleUnit, TIME_UNITS, type TimeUnit } from '@iklab/logs';
import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SegmentedControl } from '../../ui/segmentedControl.tsx';
import css from './logCard.module.css';
import { reopenLog, type UnclearLog, unclearLog } from './openLogFile.ts';

export function UnclearLogDialog({ page, close }: { page: Page; close: () => void }) {
  const unclear = unclearLog(page).value;
  return unclear && <Question page={page} unclear={unclear} close={close} />;
}

interface QuestionProps {
  readonly page: Page;
  readonly unclear: UnclearLog;
  readonly close: () => void;
}

function Question({ page, unclear, close }: QuestionProps) {
  const { source, question, choices } = unclear;
  const { asks, joints, columns } = question;
  const found = Object.fromEntries(joints.map(({ joint, column }) => [joint, column]));
  const [chosen, choose] = useState<JointColumnChoice>(found);
  const [angles, setAngles] = useState<LogAngleUnit>(choices.angles ?? 'radians');
  const [timeUnit, setUnit] = useState<TimeUnit>(choices.timeUnit ?? 's');
  const none = Object.values(chosen).every((column) => column === null);
  const play = (): void => {
    close();
    reopenLog(page, source, {
      ...choices,
      ...(asks.includes('columns') && { columns: chosen }),
      ...(asks.includes('angles') && { angles }),
      ...(asks.includes('time') && { timeUnit }),
    });
  };
  return (
    <Dialog title={`Import ${source.file.name}`} class={css.question} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          play();
        }}
      >
        {question.sentence && <p>{question.sentence}</p>}
        {asks.includes('columns') && (
          <ul class={css.joints} aria-label="Joints">
            {joints.map(({ joint }) => (
              <li key={joint}>
                <ChoiceField
                  name={joint}
                  value={chosen[joint] ?? ''}
                  options={[
                    ['', 'none: stays at its start'],
                    ...columns.map((name) => [name, name] as const),
                  ]}
                  choose={(name) => choose({ ...chosen, [joint]: name === '' ? null : name })}
                />
              </li>
            ))}
          </ul>
        )}
        {asks.includes('angles') && (
          <p class={css.choice}>
            Angles
            <SegmentedControl
              name="Angles"
              value={angles}
              options={[
                ['degrees', 'degrees'],
                ['radians', 'radians'],
              ]}
              choose={setAngles}
            />
          </p>
        )}
        {asks.includes('time') && (
          <p class={css.choice}>
            Time
            <SegmentedControl
              name="Time unit"
              value={timeUnit}
              options={TIME_UNITS.map((unit) => [unit, unit] as const)}
              choose={setUnit}
            />
          </p>
        )}
        <footer>
          <button type="submit" class="button primary" disabled={none}>
            Play log
          </button>
          <p class="remark">
            {none
              ? 'Choose a column for at least one joint.'
              : 'These choices are stored for this file name in this browser.'}
          </p>
        </footer>
      </form>
    </Dialog>
  );
}
