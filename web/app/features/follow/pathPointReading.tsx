import { degreesText, groupedCountText, numberText } from '@iklab/core/format';
import { formatPathError } from '@iklab/study/follow';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import studiesCss from '../study/studies.module.css';
import css from './paths.module.css';
import { getPathPointValue, type PathView } from './pathView.ts';

export function PathPointReading({ view }: { readonly view: PathView }) {
  const { study, selection, count, curves, set } = view;
  const share = (selection.point / count).toFixed(3);
  const starts = Array.from({ length: study.count }, (_, i) => [String(i), String(i + 1)] as const);
  return (
    <div>
      <div class={studiesCss.studyChoices}>
        <ChoiceField
          name="Run drawn over the robot"
          value={String(selection.cell)}
          options={curves.map(({ cell, name }) => [String(cell.index), name] as const)}
          choose={(cell) => set({ cell: Number(cell) })}
        />
        {starts.length > 1 && (
          <ChoiceField
            name="Start"
            value={String(selection.index)}
            options={starts}
            choose={(index) => set({ index: Number(index) })}
          />
        )}
      </div>
      <label class={css.pathCursor}>
        <span>Point</span>
        <input
          type="range"
          min="0"
          max={count - 1}
          step="1"
          value={selection.point}
          aria-label="Point of the path"
          aria-valuetext={`${selection.point} of ${count}, ${share} of the path`}
          onInput={({ currentTarget: { value } }) => set({ point: Number(value) })}
        />
        <output>
          {groupedCountText(selection.point)} of {groupedCountText(count)}, {share} of the path
        </output>
      </label>
      <ul class={css.pathValues} aria-label="At this point">
        {curves.map(({ cell, name, slot, run }) => (
          <li key={cell.index}>
            <SlotMarkIcon slot={slot} />
            <span>{name}</span>
            <span>
              {formatPathError(
                getPathPointValue(run, selection.point, 'error'),
                study.scenario.unit,
              )}
            </span>
            <span>σ {numberText(getPathPointValue(run, selection.point, 'sigma'))}</span>
            <span>joint step {degreesText(getPathPointValue(run, selection.point, 'turn'))}</span>
            {getPathPointValue(run, selection.point, 'jump') === 1 && <b>jump</b>}
          </li>
        ))}
      </ul>
    </div>
  );
}
