import { type CarriedCard, packedNumbers } from '@iklab/logs';
import type { GivenPanel } from 'iklab/run';
import { compactDocument, prettyJson } from 'iklab/scenario';
import type { Page } from '../../page.ts';
import { PlayedLog } from './playedLog.ts';

/** The file's text. `whole`: the log's numbers are in it, not only its name and hash. */
export async function sceneWithLog(
  { doc }: Page,
  given: GivenPanel,
): Promise<{ readonly text: string; readonly whole: boolean }> {
  const document = compactDocument(doc.editor.scenario.peek(), doc.catalogue);
  const log = given instanceof PlayedLog ? await cardOf(given) : null;
  const text = `${prettyJson(log ? { ...document, log } : document)}\n`;
  return { text, whole: log?.numbers !== undefined };
}

async function cardOf({ read, choices, source }: PlayedLog): Promise<CarriedCard> {
  const { log, hash } = read;
  const timeUnit = choices.timeUnit ?? source.carried?.timeUnit;
  const numbers = await packedNumbers(log);
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
