import { threadActivity, threadTime } from 'iklab/time';
import { advance, hold, release, settled } from 'iklab/time/timeControl';
import { options } from 'preact';
import type { CodedLooks } from '../features/robots/applyLooks.ts';
import type { Compare } from './compare.ts';

// effects run after rendering, so rendering counts as activity
const { diffed } = options;
options.diffed = (vnode) => {
  threadActivity.touch();
  diffed?.(vnode);
};

/** Under `?test` time passes by `step` alone: so many frames at once, then one picture. */
export const pageHook = (
  page: Compare,
  { loop, stage, doc: { session, editor, engine } } = page,
) => ({
  step: (count: number) => loop.step(count),
  measure: page.measure,
  /** Resolves once nothing that ends by itself is pending in the page. */
  settled: () => settled(threadTime),
  /** The operations that `settled` waits for. */
  get pending() {
    return threadActivity.pending;
  },
  /** Stops the time, which then passes only with `advance`. */
  holdTime: () => hold(threadTime),
  advance: (milliseconds: number) => advance(threadTime, milliseconds),
  releaseTime: () => release(threadTime),
  get frame() {
    return session.value?.lab.frame;
  },
  /** Looks of a tree. */
  addLooks: async (...looks: CodedLooks) =>
    (await import('../features/robots/applyLooks.ts')).applyCodedLooks(page, ...looks),
  /** The robot is drawn in the meshes that came with it. */
  get dressed() {
    return stage.dressed;
  },
  get panels() {
    return session.value?.lab.instanceCount;
  },
  /** Where a pane is seen from. */
  eye: (panel: number) => stage.projection.eye(panel),
  /** Where its points are in the window. */
  windowPlaces: (panel: number) => stage.projection.windowPlaces(panel),
  /** What is drawn there, part by part, as Three.js has it. */
  sight: (panel: number) => stage.sight(panel),
  /** What is left of the shadows, from the next picture on. */
  shade: (level: Parameters<typeof stage.shade>[0]) => stage.shade(level),
  get past() {
    return page.history;
  },
  /** Joint origins and effectors by Three.js's scene graph, */
  drawnPoints: (panel: number) => [...stage.projection.points(panel)],
  /** and by the module. */
  solvedPoints: (panel: number) => [...(session.value?.lab.points(panel) ?? [])],
  /** The document at work. */
  get scenario() {
    return editor.scenario.peek();
  },
  /** What must not grow: the module's heap, what the renderer keeps. */
  get memory() {
    return { heap: engine.heapTop, ...stage.memoryUse };
  },
});
