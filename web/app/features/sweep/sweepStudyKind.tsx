import { isPathStudy } from '@iklab/study/follow';
import { makeSweepProposal } from '@iklab/study/sweeps';
import { MethodConstantsList } from '../study/methodConstantsList.tsx';
import studiesCss from '../study/studies.module.css';
import type { StudyKind, StudyProps } from '../study/studyKind.ts';
import { sweptParamName } from './applySweepValues.ts';
import { sweepChoiceFromStudy } from './sweepChoice.ts';
import { SweepFigures } from './sweepFigures.tsx';
import { SweepForm } from './sweepForm.tsx';
import { SweepGrid } from './sweepGrid.tsx';
import { SweepProposalSection } from './sweepProposalSection.tsx';
import { getSweepPoints, sweepState } from './sweepState.ts';
import { sweepStudyExport } from './sweepStudyExport.ts';

export const sweepStudyKind: StudyKind = {
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
  makeExport(page) {
    const shownSweep = sweepState(page).runs.current;
    return shownSweep && shownSweep.run.results.size > 0
      ? sweepStudyExport(page, shownSweep)
      : null;
  },
  Form({ page }) {
    const { draft } = sweepState(page);
    return draft ? (
      <SweepForm page={page} draft={draft} />
    ) : (
      <p class={studiesCss.unknown}>No method in this scene has a numeric parameter.</p>
    );
  },
  run: (page) => sweepState(page).runs.current?.run ?? null,
  Figures: SweepResult,
  address(page) {
    const state = sweepState(page);
    const { draft } = state;
    const measure = state.coloured.value;
    return {
      study() {
        const read = draft && state.read(draft.choice, measure);
        return read?.ok ? read.value : null;
      },
      on: [page.doc.editor.scenario.value, JSON.stringify(draft?.choice), measure],
    };
  },
  recognize(page, study) {
    if (isPathStudy(study)) return null;
    const [state, choice] = [sweepState(page), sweepChoiceFromStudy(study)];
    return (
      choice && {
        isCurrent: state.isCurrent(study, choice),
        apply: () => state.applySweep(choice, study.view.measure),
      }
    );
  },
};

function SweepResult({ page }: StudyProps) {
  const shownSweep = sweepState(page).runs.current;
  if (!shownSweep) return null;
  if (shownSweep.study.sweep.length > 1) return <SweepGrid page={page} shownSweep={shownSweep} />;
  const results = [...getSweepPoints(shownSweep)].sort(([a], [b]) => a - b);
  const values = results.map(([cell]) => shownSweep.study.cells[cell]?.values[0] ?? Number.NaN);
  const points = results.map(([, point]) => point);
  if (points.length < 2) return null;
  const isDone = shownSweep.run.state === 'done';
  const proposal = isDone ? makeSweepProposal(points) : null;
  return (
    <>
      {isDone && (
        <SweepProposalSection
          page={page}
          study={shownSweep.study}
          proposal={proposal}
          points={points}
          values={values.map((value) => [value])}
        />
      )}
      <SweepFigures
        name={sweptParamName(page, shownSweep.study, 0)}
        unit={shownSweep.study.scenario.unit}
        log={shownSweep.study.sweep[0]?.scale === 'log'}
        values={values}
        points={points}
        proposed={values[proposal?.index ?? -1] ?? null}
        slot={shownSweep.study.scenario.methods[0]?.slot ?? 1}
      />
      <MethodConstantsList page={page} ran={shownSweep.study} />
    </>
  );
}
