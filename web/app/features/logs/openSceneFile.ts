import { unreadableNotice } from '@iklab/core/format/words';
import { prettyJson, resolve } from '@iklab/core/scenario';
import { fileName, MAX_BYTES } from '@iklab/core/scenario/checks';
import { MAX_SCENE_FILE, parseSavedLog, splitSceneFile } from '@iklab/logs';
import type { Page } from '../../page.ts';
import { openCarriedLog } from './openLogFile.ts';

/** Opens a scene's file and plays the log that the file has in its key `log`. */
export async function openSceneFile(page: Page, file: File): Promise<void> {
  const { doc } = page;
  const text = file.size > MAX_SCENE_FILE ? null : await file.text().catch(() => null);
  if (text === null) return doc.openFile(file);
  const name = fileName(file.name);
  const read = splitSceneFile(text);
  if (!read.ok && file.size > MAX_BYTES)
    return doc.refuseFile(
      unreadableNotice(`${name} cannot be read`, read.faults, text.slice(0, 10_000)),
    );
  if (!read.ok || read.value.log === undefined) return doc.openFile(file);
  const { log, scene } = read.value;
  const before = doc.session.peek();
  await doc.openFile(new File([prettyJson(scene)], file.name));
  if (doc.session.peek() === before) return;
  const card = parseSavedLog(log, resolve(doc.editor.scenario.peek()).tree);
  if (card.ok) return openCarriedLog(page, card.value);
  doc.refuseFile(unreadableNotice(`The log in ${name} cannot be played`, card.faults, ''));
}
