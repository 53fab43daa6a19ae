import { isFollowStudy, proposalOf } from '@iklab/study';
import { ConstantsUsed } from '../study/constantsUsed.tsx';
import studiesCss from '../study/studies.module.css';
import type { StudyKind, StudyProps } from '../study/studyKind.ts';
import { ProposalPart } from './proposalPart.tsx';
import { nameOf } from './sweepApply.ts';
import { choiceOfStudy } from './sweepChoice.ts';
import { sweepExport } from './sweepExport.ts';
import { SweepFigures } from './sweepFigures.tsx';
import { SweepForm } from './sweepForm.tsx';
import { SweepGrid } from './sweepGrid.tsx';
import { pointsOf, sweepOf } from './sweepState.ts';

export const sweep: StudyKind = {
  id: 'sweep',
  title: 'Sweep',
  note: () => 'one or two parameters',
  heading: 'Sweep',
  about: () => (
    <p>
      Varies one or two parameters of a method in the current scene, and shows error, smoothness and
      success rate.
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
      <p class={studiesCss.unknown}>No method in this scene has a numeric parameter.</p>
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
  const proposal = done ? proposalOf(points) : null;
  return (
    <>
      {done && (
        <ProposalPart
          page={page}
          shown={shown}
          proposal={proposal}
          points={points}
          values={values.map((value) => [value])}
        />
      )}
      <SweepFigures
        name={nameOf(page, shown, 0)}
        unit={shown.study.scenario.unit}
        log={shown.study.sweep[0]?.scale === 'log'}
        values={values}
        points={points}
        proposed={values[proposal?.index ?? -1] ?? null}
        slot={shown.choice.slot}
      />
      <ConstantsUsed page={page} ran={shown.study} />
    </>
  );
}
