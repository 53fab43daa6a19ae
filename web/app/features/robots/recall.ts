/** A robot whose files this browser keeps comes back with its scene; where they are not here, the page says so. */

import { missingMeshesNotice } from 'iklab/format';
import type { InlineTree, Scenario } from 'iklab/scenario';
import { labEffect } from '../../browser/labScope.ts';
import { robotStore } from '../../browser/robotStore.ts';
import type { DrawnPage } from '../../page.ts';

export function onTrees(page: DrawnPage): void {
  const { editor } = page.desk;
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
  await null; // its robot, if it has just been dropped, is told of by now
  if (page.robot.peek() || page.stage.hasLooks(tree)) return;
  if (robotStore(page).any && (await recall(page, scenario, tree))) return;
  if (meshes > 0 && page.desk.editor.scenario.peek().tree === tree) bare(page, meshes);
}

async function recall(page: DrawnPage, scenario: Scenario, tree: InlineTree): Promise<boolean> {
  const robots = await page.desk.part(import('./robotDrops.ts'));
  return robots?.recall(page, scenario, tree) ?? false;
}

/** Beside what is said already. */
function bare({ desk }: DrawnPage, meshes: number): void {
  const own = missingMeshesNotice(meshes);
  const now = desk.notice.peek();
  desk.notice.value = now ? { ...now, reasons: [...now.reasons, ...own.reasons] } : own;
}
