import { resolveScenario } from '@iklab/core/scenario';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { writeUrdf } from '@iklab/robots';
import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { downloadBlob, toFileName } from '../../ui/downloadBlob.ts';
import { Icon } from '../../ui/icon.tsx';
import { posesXmlComment } from './posesXmlComment.ts';
import css from './shareDialog.module.css';
import { shownPoses } from './shownPoses.ts';

export function MechanismUrdfExport({ page }: { page: Page }) {
  const [remarks, setRemarks] = useState<readonly string[]>([]);
  const save = (): void => {
    const scenario = page.doc.editor.scenario.peek();
    const { tree } = resolveScenario(scenario);
    const { text, remarks } = writeUrdf(tree, scenario.name);
    const names = tree.joints.filter(isIndependentJoint).map(({ id }) => id);
    const comment = posesXmlComment(names, shownPoses(page));
    const file = new Blob([text, comment], { type: 'application/xml' });
    downloadBlob(file, `${toFileName(scenario.name)}.urdf`);
    setRemarks(remarks);
  };
  return (
    <section class={css.numbers}>
      <h3>Mechanism</h3>
      <p class={css.carried}>
        Joints, limits and frames as URDF without meshes, as printed by <code>iklab urdf FILE</code>
        . Each method’s current pose is appended as a comment.
      </p>
      <p class={css.ways}>
        <button type="button" class="button" onClick={save}>
          <Icon name="save" />
          URDF
        </button>
      </p>
      {remarks.map((remark) => (
        <p key={remark} class={css.carried}>
          {remark}
        </p>
      ))}
    </section>
  );
}
