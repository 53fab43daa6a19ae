/**
 * Restores the robot of an opened scene from files in this browser. Shows a notice if meshes are
 * missing.
 */

import { missingMeshesNotice } from '@iklab/core/format/words';
import type { InlineTree, Scenario } from '@iklab/core/scenario';
import { startLabEffect } from '../../browser/labScope.ts';
import { getRobotStore } from '../../browser/robotStore.ts';
import type { DrawnPage } from '../../page.ts';

export function restoreSceneRobots(page: DrawnPage): void {
  const { editor } = page.doc;
  let last: unknown = null;
  startLabEffect(page.scope, () => {
    const scenario = editor.scenario.value;
    const { tree } = scenario;
    if (tree === last) return;
    last = tree;
    if ('joints' in tree) restoreForScene(page, scenario, tree);
  });
}

async function restoreForScene(
  page: DrawnPage,
  scenario: Scenario,
  tree: InlineTree,
): Promise<void> {
  const { meshes } = scenario.view;
  await null; // A robot that was just dropped is set by then.
  if (page.robot.peek() || page.stage.hasVisuals(tree)) return;
  if (getRobotStore(page).hasRobots && (await restoreRobot(page, scenario, tree))) return;
  if (meshes > 0 && page.doc.editor.scenario.peek().tree === tree)
    reportMissingMeshes(page, meshes);
}

async function restoreRobot(
  page: DrawnPage,
  scenario: Scenario,
  tree: InlineTree,
): Promise<boolean> {
  const robots = await page.doc.loadPart(import('./openDroppedRobot.ts'));
  return robots?.restoreSavedRobot(page, scenario, tree) ?? false;
}

function reportMissingMeshes({ doc }: DrawnPage, meshes: number): void {
  const meshNotice = missingMeshesNotice(meshes);
  const current = doc.notice.peek();
  doc.notice.value = current
    ? { ...current, reasons: [...current.reasons, ...meshNotice.reasons] }
    : meshNotice;
}
