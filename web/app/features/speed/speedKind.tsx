import { PRINTED_TIMES, speedPlan } from '@iklab/study';
import { signal } from '@preact/signals';
import { digitsText, microsFigure } from 'iklab/format';
import { BUSY_TEXT, isBusy, middleText, type UpdateTime } from 'iklab/run';
import { useEffect } from 'preact/hooks';
import { perLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import type { StudyKind } from '../study/studyKind.ts';
import { studyRunner } from '../study/studyRunner.ts';
import css from './speed.module.css';

const HEADING = 'How fast here?';

/** Which measurement is shown: each begins anew. */
const turnOf = perLab(() => signal(0));

const planOf = (page: Page, turn: number) =>
  speedPlan(
    page.doc.catalogue.methods.map(({ id }) => id),
    turn,
  );

/** An update of every method, timed on the visitor's machine beside the times that a paper prints. */
export const speed: StudyKind = {
  id: 'speed',
  title: HEADING,
  note: () => '',
  heading: HEADING,
  about: () => (
    <p>
      One update of each method on Double Y (25 joints, 4 targets that move): forward kinematics,
      Jacobian, step. Timed in this browser, in a thread of its own, in turn; the best rounds count,
      in brackets the middle one. Beside them what Buss and Kim print: 2004, on a Pentium of 2.8
      GHz.
    </p>
  ),
  Figures,
};

function Figures({ page }: { readonly page: Page }) {
  const turn = turnOf(page);
  const runner = studyRunner(page);
  const plan = planOf(page, turn.value);
  useEffect(() => {
    void runner.open(plan, { keep: false });
  }, [plan.key]);
  const run = runner.find(plan.key);
  const times = run?.results.get(0) as readonly UpdateTime[] | undefined;
  return (
    <>
      <p class={css.state} aria-live="polite">
        {times && isBusy(times) && <strong>{BUSY_TEXT} </strong>}
        {run?.state === 'failed' && <strong>Not measured: {run.fault}. </strong>}
        {times || run?.state === 'failed' ? (
          <button
            type="button"
            class="button"
            onClick={() => {
              turn.value++;
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

/** The quickest first. */
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
            <th scope="col">Here</th>
            <th scope="col">Printed</th>
            <th scope="col">Faster</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, time }) => {
            const printed = PRINTED_TIMES[name];
            return (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td class={css.share} aria-hidden="true">
                  <i style={{ width: `${(100 * time.best) / most}%` }} />
                </td>
                <td>
                  {microsFigure(time.best)} <small>{middleText(time, microsFigure)}</small>
                </td>
                <td>{printed === undefined ? '' : `${printed} µs`}</td>
                <td>{printed === undefined ? '' : `${digitsText(printed / time.best, 2)} ×`}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
