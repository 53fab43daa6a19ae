/** Tables of how often the stated cause of a drag agrees with an independent judge. */
import { type Engine, loadEngine } from '@iklab/core/engine';
import { DRAG_CURES, type DragCure, type DragReport, judgeDrag, makeDrag } from './drags.ts';

export interface DragTally {
  readonly unreached: number;
  /** Number of unreached drags whose stated cause the judge confirms. */
  readonly confirmed: number;
  /**
   * Number of unreached drags, not out of reach, with a single cure; `named`: of those, with the
   * cause that it removes as stated cause.
   */
  readonly single: number;
  readonly named: number;
}

export function makeReports(
  count: number,
  seed: number,
  engine: Engine,
  each: (report: DragReport) => void = () => {},
  clock?: () => number,
): DragReport[] {
  return Array.from({ length: count }, (_, number) => {
    const report = judgeDrag(makeDrag(number, seed, engine), engine, clock);
    each(report);
    return report;
  });
}

const CONTINUED_CAUSES = ['stop-rule', 'update-limit', 'converging', 'breakdown'];

/**
 * Returns the only cure, or null. `method` counts only alone: it means that the judge's solver gets
 * closer, for whatever cause.
 */
function findSingleCure({ cures }: DragReport): DragCure | null {
  const otherCures = cures.filter((cure) => cure !== 'method');
  const [only = 'method'] = otherCures;
  return cures.length > 0 && otherCures.length <= 1 ? only : null;
}

export const isCureNamed = (report: DragReport, cure: DragCure): boolean =>
  cure === 'continued'
    ? CONTINUED_CAUSES.includes(report.why?.cause ?? '')
    : report.why?.cause === cure || (cure === 'method' && report.why?.cause === 'breakdown');

export function countDrags(reports: readonly DragReport[]): DragTally {
  const open = reports.filter(({ reached }) => !reached);
  const single = open.flatMap((report) => {
    const cure = report.why?.cause === 'out-of-reach' ? null : findSingleCure(report);
    return cure ? [isCureNamed(report, cure)] : [];
  });
  return {
    unreached: open.length,
    confirmed: open.filter(({ confirmed }) => confirmed).length,
    single: single.length,
    named: single.filter(Boolean).length,
  };
}

const formatShare = (part: number, all: number): string =>
  all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`;

/** Returns Markdown tables: stated causes against cures, then counts by robot and by method. */
export function formatDragTables(reports: readonly DragReport[]): string {
  const open = reports.filter(({ reached }) => !reached);
  const all = countDrags(reports);
  return [
    `${reports.length} drags, ${all.unreached} unreached. Confirmed: ${formatShare(all.confirmed, all.unreached)}. ` +
      `Single cures: ${all.single}, named: ${formatShare(all.named, all.single)}.`,
    formatConfusionTable(open),
    formatSharesTable(reports, 'robot'),
    formatSharesTable(reports, 'method'),
  ].join('\n\n');
}

const formatRow = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

function formatConfusionTable(open: readonly DragReport[]): string {
  const causes = sortByCount(open.map(({ why }) => why?.cause ?? ''));
  const head = ['stated', 'drags', 'confirmed', 'single', 'named', ...DRAG_CURES];
  const lines = causes.map((cause) => {
    const causeReports = open.filter(({ why }) => why?.cause === cause);
    const { confirmed, single, named } = countDrags(causeReports);
    const cured = DRAG_CURES.map(
      (cure) => causeReports.filter(({ cures }) => cures.includes(cure)).length || '',
    );
    return [cause, causeReports.length, confirmed, single, named, ...cured];
  });
  return [formatRow(head), formatRow(head.map(() => '---')), ...lines.map(formatRow)].join('\n');
}

function formatSharesTable(reports: readonly DragReport[], column: 'robot' | 'method'): string {
  const open = reports.filter(({ reached }) => !reached);
  const causes = sortByCount(open.map(({ why }) => why?.cause ?? ''));
  const head = [column, 'drags', 'unreached', 'confirmed', ...causes];
  const lines = [...new Set(reports.map((report) => report[column]))].map((name) => {
    const groupReports = reports.filter((report) => report[column] === name);
    const { unreached, confirmed } = countDrags(groupReports);
    const counts = causes.map(
      (cause) => groupReports.filter(({ why }) => why?.cause === cause).length || '',
    );
    return [name, groupReports.length, unreached, confirmed, ...counts];
  });
  return [formatRow(head), formatRow(head.map(() => '---')), ...lines.map(formatRow)].join('\n');
}

function sortByCount(words: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
}

export { judgeDrag, loadEngine, makeDrag };
