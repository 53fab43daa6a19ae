import type { InlineTree } from '@iklab/core/scenario';
import type { Remark, TreeVisual } from '@iklab/robots';
import type { SkinnedFigure } from '@iklab/robots/rig/gltfFigure';
import type { DrawnPage } from '../../page.ts';

type LooksContext = Pick<DrawnPage, 'stage' | 'liveSession' | 'input' | 'playback' | 'loop'>;

/**
 * Draws the links of a tree as the robot's files describe, now if the tree is shown and whenever a
 * scene with it is opened again, as undo does. `files`: bytes by the names that the description and
 * its meshes use; null if there is no such file. Returns remarks about what was left out.
 */
export async function applyLooks(
  page: LooksContext,
  tree: InlineTree,
  looks: readonly TreeVisual[] | SkinnedFigure,
  files: (name: string) => Uint8Array | null,
): Promise<readonly Remark[]> {
  const remarks = await page.stage.addVisuals(tree, looks, files);
  reopenPanes(page);
  return remarks;
}

/** Opens the panes again at the moment that they show, so that they draw changed shapes. */
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

/** A tree, its visuals, and the bytes of their files by name, in base64. */
export type EncodedRobotVisuals = readonly [
  InlineTree,
  readonly TreeVisual[],
  Readonly<Record<string, string>>,
];

/** Applies the looks of a tree from files given as text, for tests of the page. */
export const applyEncodedVisuals = (
  page: LooksContext,
  ...[tree, looks, files]: EncodedRobotVisuals
) =>
  applyLooks(page, tree, looks, (name) => {
    const text = files[name];
    return text === undefined ? null : Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
  });
