import { groupedCountText } from '@iklab/core/format';
import { studyCellName } from '@iklab/study/document';
import {
  type CellSolutions,
  extraRotationText,
  listReachedBranches,
  nearestShareText,
  nearestSolutionSentence,
  type ShownProblemsView,
  solutionBranchText,
  solutionsNote,
  summarizeStudySolutions,
} from '@iklab/study/results';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import dataTableCss from '../study/dataTable.module.css';
import css from './benchmark.module.css';

/** Shows in which solutions each method ended. Empty if no method reached a solution. */
export function FoundSolutions({ view }: { readonly view: ShownProblemsView }) {
  const { study, column } = view;
  const all = summarizeStudySolutions(study, column);
  if (all.every(({ reached }) => reached === 0)) return null;
  const branches = listReachedBranches(all);
  return (
    <section class={css.benchSolutions} aria-label="Which solution does each method find?">
      <h2>Which solution does each method find?</h2>
      <p>{nearestSolutionSentence(study, column)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keys */}
      <section class={dataTableCss.dataScroll} aria-label="Solutions by method" tabIndex={0}>
        <table class={dataTableCss.data}>
          <thead>
            <tr>
              <th scope="col">method</th>
              {['reached', 'nearest', '95 % interval', 'extra rotation', 'certified'].map(
                (name) => (
                  <NumberHead key={name} name={name} />
                ),
              )}
              {branches.map((branch) => (
                <NumberHead key={branch} name={branch === 0 ? 'none' : String(branch)} />
              ))}
            </tr>
          </thead>
          <tbody>
            {all.map((each) => (
              <tr key={each.cell.index}>
                <th scope="row">
                  <span class={css.benchName}>
                    <SlotMarkIcon slot={each.cell.panel.slot} />
                    {studyCellName(study, each.cell)}
                  </span>
                </th>
                {[...summaryTexts(each), ...branches.map((branch) => branchText(each, branch))].map(
                  (text, i) => (
                    <td key={i} class={dataTableCss.num}>
                      {text}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p class="small">
        {solutionsNote(study)} Extra rotation: mean of the largest joint rotation beyond that to the
        nearest solution. Columns none and 1 to 8: share of the reached poses in each solution.
        None: beside a singular pose, where solutions meet.
      </p>
    </section>
  );
}

const NumberHead = ({ name }: { readonly name: string }) => (
  <th scope="col" class={dataTableCss.num}>
    {name}
  </th>
);

const percentText = (text: string): string => (text === '-' ? '–' : `${text}\u202f%`);

function summaryTexts(all: CellSolutions): string[] {
  const { reached, certified, nearestInterval } = all;
  const [low, high] = [nearestInterval.low, nearestInterval.high].map((end) =>
    (100 * end).toFixed(1),
  );
  const extra = extraRotationText(all, '–');
  return [
    groupedCountText(reached),
    percentText(nearestShareText(all)),
    `${low} to ${high}\u202f%`,
    extra === '–' ? extra : `${extra}°`,
    groupedCountText(certified),
  ];
}

const branchText = (all: CellSolutions, branch: number): string =>
  percentText(solutionBranchText(all, branch));
