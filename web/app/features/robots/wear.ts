/** The looks that came with a robot, in the picture. */
import type { Figure, Look, Remark } from '@iklab/robots';
import type { InlineTree } from 'iklab/scenario';
import type { DrawnPage } from '../../page.ts';

/** What is drawn again. */
type Within = Pick<DrawnPage, 'stage' | 'live' | 'grip' | 'playback' | 'loop'>;

/**
 * Links of a tree look as the files of its robot say, at once where it is the one that is shown, and
 * whenever a scene with it is opened again, as undo does. `files`: bytes by the names that the
 * description and its meshes use; null: there is no such file. Tells what was left out.
 */
export async function wear(
  page: Within,
  tree: InlineTree,
  looks: readonly Look[] | Figure,
  files: (name: string) => Uint8Array | null,
): Promise<readonly Remark[]> {
  const remarks = await page.stage.addLooks(tree, looks, files);
  redraw(page);
  return remarks;
}

/** The panes anew, at the moment that they show. */
function redraw({ stage, live, grip, playback, loop }: Within): void {
  if (!live) return;
  grip.empty();
  const turned = stage.projection.viewpoint() !== null;
  stage.open(live.scene, live.envelope, stage.elements, !turned);
  stage.measure();
  const { history, entry } = playback;
  if (history)
    stage.redrawTrails((panel, most) => history.recentPoses(panel, entry ?? history.last, most));
  loop.redraw();
}

/** A tree, its looks, and their files in base64. */
export type Coded = readonly [InlineTree, readonly Look[], Readonly<Record<string, string>>];

/** For tests of the page, which hand over text. */
export const wearCoded = (page: Within, ...[tree, looks, files]: Coded) =>
  wear(page, tree, looks, (name) => {
    const text = files[name];
    return text === undefined ? null : Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
  });
