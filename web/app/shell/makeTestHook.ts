import { threadActivity, threadTime } from '@iklab/core/time';
import {
  advanceTime,
  resumeTime,
  stopTime,
  waitUntilThreadSettled,
} from '@iklab/core/time/timeControl';
import { options } from 'preact';
import type { EncodedRobotVisuals } from '../features/robots/drawRobotVisuals.ts';
import type { ComparePage } from './comparePage.ts';

// Effects run after rendering, so rendering counts as activity.
const { diffed } = options;
options.diffed = (vnode) => {
  threadActivity.touch();
  diffed?.(vnode);
};

/**
 * Makes the hook of `?test`. Time advances only with `step`, which computes frames and then draws
 * one picture.
 */
export const makeTestHook = (
  page: ComparePage,
  { loop, stage, doc: { session, editor, engine } } = page,
) => ({
  step: (count: number) => loop.step(count),
  measure: page.measure,
  /** Resolves once nothing that ends by itself is pending in the page. */
  settled: () => waitUntilThreadSettled(threadTime),
  get pending() {
    return threadActivity.pending;
  },
  holdTime: () => stopTime(threadTime),
  advance: (milliseconds: number) => advanceTime(threadTime, milliseconds),
  releaseTime: () => resumeTime(threadTime),
  get frame() {
    return session.value?.lab.frame;
  },
  addLooks: async (...looks: EncodedRobotVisuals) =>
    (await import('../features/robots/drawRobotVisuals.ts')).applyEncodedVisuals(page, ...looks),
  get dressed() {
    return stage.dressed;
  },
  get panels() {
    return session.value?.lab.instanceCount;
  },
  eye: (panel: number) => stage.projection.eye(panel),
  /** Returns the window positions of a panel's joint origins and effectors, in pixels. */
  windowPlaces: (panel: number) => stage.projection.windowPositions(panel),
  sight: (panel: number) => stage.sight(panel),
  showGhosts: (...ghosts: Parameters<typeof stage.showGhosts>) => stage.showGhosts(...ghosts),
  drawPosePicture: (...order: Parameters<typeof stage.drawPosePicture>) =>
    stage.drawPosePicture(...order),
  shade: (level: Parameters<typeof stage.setShadowLevel>[0]) => stage.setShadowLevel(level),
  get past() {
    return page.history;
  },
  /** Returns the positions of joints and effectors in the scene graph of Three.js. */
  drawnPoints: (panel: number) => [...stage.projection.points(panel)],
  /** Returns the positions of joints and effectors that the solver module computed. */
  solvedPoints: (panel: number) => [...(session.value?.lab.points(panel) ?? [])],
  get scenario() {
    return editor.scenario.peek();
  },
  get memory() {
    return { heap: engine.heapTop, ...stage.memoryUse };
  },
});
