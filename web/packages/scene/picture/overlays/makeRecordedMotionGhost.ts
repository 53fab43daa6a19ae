/** Draws a pose of a recorded motion in grey, behind the current pose. */
import { GROUND_LAYER } from '../ground/groundLayer.ts';
import type { SceneResources } from '../sceneResources.ts';
import type { PaneOverlay } from './paneOverlay.ts';
import { PoseLines } from './poseLines.ts';

const WIDTH = 1.5; // Relative to the radius of the thickest limb.

/**
 * `pose` returns the joint values to draw for the current joint values. It is called before every
 * frame.
 */
export function makeRecordedMotionGhost(
  resources: SceneResources,
  pose: (angles: Float64Array) => ArrayLike<number>,
): PaneOverlay {
  const ghost = new PoseLines(resources.shape, resources.centreLine, 1, WIDTH);
  ghost.lines.layers.set(GROUND_LAYER);
  return {
    lines: [ghost.lines],
    update: (_, angles) => {
      ghost.setPose(0, pose(angles));
      ghost.show(1);
    },
    paint: ({ ghost: color, dark }) => ghost.paint([color], dark ? 0.8 : 0.9),
    dispose: () => ghost.dispose(),
  };
}
