import type { Cell, Study } from './study.ts';

/** Of an axis, as short as it can be told: the last key of its path. */
export const axisName = (path: string) => path.replace(/^methods\[[\d*]+\]\.(params\.)?/, '');

/** `DLS, lambda 0.1`. */
export function cellName({ sweep }: Pick<Study, 'sweep'>, { panel, values }: Cell): string {
  const said = sweep.flatMap(({ path }, i) => {
    const value = values[i] ?? null;
    return value === null ? [] : [`${axisName(path)} ${value}`];
  });
  return [panel.label, ...said].join(', ');
}
