/** Determines how the time of an update grows with the size of the scene. */
import { aligned, mark, median, summarize } from './benchReport.mjs';

/** Returns the exponent p of a time proportional to size^p, from two sizes. */
const exponent = ([size, us], [larger, more]) => Math.log(more / us) / Math.log(larger / size);

function grouped(items, nameOf) {
  const groups = new Map();
  for (const item of items) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item]);
  return [...groups];
}

/**
 * Returns [size, us] for all sizes and the exponent of the last two, by method, side and kind of
 * growth.
 */
export function growthOf(cases) {
  const groups = grouped(cases, ({ along, method }) => `${along} ${method}`);
  return groups.flatMap(([, group]) => {
    const { along, method, times } = group[0];
    return Object.keys(times).map((side) => {
      const us = group.map((item) => [item.size, median(item.times[side])]);
      const last = us.length > 1 ? exponent(...us.slice(-2)) : Number.NaN;
      const unsteady = group.some((item) => summarize({ us: item.times[side] }).unsteady);
      return { along, side, method, us, exponent: last, ...(unsteady && { unsteady }) };
    });
  });
}

export function growthTables(growth) {
  return grouped(growth, ({ along, side }) => `${along}, ${side}`)
    .map(([name, rows]) => tableOf(name, rows))
    .join('\n\n');
}

function tableOf(name, rows) {
  const sizes = [...new Set(rows.flatMap(({ us }) => us.map(([size]) => size)))];
  const lines = rows.map(({ method, us, exponent: last, ...row }) => {
    const times = new Map(us);
    const shown = sizes.map((size) => times.get(size)?.toFixed(2) ?? '');
    return [method, ...shown, Number.isNaN(last) ? '' : last.toFixed(2), mark(row)];
  });
  return aligned([name, ...sizes.map(String), 'exponent', ''], lines, 1);
}
