import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { downloadBlob, toFileName } from '../../ui/downloadBlob.ts';
import { downloadSceneFile, formatSceneFile } from '../../ui/downloadSceneFile.ts';
import { Icon } from '../../ui/icon.tsx';
import { makeLazyComponent } from '../../ui/makeLazyComponent.tsx';
import { LogNotIncludedNotice } from './logNotIncludedNotice.tsx';
import { robotFilesText } from './robotFilesText.ts';
import css from './shareDialog.module.css';

const RunNumbers = makeLazyComponent(
  async () => (await import('./runNumbersExport.tsx')).RunNumbersExport,
);
const RunMotion = makeLazyComponent(
  async () => (await import('./runMotionExport.tsx')).RunMotionExport,
);
const GltfExport = makeLazyComponent(async () => (await import('./gltfExport.tsx')).GltfExport);
const MechanismUrdf = makeLazyComponent(
  async () => (await import('./mechanismUrdfExport.tsx')).MechanismUrdfExport,
);

export function FileTab({ page }: { page: Page }) {
  const scenario = page.doc.editor.scenario.value;
  const robot = page.robot.value;
  const [message, setMessage] = useState('');
  const [withFiles, setWithFiles] = useState(true);
  const [logged, takeLog] = useState(true);
  const played = page.doc.session.value?.instances.find(({ externalPanel }) => externalPanel);
  const logPanel = logged && !(robot && withFiles) ? played?.externalPanel : null;
  const saveText = async (): Promise<void> => {
    if (!logPanel) return downloadSceneFile(page);
    // Only needed with a log.
    const saved = await page.doc.loadPart(import('../logs/sceneWithLog.ts'));
    if (!saved) return;
    const { text, hasNumbers: carried } = await saved.sceneWithLog(page, logPanel);
    downloadSceneFile(page, text);
    setMessage(
      carried
        ? ''
        : 'The log exceeds 8 MB. The file stores its name and hash, and asks for it when opened.',
    );
  };
  const saveRobot = async (): Promise<void> => {
    if (!robot) return;
    const archive = await robot.packFiles(formatSceneFile(page));
    downloadBlob(
      new Blob([archive as BlobPart], { type: 'application/zip' }),
      `${toFileName(scenario.name)}.iklab.zip`,
    );
  };
  return (
    <>
      <p class={css.carried}>
        The scene file contains the same as the link, without a size limit. To open it, drop it on
        the page
        {logPanel ? (
          '.'
        ) : (
          <>
            , or use <code>iklab run</code> on the command line.
          </>
        )}
      </p>
      {played && !logPanel && (
        <LogNotIncludedNotice page={page} instead="send its file with the scene." />
      )}
      {played && !(robot && withFiles) && (
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
              <input
                type="checkbox"
                checked={withFiles}
                onChange={() => setWithFiles(!withFiles)}
              />
              <span>Include {robotFilesText(robot)}: a zip that can be dropped on the page</span>
            </label>
            <small>
              {withFiles && 'The command line accepts the scene.iklab.json inside. '}
              {robot.licence && `Licence, from the robot’s package: ${robot.licence}.`}
            </small>
          </li>
        </ul>
      )}
      <p class={css.ways}>
        <button
          type="button"
          class="button primary"
          onClick={() => (robot && withFiles ? saveRobot() : saveText())}
        >
          <Icon name="save" />
          Save scene
        </button>
      </p>
      {message && <p class="fault">{message}</p>}
      <RunNumbers page={page} />
      <RunMotion page={page} />
      <MechanismUrdf page={page} />
      <GltfExport page={page} />
    </>
  );
}
