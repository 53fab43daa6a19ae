/**
 * Restores a robot whose files are stored in this browser together with its scene; shows a notice
 * if they are missing.
 */

import { missingMeshesNotice } from 'iklab/format';
import type { InlineTree, Scenario } from 'iklab/scenario';
import { labEffect } from '../../browser/labScope.ts';
import { robotStore } from '../../browser/robotStore.ts';
import type { DrawnPage } from '../../page.ts';

export function restoreRobots(page: DrawnPage): void {
  const { editor } = page.doc;
  let last: unknown = null;
  labEffect(page.scope, () => {
    const scenario = editor.scenario.value;
    const { tree } = scenario;
    if (tree === last) return;
    last = tree;
    if ('joints' in tree) arrive(page, scenario, tree);
  });
}

async function arrive(page: DrawnPage, scenario: Scenario, tree: InlineTree): Promise<void> {
  const { meshes } = scenario.view;
  await null; // A robot that was just dropped is set by then.
  if (page.robot.peek() || page.stage.hasLooks(tree)) return;
  if (robotStore(page).any && (await restoreRobot(page, scenario, tree))) return;
  if (meshes > 0 && page.doc.editor.scenario.peek().tree === tree) bare(page, meshes);
}

async function restoreRobot(
  page: DrawnPage,
  scenario: Scenario,
  tree: InlineTree,
): Promise<boolean> {
  const robots = await page.doc.loadPart(import('./robotDrops.ts'));
  return robots?.restoreRobot(page, scenario, tree) ?? false;
}

function bare({ doc }: DrawnPage, meshes: number): void {
  const own = missingMeshesNotice(meshes);
  const now = doc.notice.peek();
  doc.notice.value = now ? { ...now, reasons: [...now.reasons, ...own.reasons] } : own;
}
