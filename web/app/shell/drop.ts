/** Files that are dropped anywhere on the page, or chosen: a scene, a method, a study, its rows, a log, or those of a robot. */
import { threadActivity } from 'iklab/time';
import { onLabEvent } from '../browser/labScope.ts';
import { onChosen } from '../ui/chooseFile.ts';
import type { Compare } from './compare.ts';

export function onDroppedFiles(page: Compare): void {
  onDrop(page);
  onChosen(page, (files) => {
    page.viewState.openDialog.value = null;
    opened(page, files, files);
  });
}

function onDrop(page: Compare): void {
  const { scope } = page;
  const { root, eventTarget } = scope.services;
  onLabEvent(scope, 'dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    root.dataset.dropping = ''; // said by the style sheet
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
    // an item is gone once this event is over
    const dropped = [...items].map((item) => item.webkitGetAsEntry()).filter((each) => !!each);
    await opened(page, dropped.length > 0 ? dropped : [...files], [...files]);
  });
}

const opened: typeof openFiles = (...files) => threadActivity.during('file', openFiles(...files));

/** One document is a scene; all else may be a robot. */
export async function openFiles(
  page: Compare,
  dropped: readonly (FileSystemEntry | File)[],
  [file, ...more]: readonly File[],
): Promise<void> {
  page.doc.notice.value = null; // of what came before
  if (file && more.length === 0 && /\.ik$/i.test(file.name)) {
    const formulas = await page.doc.loadPart(import('../features/formula/droppedFormula.ts'));
    return formulas?.openFormulaFile(page, file);
  }
  if (file && more.length === 0 && (await isStudyFile(file))) {
    const studies = await page.doc.loadPart(import('../features/studies/studyFile.ts'));
    return studies?.openStudyFile(page, file);
  }
  if (file && more.length === 0 && /\.(csv|tsv|jsonl|ndjson|np[yz])$/i.test(file.name)) {
    const logs = await page.doc.loadPart(import('../features/logs/droppedLog.ts'));
    return logs?.openLogFile(page, file);
  }
  if (file && more.length === 0 && (await isScene(file))) {
    if (!(await namesLog(file))) return page.doc.openFile(file);
    const scenes = await page.doc.loadPart(import('../features/logs/sceneFile.ts'));
    return scenes?.openSceneFile(page, file);
  }
  const robots = await page.doc.loadPart(import('../features/robots/robotDrops.ts')); // not needed for the first picture
  await robots?.openRobot(page, dropped);
}

/** A study or its rows: by its name, or by what it begins with. */
const isStudyFile = async (file: File): Promise<boolean> =>
  /\.(iklab-study\.json|rows|parquet)$/i.test(file.name) ||
  /^(\s*\{\s*"(iklabStudy|manifest)"|iklab (rows|part) |PAR1|(#.*\n)*method,label,)/.test(
    await beginningOf(file),
  );

/** A folder has no text. */
const beginningOf = (file: File): Promise<string> =>
  file
    .slice(0, 256)
    .text()
    .catch(() => '');

/** The file of a scene may have a log beside it: then it is long. */
const namesLog = async (file: File): Promise<boolean> =>
  file.size < 2 ** 24 && (await file.text().catch(() => '')).includes('"log"');

/** By its name, or as JSON under any other, but for the models that are written in it. */
async function isScene(file: File): Promise<boolean> {
  if (/\.json$/i.test(file.name)) return true;
  return (await beginningOf(file)).trimStart().startsWith('{') && !/\.gltf$/i.test(file.name);
}
