import { EngineError, openSolutionFinder, type PoseCertificate } from '@iklab/core/engine';
import type { Session } from '@iklab/run/session';
import type { OpenDocument } from '../../page.ts';

/**
 * Proves that an exact solution lies near a panel's pose. Null without a proof or without the full
 * module.
 */
export async function certifyPanelPose(
  { engine }: Pick<OpenDocument, 'engine'>,
  { scene, lab }: Session,
  panel: number,
): Promise<PoseCertificate | null> {
  const [pose, goals] = [[...lab.angles(panel)], [...lab.goals()]];
  try {
    await engine.loadFullModule();
    const finder = openSolutionFinder(engine, scene);
    try {
      finder.setStart(pose);
      finder.setGoals(goals);
      return finder.certify();
    } finally {
      finder.delete();
    }
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
}
