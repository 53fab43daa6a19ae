import { bytesText } from '@iklab/core/format';
import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { downloadBlob, toFileName } from '../../ui/downloadBlob.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './shareDialog.module.css';
import { shownPoses } from './shownPoses.ts';

export function GltfExport({ page }: { page: Page }) {
  const [panel, choose] = useState(0);
  const [status, setStatus] = useState('');
  const poses = shownPoses(page);
  const pose = poses[panel] ?? poses[0];
  const parts = page.drawnParts(pose === poses[panel] ? panel : 0);
  if (!pose || !parts) return null;
  const licence = page.robot.value?.licence;
  const save = async (): Promise<void> => {
    setStatus('');
    try {
      const { robotGlb } = await import('@iklab/scene/robotGlb');
      const file = new Blob([await robotGlb(parts, pose.values)], { type: 'model/gltf-binary' });
      downloadBlob(file, `${toFileName(page.doc.editor.scenario.peek().name)}.glb`);
      setStatus(`${bytesText(file.size)}.`);
    } catch (error) {
      setStatus(`Not saved: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return (
    <section class={css.numbers}>
      <h3>Robot as drawn</h3>
      <p class={css.carried}>
        Binary glTF: each joint and effector is a named node with its type, axis and limits. Metres,
        y up.{licence && ` Licence of its meshes, from the robot’s package: ${licence}.`}
      </p>
      <div class={css.ways}>
        {poses.length > 1 && (
          <ChoiceField
            name="Pose of"
            value={`${panel}`}
            options={poses.map(({ label }, i) => [`${i}`, label] as const)}
            choose={(value) => choose(Number(value))}
          />
        )}
        <button type="button" class="button" onClick={save}>
          <Icon name="save" />
          glTF
        </button>
      </div>
      {status && (
        <p role="status" class={css.carried}>
          {status}
        </p>
      )}
    </section>
  );
}
