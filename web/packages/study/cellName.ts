import type { Cell, Study } from './study.ts';

/** Of an axis, as short as it can be told: the last key of its path. */
export const axisName = (path: string) => path.replace(/^methods\[[\d*]+\]\.(params\.)?/, '');

/** `DLS, lambda 0.1`; a method whose label another one has too is told by its place. */
export function cellName(
  { sweep, scenario }: Pick<Study, 'sweep' | 'scenario'>,
  { panel, values, method }: Cell,
): string {
  const said = sweep.flatMap(({ path }, i) => {
    const value = values[i] ?? null;
    return value === null ? [] : [`${axisName(path)} ${value}`];
  });
  const { methods } = scenario;
  const shared = methods.some(({ label }, i) => i !== method && label === panel.label);
  return [panel.label, ...(shared ? [`methods[${method}]`] : []), ...said].join(', ');
}
