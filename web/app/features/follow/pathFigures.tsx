import { degreesText, lengthUnitName, numberText } from '@iklab/core/format';
import { toDegrees } from '@iklab/core/scenario/numbers';
import { formatPathError } from '@iklab/study/follow';
import type { Page } from '../../page.ts';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { toFileName } from '../../ui/downloadBlob.ts';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import { FigureCard } from '../study/figures/figureCard.tsx';
import figuresCss from '../study/figures/figures.module.css';
import { PathPlot, type PathPlotSeries } from './pathPlot.tsx';
import { pathStudyState } from './pathStudyState.ts';
import css from './paths.module.css';
import { getPathPointValue, largestStepJoint, type PathView } from './pathView.ts';

const MIN_VALUE = 1e-12; // Smaller digits are rounding errors.

interface FiguresProps {
  readonly page: Page;
  readonly view: PathView;
}

export function PathFigures({ page, view }: FiguresProps) {
  const state = pathStudyState(page);
  const { study, curves, joints, selection, cells, path } = view;
  const hasOrientation = path.scene.scenario.targets.some(
    ({ orientation }) => orientation !== null,
  );
  const error = hasOrientation ? state.error.value : 'error';
  const joint = Math.min(state.joint.value ?? largestStepJoint(view), joints.length - 1);
  const title = study.name || study.scenario.name || 'A scene';
  const card = {
    page,
    about: [
      'Rings: jumps. Band: the run drawn over the robot has more than half of its largest error.',
    ],
    curves,
    source: `${title}, the last round from start ${selection.index + 1}, seed ${study.seed}`,
  };
  const file = toFileName(title);
  return (
    <>
      <ul class={`${figuresCss.legend} ${css.pathLegend}`}>
        {curves.map(({ cell, slot, name, dash }) => (
          <li key={cell.index} class={`slot-${slot}`}>
            <SlotMarkIcon slot={slot} />
            <svg width="26" height="8" aria-hidden="true">
              <path class="curve" stroke-dasharray={dash} d="M0 4h26" />
            </svg>
            <span>{name}</span>
          </li>
        ))}
        {cells > curves.length && (
          <li>
            Only the first {curves.length} of {cells} are drawn.
          </li>
        )}
        <li>Click or drag in a figure, or use the arrow keys, to move the cursor of all three.</li>
      </ul>
      <div class={css.pathFigures}>
        <FigureCard
          {...card}
          title="Error along the path"
          file={`${file}-path-error`}
          choices={
            hasOrientation && (
              <ChoiceField
                name=""
                label="Which error"
                value={error}
                options={[
                  ['error', 'position'],
                  ['angle', 'orientation'],
                ]}
                choose={(to) => {
                  state.error.value = to;
                }}
              />
            )
          }
          draw={(width) => <PathPlot {...{ view, width }} series={errorSeries(view, error)} />}
        />
        <FigureCard
          {...card}
          title="Smallest σ"
          file={`${file}-path-sigma`}
          draw={(width) => <PathPlot {...{ view, width }} series={SIGMA} />}
        />
        <FigureCard
          {...card}
          title="Joint"
          file={`${file}-path-joint`}
          choices={
            <ChoiceField
              name=""
              label="Which joint"
              value={String(joint)}
              options={joints.map(({ id }, j) => [String(j), id] as const)}
              choose={(to) => {
                state.joint.value = Number(to);
              }}
            />
          }
          draw={(width) => <PathPlot {...{ view, width }} series={jointSeries(view, joint)} />}
        />
      </div>
    </>
  );
}

function errorSeries({ study }: PathView, kind: 'error' | 'angle'): PathPlotSeries {
  const { unit } = study.scenario;
  const small = unit === 'm';
  const length = kind === 'error';
  return {
    name: length ? 'Error along the path' : 'Orientation error along the path',
    upward: length
      ? `distance, ${small ? 'mm' : lengthUnitName(unit)}`
      : 'orientation error, degrees',
    value: ({ run }, k) => Math.max(MIN_VALUE, getPathPointValue(run, k, kind)),
    tick: (value) => numberText(length && !small ? value : length ? 1e3 * value : toDegrees(value)),
    text: (value) => (length ? formatPathError(value, unit) : degreesText(value)),
    least: MIN_VALUE,
  };
}

const SIGMA: PathPlotSeries = {
  name: 'Smallest σ along the path',
  upward: 'smallest non-zero singular value of J',
  value: ({ run }, k) => getPathPointValue(run, k, 'sigma'),
  tick: numberText,
  text: numberText,
  least: MIN_VALUE,
};

function jointSeries({ joints }: PathView, joint: number): PathPlotSeries {
  const slides = joints[joint]?.type === 'prismatic';
  const each = joints.length;
  return {
    name: `${joints[joint]?.id ?? ''} along the path`,
    upward: slides ? 'position, m' : 'angle, degrees',
    value({ run }, k) {
      const value = run.poses[k * each + joint] ?? Number.NaN;
      return slides ? value : toDegrees(value);
    },
    tick: (value) => numberText(value).replace('-', '−'),
    text: (value) => (slides ? numberText(value) : `${numberText(value).replace('-', '−')}°`),
  };
}
