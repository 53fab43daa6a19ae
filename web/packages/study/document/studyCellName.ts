import type { Study, StudyCell } from './study.ts';

/** Returns the path of a sweep axis without the method. */
export const sweepAxisName = (path: string) => path.replace(/^methods\[[\d*]+\]\.(params\.)?/, '');

/**
 * Returns the name of a cell: `DLS, lambda 0.1`. A position distinguishes methods with equal
 * labels.
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
