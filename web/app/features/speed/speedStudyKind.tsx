import { microsecondsText, significantDigitsText } from '@iklab/core/format';
import {
  BUSY_MACHINE_TEXT,
  isMachineBusy,
  medianTimeText,
  type UpdateTime,
} from '@iklab/run/playback';
import { PRINTED_UPDATE_TIMES } from '@iklab/study/published';
import { planUpdateSpeedTask } from '@iklab/study/tasks';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { memoizePerLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import type { StudyKind } from '../study/studyKind.ts';
import { studyRunner } from '../study/studyRunner.ts';
import css from './speed.module.css';

const HEADING = 'Speed on this computer';

const measurementNumber = memoizePerLab(() => signal(0));

const makePlan = (page: Page, measurement: number) =>
  planUpdateSpeedTask(
    page.doc.catalogue.methods.map(({ id }) => id),
    measurement,
  );

export const speedStudyKind: StudyKind = {
  id: 'speed',
  title: HEADING,
  note: () => '',
  heading: HEADING,
  about: () => (
    <p>
      Time per update on Double Y (25 joints, 4 moving targets): forward kinematics, Jacobian and
      step. Measured in a separate thread of this browser, interleaved: best run (median in
      brackets). For comparison: times printed by Buss and Kim (2004, 2.8 GHz Pentium).
    </p>
  ),
  Figures,
};

function Figures({ page }: { readonly page: Page }) {
  const measurement = measurementNumber(page);
  const runner = studyRunner(page);
  const plan = makePlan(page, measurement.value);
  useEffect(() => {
    void runner.open(plan, { keep: false });
  }, [plan.key]);
  const run = runner.find(plan.key);
  const times = run?.results.get(0) as readonly UpdateTime[] | undefined;
  return (
    <>
      <p class={css.state} aria-live="polite">
        {times && isMachineBusy(times) && <strong>{BUSY_MACHINE_TEXT} </strong>}
        {run?.state === 'failed' && <strong>Not measured: {run.fault}. </strong>}
        {times || run?.state === 'failed' ? (
          <button
            type="button"
            class="button"
            onClick={() => {
              measurement.value++;
            }}
          >
            Measure again
          </button>
        ) : (
          'Measuring: about two seconds.'
        )}
      </p>
      {times && <Times page={page} times={times} />}
    </>
  );
}

interface TimesProps {
  readonly page: Page;
  readonly times: readonly UpdateTime[];
}

function Times({ page, times }: TimesProps) {
  const rows = page.doc.catalogue.methods
    .flatMap((row, i) => {
      const time = times[i];
      return time ? [{ ...row, time }] : [];
    })
    .sort((a, b) => a.time.best - b.time.best);
  const most = Math.max(...rows.map(({ time }) => time.best));
  return (
    <div class={css.box}>
      <table class={css.times}>
        <thead>
          <tr>
            <th scope="col">Method</th>
            <th class={css.share} />
            <th scope="col">This computer</th>
            <th scope="col">Printed</th>
            <th scope="col">Speed-up</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, time }) => {
            const printed = PRINTED_UPDATE_TIMES[name];
            return (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td class={css.share} aria-hidden="true">
                  <i style={{ width: `${(100 * time.best) / most}%` }} />
                </td>
                <td>
                  {microsecondsText(time.best)}{' '}
                  <small>{medianTimeText(time, microsecondsText)}</small>
                </td>
                <td>{printed === undefined ? '' : `${printed} µs`}</td>
                <td>
                  {printed === undefined
                    ? ''
                    : `${significantDigitsText(printed / time.best, 2)} ×`}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
