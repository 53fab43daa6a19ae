import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { download, savedName } from '../../ui/saveFile.ts';
import { saveScene, sceneText } from '../../ui/saveScene.ts';
import { robotText } from './robotText.ts';
import css from './shareDialog.module.css';
import { WithoutLog } from './withoutLog.tsx';

const RunNumbers = lazyPart(async () => (await import('./runNumbers.tsx')).RunNumbers);
const DrawnGltf = lazyPart(async () => (await import('./drawnGltf.tsx')).DrawnGltf);
const MechanismUrdf = lazyPart(async () => (await import('./mechanismUrdf.tsx')).MechanismUrdf);

/** The scene, its numbers and its mechanism as files. */
export function FileTab({ page }: { page: Page }) {
  const scenario = page.doc.editor.scenario.value;
  const robot = page.robot.value;
  const [said, say] = useState('');
  const [whole, take] = useState(true);
  const [logged, takeLog] = useState(true);
  const played = page.doc.session.value?.instances.find(({ given }) => given);
  const given = logged && !(robot && whole) ? played?.given : null;
  const saveText = async (): Promise<void> => {
    if (!given) return saveScene(page);
    // not needed for a scene alone
    const saved = await page.doc.loadPart(import('../logs/savedLog.ts'));
    if (!saved) return;
    const { text, whole: carried } = await saved.sceneWithLog(page, given);
    saveScene(page, text);
    say(carried ? '' : 'The log is over 8 MB: the file has its name and hash, and asks for it.');
  };
  const saveRobot = async (): Promise<void> => {
    if (!robot) return;
    const archive = await robot.packFiles(sceneText(page));
    download(
      new Blob([archive as BlobPart], { type: 'application/zip' }),
      `${savedName(scenario.name)}.iklab.zip`,
    );
  };
  return (
    <>
      <p class={css.carried}>
        The scene as a file holds what the link carries, at any size. Open it here by dropping it on
        the page
        {given ? (
          '.'
        ) : (
          <>
            , or with <code>iklab run</code> on the command line.
          </>
        )}
      </p>
      {played && !given && <WithoutLog page={page} instead="send its file along." />}
      {played && !(robot && whole) && (
        <ul class={css.carries} aria-label="With the log">
          <li>
            <label>
              <input type="checkbox" checked={logged} onChange={() => takeLog(!logged)} />
              <span>With the log {played.label.value}, its poses as numbers of 32 bits</span>
            </label>
            {logged && <small>The command line does not take a scene with a log.</small>}
          </li>
        </ul>
      )}
      {robot && (
        <ul class={css.carries} aria-label="With the scene">
          <li>
            <label>
              <input type="checkbox" checked={whole} onChange={() => take(!whole)} />
              <span>With {robotText(robot)}: a zip, dropped on the page as any other</span>
            </label>
            <small>
              {whole && 'The command line takes the scene.iklab.json in it. '}
              {robot.licence && `The package of the robot says: ${robot.licence}.`}
            </small>
          </li>
        </ul>
      )}
      <p class={css.ways}>
        <button
          type="button"
          class="button primary"
          onClick={() => (robot && whole ? saveRobot() : saveText())}
        >
          <Icon name="save" />
          Save the scene
        </button>
      </p>
      {said && <p class="fault">{said}</p>}
      <RunNumbers page={page} />
      <MechanismUrdf page={page} />
      <DrawnGltf page={page} />
    </>
  );
}
