import { unreadableNotice } from '@iklab/core/format/words';
import { prettyJson, resolveScenario } from '@iklab/core/scenario';
import { MAX_DOCUMENT_BYTES, quoteFileName } from '@iklab/core/scenario/checks';
import { MAX_SCENE_FILE_BYTES, parseSavedLog, splitSceneFile } from '@iklab/logs';
import type { Page } from '../../page.ts';
import { openSavedSceneLog } from './openLogFile.ts';

/** Opens a scene file and plays the log in the file's key `log`. */
export async function openSceneFile(page: Page, file: File): Promise<void> {
  const { doc } = page;
  const text = file.size > MAX_SCENE_FILE_BYTES ? null : await file.text().catch(() => null);
  if (text === null) return doc.openFile(file);
  const name = quoteFileName(file.name);
  const read = splitSceneFile(text);
  if (!read.ok && file.size > MAX_DOCUMENT_BYTES)
    return doc.refuseFile(
      unreadableNotice(`${name} cannot be read`, read.faults, text.slice(0, 10_000)),
    );
  if (!read.ok || read.value.log === undefined) return doc.openFile(file);
  const { log, scene } = read.value;
  const before = doc.session.peek();
  await doc.openFile(new File([prettyJson(scene)], file.name));
  if (doc.session.peek() === before) return;
  const card = parseSavedLog(log, resolveScenario(doc.editor.scenario.peek()).tree);
  if (card.ok) return openSavedSceneLog(page, card.value);
  doc.refuseFile(unreadableNotice(`The log in ${name} cannot be played`, card.faults, ''));
}
