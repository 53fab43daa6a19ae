/**
 * Opens dropped or chosen files: a scene, method, study, table of results, log, or the files of a
 * robot.
 */

import { threadActivity } from '@iklab/core/time';
import { isLikelyDhText, MAX_DH_BYTES } from '@iklab/robots/dh/likelyDhText';
import { onLabEvent } from '../browser/labScope.ts';
import { onFilesChosen } from '../ui/chooseFile.ts';
import type { ComparePage } from './comparePage.ts';

export function openDroppedFiles(page: ComparePage): void {
  onDrop(page);
  onFilesChosen(page, (files) => {
    page.viewState.openDialog.value = null;
    openCounted(page, files, files);
  });
}

function onDrop(page: ComparePage): void {
  const { scope } = page;
  const { root, eventTarget } = scope.services;
  onLabEvent(scope, 'dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    root.dataset.dropping = ''; // Read by the style sheets.
  });
  const away = (): void => {
    delete root.dataset.dropping;
  };
  onLabEvent(scope, 'dragleave', ({ relatedTarget: to }) => {
    if (to === null || (eventTarget instanceof Node && !eventTarget.contains(to as Node))) away();
  });
  onLabEvent(scope, 'drop', async (event) => {
    away();
    const { items = [], files = [] } = event.dataTransfer ?? {};
    if (files.length === 0) return;
    event.preventDefault();
    // Items are only accessible during this event.
    const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((each) => !!each);
    await openCounted(page, entries.length > 0 ? entries : [...files], [...files]);
  });
}

const openCounted: typeof openFiles = (...files) =>
  threadActivity.track('file', openFiles(...files));

/**
 * Opens files. A single file may be a method, study, log or scene; all other files may be a robot.
 */
export async function openFiles(
  page: ComparePage,
  entries: readonly (FileSystemEntry | File)[],
  [file, ...more]: readonly File[],
): Promise<void> {
  page.doc.notice.value = null; // Remove the notice of an earlier file.
  if (file && more.length === 0 && /\.ik$/i.test(file.name)) {
    const formulas = await page.doc.loadPart(import('../features/formula/openFormulaFile.ts'));
    return formulas?.openFormulaFile(page, file);
  }
  if (file && more.length === 0 && (await isStudyFile(file))) {
    const studies = await page.doc.loadPart(import('../features/studies/openStudyFile.ts'));
    return studies?.openStudyFile(page, file);
  }
  if (file && more.length === 0 && (await isLog(page, file))) {
    const logs = await page.doc.loadPart(import('../features/logs/openLogFile.ts'));
    return logs?.openLogFile(page, file);
  }
  if (file && more.length === 0 && (await isScene(file))) {
    if (!(await mentionsLog(file))) return page.doc.openFile(file);
    const scenes = await page.doc.loadPart(import('../features/logs/openSceneFile.ts'));
    return scenes?.openSceneFile(page, file);
  }
  // Not needed for the first picture.
  const robots = await page.doc.loadPart(import('../features/robots/openDroppedRobot.ts'));
  await robots?.openDroppedRobot(page, entries);
}

async function isLog(page: ComparePage, file: File): Promise<boolean> {
  if (/\.(jsonl|ndjson|np[yz])$/i.test(file.name)) return true;
  if (!/\.[ct]sv$/i.test(file.name)) return false;
  // The readers of robots are only loaded for a file that may hold a table.
  const isShort = file.size <= MAX_DH_BYTES;
  if (!isShort || !isLikelyDhText(await file.text().catch(() => ''))) return true;
  const robots = await page.doc.loadPart(import('../features/robots/openDroppedRobot.ts'));
  return !(await robots?.isDhTable(file));
}

const isStudyFile = async (file: File): Promise<boolean> =>
  /\.(iklab-study\.json|rows|parquet)$/i.test(file.name) ||
  /^(\s*\{\s*"(iklabStudy|manifest)"|iklab (rows|part) |PAR1|(#.*\n)*method,label,)/.test(
    await readBeginning(file),
  );

const readBeginning = (file: File): Promise<string> =>
  file
    .slice(0, 256)
    .text()
    .catch(() => '');

const mentionsLog = async (file: File): Promise<boolean> =>
  file.size < 2 ** 24 && (await file.text().catch(() => '')).includes('"log"');

/**
 * Returns whether a file is a scene: named .json, or JSON with another name, except names of robot
 * files. glTF robots are JSON too.
 */
async function isScene(file: File): Promise<boolean> {
  if (/\.json$/i.test(file.name)) return true;
  if (/\.(gltf|urdf|xacro|mjcf|xml|bvh)$/i.test(file.name)) return false;
  return (await readBeginning(file)).trimStart().startsWith('{');
}
