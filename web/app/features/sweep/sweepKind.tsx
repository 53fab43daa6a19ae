import { isFollowStudy, proposalOf, type SweepPoint } from '@iklab/study';
import { numberText, quantity } from 'iklab/format';
import type { Page } from '../../page.ts';
import studiesCss from '../study/studies.module.css';
import type { StudyKind, StudyProps } from '../study/studyKind.ts';
import { applySweepValues, nameOf, unitOf } from './sweepApply.ts';
import { choiceOfStudy } from './sweepChoice.ts';
import { sweepExport } from './sweepExport.ts';
import { SweepFigures } from './sweepFigures.tsx';
import { SweepForm } from './sweepForm.tsx';
import { SweepGrid } from './sweepGrid.tsx';
import { pointsOf, type ShownSweep, sweepOf } from './sweepState.ts';
import css from './sweeps.module.css';

/** A parameter of a method against what it is good for, and a value that is proposed. */
export const sweep: StudyKind = {
  id: 'sweep',
  title: 'Sweep',
  note: () => 'one or two parameters',
  heading: 'Sweep',
  about: () => (
    <p>
      A parameter of a method of the scene at work over its values: how far it errs, how smoothly it
      moves, how often it gets there.
    </p>
  ),
  exported(page) {
    const shown = sweepOf(page).runs.current;
    return shown && shown.run.results.size > 0 ? sweepExport(page, shown) : null;
  },
  Form({ page }) {
    const { draft } = sweepOf(page);
    return draft ? (
      <SweepForm page={page} draft={draft} />
    ) : (
      <p class={studiesCss.unknown}>No method of this scene has a parameter that is a number.</p>
    );
  },
  run: (page) => sweepOf(page).runs.current?.run ?? null,
  Figures: Shown,
  address(page) {
    const at = sweepOf(page);
    const { draft } = at;
    const measure = at.coloured.value;
    return {
      study() {
        const read = draft && at.read(draft.choice, measure);
        return read?.ok ? read.value : null;
      },
      on: [page.doc.editor.scenario.value, JSON.stringify(draft?.choice), measure],
    };
  },
  takes(page, study) {
    if (isFollowStudy(study)) return null;
    const [at, choice] = [sweepOf(page), choiceOfStudy(study)];
    return (
      choice && {
        here: at.isHere(study, choice),
        apply: () => at.applySweep(choice, study.view.measure),
      }
    );
  },
};

function Shown({ page }: StudyProps) {
  const shown = sweepOf(page).runs.current;
  if (!shown) return null;
  if (shown.study.sweep.length > 1) return <SweepGrid page={page} shown={shown} />;
  const known = [...pointsOf(shown)].sort(([a], [b]) => a - b);
  const values = known.map(([cell]) => shown.study.cells[cell]?.values[0] ?? Number.NaN);
  const points = known.map(([, point]) => point);
  if (points.length < 2) return null;
  const done = shown.run.state === 'done';
  const knee = done ? proposalOf(values, points) : null;
  const at = knee ? values[knee.index] : undefined;
  const name = nameOf(page, shown, 0);
  return (
    <>
      {done && (
        <Proposal
          page={page}
          shown={shown}
          value={at ?? null}
          why={knee?.why ?? ''}
          points={points}
        />
      )}
      <SweepFigures
        name={name}
        unit={shown.study.scenario.unit}
        log={shown.study.sweep[0]?.scale === 'log'}
        values={values}
        points={points}
        knee={at ?? null}
        slot={shown.choice.slot}
      />
    </>
  );
}

interface ProposalProps {
  readonly page: Page;
  readonly shown: ShownSweep;
  /** null: there is no knee. */
  readonly value: number | null;
  readonly why: string;
  readonly points: readonly SweepPoint[];
}

/** The knee in words, and the step that applies it. */
function Proposal({ page, shown, value, why }: ProposalProps) {
  const name = nameOf(page, shown, 0);
  if (value === null)
    return (
      <p class={css.proposal} role="status">
        No value stands out: the curve has no knee between these ends.
      </p>
    );
  const rounded = Number(value.toPrecision(3));
  const said = quantity(unitOf(page, shown), { scene: shown.study.scenario.unit }).textWithUnit(
    rounded,
  );
  return (
    <div class={css.proposal} role="status">
      <p>
        <b>
          {name} {said}
        </b>{' '}
        is the knee of these {numberText(shown.study.cells.length)} values. {why}
      </p>
      <button
        type="button"
        class="button primary"
        onClick={() => applySweepValues(page, shown, [rounded])}
      >
        Apply to the scene
      </button>
    </div>
  );
}
