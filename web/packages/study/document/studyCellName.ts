import type { Study, StudyCell } from './study.ts';

/**
 * Returns the name of a sweep axis: the path of its varied number without the method that the
 * number belongs to.
 */
export const sweepAxisName = (path: string) => path.replace(/^methods\[[\d*]+\]\.(params\.)?/, '');

/**
 * Returns the name of a cell of a study, such as `DLS, lambda 0.1`; methods that share a label are
 * distinguished by their position.
 */
export function studyCellName(
  { sweep, scenario }: Pick<Study, 'sweep' | 'scenario'>,
  { panel, values, method }: StudyCell,
): string {
  const valueTexts = sweep.flatMap(({ path }, i) => {
    const value = values[i] ?? null;
    return value === null ? [] : [`${sweepAxisName(path)} ${value}`];
  });
  const { methods } = scenario;
  const shared = methods.some(({ label }, i) => i !== method && label === panel.label);
  return [panel.label, ...(shared ? [`methods[${method}]`] : []), ...valueTexts].join(', ');
}
