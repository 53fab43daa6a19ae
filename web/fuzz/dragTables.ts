/** Tables of how often the stated cause of a drag agrees with an independent judge. */
import { type Engine, loadEngine } from 'iklab/engine';
import { CURES, type Cure, type DragReport, dragOf, judgedDrag } from './drags.ts';

export interface DragTally {
  readonly unreached: number;
  /** Unreached drags whose stated cause the judge confirms. */
  readonly confirmed: number;
  /** Unreached drags with a single cure, and those whose stated cause it is; none out of reach. */
  readonly single: number;
  readonly named: number;
}

export function reportsOf(
  count: number,
  seed: number,
  engine: Engine,
  each: (report: DragReport) => void = () => {},
  now?: () => number,
): DragReport[] {
  return Array.from({ length: count }, (_, number) => {
    const report = judgedDrag(dragOf(number, seed, engine), engine, now);
    each(report);
    return report;
  });
}

const CONTINUED = ['stop-rule', 'update-limit', 'converging', 'breakdown'];

/**
 * Returns the only cure, or null. `method` counts only alone: it means that the judge's solver gets
 * closer, for whatever cause.
 */
export function singleCure({ cures }: DragReport): Cure | null {
  const own = cures.filter((cure) => cure !== 'method');
  const [only = 'method'] = own;
  return cures.length > 0 && own.length <= 1 ? only : null;
}

export const isNamed = (report: DragReport, cure: Cure): boolean =>
  cure === 'continued'
    ? CONTINUED.includes(report.why?.cause ?? '')
    : report.why?.cause === cure || (cure === 'method' && report.why?.cause === 'breakdown');

export function tallyOf(reports: readonly DragReport[]): DragTally {
  const open = reports.filter(({ reached }) => !reached);
  const single = open.flatMap((report) => {
    const cure = report.why?.cause === 'out-of-reach' ? null : singleCure(report);
    return cure ? [isNamed(report, cure)] : [];
  });
  return {
    unreached: open.length,
    confirmed: open.filter(({ confirmed }) => confirmed).length,
    single: single.length,
    named: single.filter(Boolean).length,
  };
}

const share = (part: number, all: number): string =>
  all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`;

/** Returns Markdown tables: stated causes against cures, then counts by robot and by method. */
export function dragTables(reports: readonly DragReport[]): string {
  const open = reports.filter(({ reached }) => !reached);
  const all = tallyOf(reports);
  return [
    `${reports.length} drags, ${all.unreached} unreached. Confirmed: ${share(all.confirmed, all.unreached)}. ` +
      `Single cures: ${all.single}, named: ${share(all.named, all.single)}.`,
    confusionTable(open),
    sharesTable(reports, 'robot'),
    sharesTable(reports, 'method'),
  ].join('\n\n');
}

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

function confusionTable(open: readonly DragReport[]): string {
  const causes = byCount(open.map(({ why }) => why?.cause ?? ''));
  const head = ['stated', 'drags', 'confirmed', 'single', 'named', ...CURES];
  const lines = causes.map((cause) => {
    const own = open.filter(({ why }) => why?.cause === cause);
    const { confirmed, single, named } = tallyOf(own);
    const cured = CURES.map((cure) => own.filter(({ cures }) => cures.includes(cure)).length || '');
    return [cause, own.length, confirmed, single, named, ...cured];
  });
  return [row(head), row(head.map(() => '---')), ...lines.map(row)].join('\n');
}

function sharesTable(reports: readonly DragReport[], of: 'robot' | 'method'): string {
  const open = reports.filter(({ reached }) => !reached);
  const causes = byCount(open.map(({ why }) => why?.cause ?? ''));
  const head = [of, 'drags', 'unreached', 'confirmed', ...causes];
  const lines = [...new Set(reports.map((report) => report[of]))].map((name) => {
    const own = reports.filter((report) => report[of] === name);
    const { unreached, confirmed } = tallyOf(own);
    const counts = causes.map(
      (cause) => own.filter(({ why }) => why?.cause === cause).length || '',
    );
    return [name, own.length, unreached, confirmed, ...counts];
  });
  return [row(head), row(head.map(() => '---')), ...lines.map(row)].join('\n');
}

function byCount(words: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
}

export { dragOf, judgedDrag, loadEngine };
