import { hasStationaryTargets } from '@iklab/core/engine';
import { resolveScenario } from '@iklab/core/scenario';
import type { MotionFormat } from '@iklab/robots/motion/motionForms';
import { recordTrajectory } from '@iklab/run/history/records';
import { runInSlices } from '@iklab/run/session';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { downloadBlob, toFileName } from '../../ui/downloadBlob.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './shareDialog.module.css';

const FORMS: Readonly<Record<MotionFormat, { name: string; type: string }>> = {
  bvh: { name: 'BVH', type: 'text/plain' },
  glb: { name: 'Animated glTF', type: 'model/gltf-binary' },
  csv: { name: 'Trajectory CSV', type: 'text/csv' },
  yaml: { name: 'ROS trajectory', type: 'application/yaml' },
};

export function RunMotionExport({ page }: { page: Page }) {
  const { doc } = page;
  const scenario = doc.editor.scenario.value;
  const [chosen, choose] = useState(0);
  const [said, say] = useState<readonly string[]>([]);
  const stands = useRef(true);
  useEffect(
    () => () => {
      stands.current = false;
    },
    [],
  );
  // The panel of a log is not in the document.
  const panels = (doc.session.value?.instances ?? []).filter(({ externalPanel: given }) => !given);
  const index = chosen < panels.length ? chosen : 0;
  const panel = panels[index];
  if (!panel) return null;
  const ends = scenario.run.mode === 'converge' && hasStationaryTargets(resolveScenario(scenario));
  const updates = ends ? null : Math.max(1, panel.updates.value);
  const save = async (form: MotionFormat): Promise<void> => {
    say([]);
    try {
      const writer = await doc.loadPart(import('@iklab/robots/motion'));
      if (!writer) return;
      const run = recordTrajectory(scenario, index, updates, doc.engine);
      const trajectory = await runInSlices(run, () => stands.current);
      if (!trajectory) return;
      const source = page.robot.peek()?.source;
      const skeleton = source ? writer.findBvhText(source.folder, source.file) : null;
      const made = writer.writeMotionFile(form, resolveScenario(scenario), trajectory, skeleton);
      const file = new Blob([made.content as BlobPart], { type: FORMS[form].type });
      downloadBlob(file, `${toFileName(scenario.name)}-motion.${form}`);
      say(made.remarks);
    } catch (error) {
      say([`Not saved: ${error instanceof Error ? error.message : String(error)}`]);
    }
  };
  const isBvh = /\.bvh$/i.test(page.robot.value?.source.file ?? '');
  const lengths = scenario.unit === 'none' ? 'the lengths of the scene' : 'metres';
  return (
    <section class={css.numbers} aria-label="Motion">
      <h3>Motion</h3>
      <p class={css.carried}>
        The joint motion of one method, from the start of the current scene{' '}
        {ends ? 'until it stops, one pose per update' : `to update ${updates}, one pose per frame`}.
        BVH and glTF contain the skeleton without meshes, with y up
        {isBvh && '; the BVH has the joints and channels of the dropped file'}. CSV and ROS
        (JointTrajectory, YAML) use seconds, radians and {lengths}. On the command line:{' '}
        <code>
          iklab run <span class={css.option}>--motion</span>
        </code>
        .
      </p>
      <div class={css.ways}>
        {panels.length > 1 && (
          <ChoiceField
            name="Motion of"
            value={`${index}`}
            options={panels.map(({ label }, i) => [`${i}`, label.value] as const)}
            choose={(value) => choose(Number(value))}
          />
        )}
        {(Object.keys(FORMS) as MotionFormat[]).map((form) => (
          <button key={form} type="button" class="button" onClick={() => save(form)}>
            <Icon name="save" />
            {FORMS[form].name}
          </button>
        ))}
      </div>
      {said.map((line) => (
        <p key={line} role="status" class={css.carried}>
          {line}
        </p>
      ))}
    </section>
  );
}
