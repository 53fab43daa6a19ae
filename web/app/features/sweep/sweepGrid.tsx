import { measuresIn, proposalOf } from '@iklab/study';
import type { Page } from '../../page.ts';
import { Segments } from '../../ui/segmentedControl.tsx';
import { ConstantsUsed } from '../study/constantsUsed.tsx';
import { FrontFigure } from './frontFigure.tsx';
import { GridFigure, pairText } from './gridFigure.tsx';
import { ProposalPart } from './proposalPart.tsx';
import { nameOf } from './sweepApply.ts';
import { shownAs } from './sweepScale.ts';
import { pointsOf, type ShownSweep, sweepOf } from './sweepState.ts';
import css from './sweeps.module.css';

export function SweepGrid({ page, shown }: { readonly page: Page; readonly shown: ShownSweep }) {
  const { coloured } = sweepOf(page);
  const points = pointsOf(shown);
  const measures = measuresIn([...points.values()]);
  const measure = measures.find(({ id }) => id === coloured.value) ?? measures[0];
  if (!measure) return null;
  const known = shown.study.cells.flatMap(({ index, values }) => {
    const point = points.get(index);
    return point ? [{ index, values: values as readonly number[], point }] : [];
  });
  const cells = known.map(({ index, values, point }) => ({
    index,
    values,
    shownValue: (measure.of(point)?.mean ?? Number.NaN) * shownAs(measure.id),
  }));
  const solved = known.map(({ point }) => point);
  const done = shown.run.state === 'done';
  const proposal = done ? proposalOf(solved) : null;
  const names = [nameOf(page, shown, 0), nameOf(page, shown, 1)] as const;
  const axes = [0, 1].map((axis) => [
    ...new Set(shown.study.cells.map(({ values }) => values[axis] as number)),
  ]) as [number[], number[]];
  const { unit } = shown.study.scenario;
  return (
    <div class={css.sweepGrid}>
      <Segments
        name="Colour"
        value={measure.id}
        options={measures.map(({ id, name }) => [id, name] as const)}
        choose={(id) => {
          coloured.value = id;
        }}
      />
      {done && (
        <ProposalPart
          page={page}
          shown={shown}
          proposal={proposal}
          points={solved}
          values={known.map(({ values }) => values)}
        />
      )}
      <div class={css.sweepPair}>
        <GridFigure
          names={names}
          axes={axes}
          measure={measure}
          cells={cells}
          proposal={proposal}
          unit={unit}
        />
        {proposal?.kind === 'moving' && (
          <FrontFigure
            points={solved}
            proposal={proposal}
            unit={unit}
            words={(i) => pairText(names, known[i]?.values ?? [])}
          />
        )}
      </div>
      <ConstantsUsed page={page} ran={shown.study} />
    </div>
  );
}
