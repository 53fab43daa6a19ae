import { compactDocument, prettyJson } from '@iklab/core/scenario';
import { packLogNumbers, type SavedLog } from '@iklab/logs';
import type { ExternalPosePanel } from '@iklab/run/session';
import type { Page } from '../../page.ts';
import { PlayedLog } from './playedLog.ts';

/**
 * Returns a scene's document with the log as text. `hasNumbers`: false if the log has only name and
 * hash.
 */
export async function sceneWithLog(
  { doc }: Page,
  externalPanel: ExternalPosePanel,
): Promise<{ readonly text: string; readonly hasNumbers: boolean }> {
  const document = compactDocument(doc.editor.scenario.peek(), doc.catalogue);
  const log = externalPanel instanceof PlayedLog ? await makeCard(externalPanel) : null;
  const text = `${prettyJson(log ? { ...document, log } : document)}\n`;
  return { text, hasNumbers: log?.numbers !== undefined };
}

async function makeCard({ read, choices, source }: PlayedLog): Promise<SavedLog> {
  const { log, hash } = read;
  const timeUnit = choices.timeUnit ?? source.carried?.timeUnit;
  const numbers = await packLogNumbers(log);
  return {
    name: log.name,
    hash,
    joints: log.joints.map(({ joint, column }) => ({ joint, column })),
    angles: log.readAs,
    ...(timeUnit && { timeUnit }),
    targets: choices.sceneGoals ? 'scene' : 'log',
    fitted: choices.fitted === true,
    ...(numbers && { numbers }),
  };
}
