import { groupedCountText } from '@iklab/core/format';
import type { ShownProblemsView } from '@iklab/study/results';
import {
  type CellFailureCauses,
  countStudyFailureCauses,
  FAILURE_CAUSE_GROUPS,
  failureCausesNote,
  failureCausesSentence,
  formatFailureCauses,
  type PrintedFailureCauses,
} from '@iklab/study/tasks';
import dataTableCss from '../study/dataTable.module.css';
import { FailureCauseSwatch, getFailureCauseLetter } from '../study/figures/failureCauseSwatch.tsx';
import figuresCss from '../study/figures/figures.module.css';
import { MethodRowName } from '../study/figures/methodSlotMark.tsx';
import { PLOT_MARGINS, PlotFrame } from '../study/figures/plotFrame.tsx';
import { makeLinearPlotScale, type PlotScale } from '../study/figures/plotScale.ts';
import css from './benchmark.module.css';
import { listPlottedCells, type PlottedStudyCell } from './benchmarkFigures.ts';

const BAR = 18;
const ROW = { beside: 28, below: 44 } as const;
const NAMES = 144;
const NARROW = 480;
const KEY = { row: 20, column: 200 } as const;
const LETTER = 6.5;

interface Row {
  readonly member: PlottedStudyCell;
  readonly causes: CellFailureCauses;
}

export function listMethodCauses(view: ShownProblemsView): Row[] {
  const members = listPlottedCells(view);
  return countStudyFailureCauses(view.study, view.column).flatMap((causes) => {
    const member = members.find(({ cell }) => cell === causes.cell.index);
    return member && causes.examined > 0 ? [{ member, causes }] : [];
  });
}

interface FigureProps {
  readonly view: ShownProblemsView;
  readonly width: number;
}

export function FailureCausesFigure({ view, width }: FigureProps) {
  const rows = listMethodCauses(view);
  const namesBeside = width >= NARROW;
  const left = namesBeside ? NAMES : 2;
  const each = namesBeside ? ROW.beside : ROW.below;
  const groups = groupsOf(rows);
  const columns = Math.max(1, Math.floor(width / KEY.column));
  const top = Math.ceil(groups.length / columns) * KEY.row + PLOT_MARGINS.top / 2;
  const height = top + rows.length * each + PLOT_MARGINS.bottom;
  const most = Math.max(...rows.map(({ causes }) => causes.unsolved / causes.n));
  const x = makeLinearPlotScale(
    [0, 100 * most],
    [left, width - PLOT_MARGINS.right],
    groupedCountText,
  );
  return (
    <PlotFrame
      name="Why problems are not solved"
      words={causeFigureSentences(view)}
      {...{ width, height, left, top, x, y: null, across: '% of all problems', upward: '' }}
    >
      {groups.map((group, i) => (
        <g
          key={group.id}
          transform={`translate(${(i % columns) * KEY.column} ${Math.floor(i / columns) * KEY.row})`}
        >
          <FailureCauseSwatch id={group.id} />
          <text class="name" x={20} y={12}>
            {group.title}
          </text>
        </g>
      ))}
      {rows.map((row, i) => {
        const y = top + (i + 1) * each - BAR / 2 - 6;
        return <Bar key={row.member.cell} {...{ row, x, y, namesBeside }} />;
      })}
    </PlotFrame>
  );
}

function groupsOf(rows: readonly Row[]) {
  const all = rows.flatMap(({ causes }) => causes.groups.map(({ group }) => group));
  return [...new Set(all)].sort(
    (a, b) => FAILURE_CAUSE_GROUPS.indexOf(a) - FAILURE_CAUSE_GROUPS.indexOf(b),
  );
}

interface BarProps {
  readonly row: Row;
  readonly x: PlotScale;
  readonly y: number;
  readonly namesBeside: boolean;
}

function Bar({ row: { member, causes }, x, y, namesBeside }: BarProps) {
  const { slot, name } = member;
  const unit = (100 * causes.unsolved) / causes.n / causes.examined;
  const printed = formatFailureCauses(causes);
  let total = 0;
  return (
    <g>
      <MethodRowName
        {...{ slot, name }}
        y={namesBeside ? y : y - BAR / 2 - 10}
        shortened={namesBeside}
      />
      {printed.groups.map(({ groupCount: { group, count, joints }, text, joints: named }) => {
        const [from, to] = [x.toPixels(total * unit), x.toPixels((total + count) * unit)];
        const edges = jointEdges(joints).map((joint) => x.toPixels((total + joint) * unit));
        total += count;
        const listed = named.filter(({ units }) => units > 0);
        const label = `${getFailureCauseLetter(group.id)} ${text}`;
        return (
          <g key={group.id} class={figuresCss.cause} data-cause={group.id}>
            <rect x={from} width={Math.max(1, to - from - 1)} y={y - BAR / 2} height={BAR}>
              <title>
                {`${name}: ${group.title}, ${shareText(printed, text)}`}
                {listed.length > 0 &&
                  ` (${listed.map((one) => `${one.joint} ${one.text}`).join(', ')})`}
              </title>
            </rect>
            {edges.map((edge) => (
              <line key={edge} x1={edge} x2={edge} y1={y - BAR / 2} y2={y + BAR / 2} />
            ))}
            {to - from > LETTER * label.length + 4 ? (
              <text x={from + 4} y={y + 4}>
                {label}
              </text>
            ) : (
              to - from > 2 * LETTER && (
                <text x={from + 3} y={y + 4}>
                  {getFailureCauseLetter(group.id)}
                </text>
              )
            )}
          </g>
        );
      })}
    </g>
  );
}

function jointEdges(joints: CellFailureCauses['groups'][number]['joints']): number[] {
  let sum = 0;
  return joints.slice(0, -1).map(({ count }) => {
    sum += count;
    return sum;
  });
}

const shareText = ({ shares, causes }: PrintedFailureCauses, text: string): string =>
  shares ? `${text}\u202f% of all problems` : `${text} of ${causes.examined} examined`;

export const causeFigureSentences = ({ study, column }: ShownProblemsView): string =>
  countStudyFailureCauses(study, column)
    .map((each) => failureCausesSentence(study, each))
    .filter(Boolean)
    .join(' ');

export function FailureCausesText({ view }: { readonly view: ShownProblemsView }) {
  const { study } = view;
  const rows = listMethodCauses(view);
  const groups = groupsOf(rows);
  return (
    <>
      <ul class={`${css.causesSaid} small`}>
        {rows.map(({ causes }) => (
          <li key={causes.cell.index}>{failureCausesSentence(study, causes)}</li>
        ))}
      </ul>
      <p class="small">{failureCausesNote(study)}</p>
      <details>
        <summary>The causes as a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keys */}
        <section class={dataTableCss.dataScroll} aria-label="Causes by method" tabIndex={0}>
          <table class={dataTableCss.data}>
            <thead>
              <tr>
                <th scope="col">method</th>
                <th scope="col" class={dataTableCss.num}>
                  unsolved
                </th>
                <th scope="col" class={dataTableCss.num}>
                  examined
                </th>
                {groups.map(({ id, title }) => (
                  <th key={id} scope="col" class={dataTableCss.num}>
                    {title.toLowerCase()}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ member: { name, cell }, causes }) => (
                <tr key={cell}>
                  <th scope="row">{name}</th>
                  <td class={dataTableCss.num}>{groupedCountText(causes.unsolved)}</td>
                  <td class={dataTableCss.num}>{groupedCountText(causes.examined)}</td>
                  {groups.map(({ id }) => (
                    <td key={id} class={dataTableCss.num}>
                      {causes.groups.find(({ group }) => group.id === id)?.count ?? 0}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </>
  );
}
