import { availableSweepMeasures, makeSweepProposal } from '@iklab/study/sweeps';
import type { Page } from '../../page.ts';
import { SegmentedControl } from '../../ui/segmentedControl.tsx';
import { MethodConstantsList } from '../study/methodConstantsList.tsx';
import type { ShownStudyRun } from '../study/shownStudyRun.ts';
import { sweptParamName } from './applySweepValues.ts';
import { ParetoFrontFigure } from './paretoFrontFigure.tsx';
import { sweepMeasureDisplayFactor } from './sweepAxisScale.ts';
import { SweepGridFigure, sweepGridCellText } from './sweepGridFigure.tsx';
import { SweepProposalSection } from './sweepProposalSection.tsx';
import { getSweepPoints, sweepState } from './sweepState.ts';
import css from './sweeps.module.css';

interface GridProps {
  readonly page: Page;
  readonly shownSweep: ShownStudyRun;
}

export function SweepGrid({ page, shownSweep }: GridProps) {
  const { study } = shownSweep;
  const { coloured } = sweepState(page);
  const points = getSweepPoints(shownSweep);
  const measures = availableSweepMeasures([...points.values()]);
  const measure = measures.find(({ id }) => id === coloured.value) ?? measures[0];
  if (!measure) return null;
  const results = study.cells.flatMap(({ index, values }) => {
    const point = points.get(index);
    return point ? [{ index, values: values as readonly number[], point }] : [];
  });
  const cells = results.map(({ index, values, point }) => ({
    index,
    values,
    shownValue:
      (measure.estimate(point)?.mean ?? Number.NaN) * sweepMeasureDisplayFactor(measure.id),
  }));
  const solved = results.map(({ point }) => point);
  const isDone = shownSweep.run.state === 'done';
  const proposal = isDone ? makeSweepProposal(solved) : null;
  const names = [sweptParamName(page, study, 0), sweptParamName(page, study, 1)] as const;
  const axes = [0, 1].map((axis) => [
    ...new Set(study.cells.map(({ values }) => values[axis] as number)),
  ]) as [number[], number[]];
  const { unit } = study.scenario;
  return (
    <div class={css.sweepGrid}>
      <SegmentedControl
        name="Colour"
        value={measure.id}
        options={measures.map(({ id, name }) => [id, name] as const)}
        choose={(id) => {
          coloured.value = id;
        }}
      />
      {isDone && (
        <SweepProposalSection
          page={page}
          study={study}
          proposal={proposal}
          points={solved}
          values={results.map(({ values }) => values)}
        />
      )}
      <div class={css.sweepPair}>
        <SweepGridFigure
          names={names}
          axes={axes}
          measure={measure}
          cells={cells}
          proposal={proposal}
          unit={unit}
        />
        {proposal?.kind === 'moving' && (
          <ParetoFrontFigure
            points={solved}
            proposal={proposal}
            unit={unit}
            words={(i) => sweepGridCellText(names, results[i]?.values ?? [])}
          />
        )}
      </div>
      <MethodConstantsList page={page} ran={study} />
    </div>
  );
}
