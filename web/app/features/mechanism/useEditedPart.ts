/** Shows an edited part of the mechanism in the panes while the part's editor is open. */

import { lengthUnitName, toSubscript } from '@iklab/core/format';
import { type InlineTree, resolveScenario } from '@iklab/core/scenario';
import { computeDhRowFrames, type EditableDhTable, formatDhCell } from '@iklab/robots/dh';
import type { EditedJoint, EditedRobotPart } from '@iklab/scene/gestures';
import { useLayoutEffect } from 'preact/hooks';
import type { Page } from '../../page.ts';

const DIGITS = 5; // As in a cell without the focus.

export function useDhRowDisplay(page: Page, table: EditableDhTable, row: number): void {
  const { unit } = page.doc.editor.scenario.value;
  const part = (tree: InlineTree): EditedRobotPart => {
    const lengthText = (cell: 'a' | 'd'): string => {
      const tableRow = table.rows[row];
      const length = tableRow ? formatDhCell(tableRow, cell, 'degrees', DIGITS) : '';
      return `${cell}${toSubscript(row + 1)} ${length} ${unit === 'none' ? '' : lengthUnitName(unit)}`.trim();
    };
    const lengthsText = [lengthText('a'), lengthText('d')] as const;
    return { tree, rows: computeDhRowFrames(table, tree), row, lengthsText };
  };
  useInScene(page, part, [table.convention, row]);
}

/**
 * Shows a joint in the panes while the joint's form is open; '' for none. `move`: moves the joint's
 * origin; returns false if rejected.
 */
export function useEditedJointDisplay(page: Page, joint: string, move: EditedJoint['move']): void {
  const part = (tree: InlineTree): EditedRobotPart | null =>
    tree.joints.some(({ id }) => id === joint) ? { tree, joint, move } : null;
  useInScene(page, part, [joint]);
}

function useInScene(
  page: Page,
  part: (tree: InlineTree) => EditedRobotPart | null,
  dependencies: unknown[],
) {
  const { editedPart } = page;
  const scenario = page.doc.editor.scenario.value;
  useLayoutEffect(() => {
    editedPart.value = part(resolveScenario(scenario).tree);
  }, [scenario, ...dependencies]);
  useLayoutEffect(
    () => () => {
      editedPart.value = null;
    },
    [],
  );
}
