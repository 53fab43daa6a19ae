import type { InlineTree } from '@iklab/core/scenario';
import type { Remark, ScenarioTreeVisual } from '@iklab/robots';
import type { SkinnedFigure } from '@iklab/robots/rig/gltfFigure';
import type { DrawnPage } from '../../page.ts';

type LooksContext = Pick<DrawnPage, 'stage' | 'liveSession' | 'input' | 'playback' | 'loop'>;

/**
 * Draws a tree's links with the shapes of a robot's files, now and in later scenes with the tree.
 * `files`: returns a file's bytes by name, or null. Returns remarks on undrawn shapes.
 */
export async function drawRobotVisuals(
  page: LooksContext,
  tree: InlineTree,
  looks: readonly ScenarioTreeVisual[] | SkinnedFigure,
  files: (name: string) => Uint8Array | null,
): Promise<readonly Remark[]> {
  const remarks = await page.stage.addVisuals(tree, looks, files);
  reopenPanes(page);
  return remarks;
}

export function reopenPanes({ stage, liveSession, input, playback, loop }: LooksContext): void {
  if (!liveSession) return;
  input.clear();
  const cameraMoved = stage.projection.viewpoint() !== null;
  stage.open(liveSession.scene, liveSession.envelope, stage.elements, !cameraMoved);
  stage.measure();
  const { history, entry } = playback;
  if (history)
    stage.redrawTrails((panel, most) => history.recentPoses(panel, entry ?? history.last, most));
  loop.redraw();
}

/** Tree, shapes of the links, and bytes of the shapes' files in base64, by name. */
export type EncodedRobotVisuals = readonly [
  InlineTree,
  readonly ScenarioTreeVisual[],
  Readonly<Record<string, string>>,
];

export const applyEncodedVisuals = (
  page: LooksContext,
  ...[tree, looks, files]: EncodedRobotVisuals
) =>
  drawRobotVisuals(page, tree, looks, (name) => {
    const text = files[name];
    return text === undefined ? null : Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
  });
