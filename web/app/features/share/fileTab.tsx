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
const RunMotion = lazyPart(async () => (await import('./runMotion.tsx')).RunMotion);
const DrawnGltf = lazyPart(async () => (await import('./drawnGltf.tsx')).DrawnGltf);
const MechanismUrdf = lazyPart(async () => (await import('./mechanismUrdf.tsx')).MechanismUrdf);

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
    // Only needed with a log.
    const saved = await page.doc.loadPart(import('../logs/savedLog.ts'));
    if (!saved) return;
    const { text, whole: carried } = await saved.sceneWithLog(page, given);
    saveScene(page, text);
    say(
      carried
        ? ''
        : 'The log exceeds 8 MB. The file stores its name and hash, and asks for it when opened.',
    );
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
        The scene file contains the same as the link, without a size limit. To open it, drop it on
        the page
        {given ? (
          '.'
        ) : (
          <>
            , or use <code>iklab run</code> on the command line.
          </>
        )}
      </p>
      {played && !given && <WithoutLog page={page} instead="send its file with the scene." />}
      {played && !(robot && whole) && (
        <ul class={css.carries} aria-label="Log">
          <li>
            <label>
              <input type="checkbox" checked={logged} onChange={() => takeLog(!logged)} />
              <span>Include the log {played.label.value} (poses as 32-bit numbers)</span>
            </label>
            {logged && <small>The command line does not accept a scene with a log.</small>}
          </li>
        </ul>
      )}
      {robot && (
        <ul class={css.carries} aria-label="Robot files">
          <li>
            <label>
              <input type="checkbox" checked={whole} onChange={() => take(!whole)} />
              <span>Include {robotText(robot)}: a zip that can be dropped on the page</span>
            </label>
            <small>
              {whole && 'The command line accepts the scene.iklab.json inside. '}
              {robot.licence && `Licence, from the robot’s package: ${robot.licence}.`}
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
          Save scene
        </button>
      </p>
      {said && <p class="fault">{said}</p>}
      <RunNumbers page={page} />
      <RunMotion page={page} />
      <MechanismUrdf page={page} />
      <DrawnGltf page={page} />
    </>
  );
}
