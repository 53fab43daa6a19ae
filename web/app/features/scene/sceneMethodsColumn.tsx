import { findMechanismPreset } from '@iklab/core/document/edits';
import { countWord, makeErrorRuler, positionErrorBound } from '@iklab/core/format';
import { LIMIT_POLICY_TEXTS } from '@iklab/core/format/words';
import { resolveScenario, type Scenario } from '@iklab/core/scenario';
import { MAX_METHODS } from '@iklab/core/scenario/checks';
import { mechanismPresets } from '@iklab/core/scenario/presets';
import { hasJointLimits, isIndependentJoint } from '@iklab/core/scenario/robot';
import {
  IMPORT_REPORT_PANEL,
  JOINT_JOG_PANEL,
  MECHANISM_EDITOR_PANEL,
  type Session,
} from '@iklab/run/session';
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { memoizePerLab } from '../../browser/labScope.ts';
import { readSavedValue, writeSavedValue } from '../../browser/savedValues.ts';
import type { Page } from '../../page.ts';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { Icon } from '../../ui/icon.tsx';
import { makeLazyComponent } from '../../ui/makeLazyComponent.tsx';
import { BenchmarkLink } from '../../ui/pageModeNavigation.tsx';
import { ErrorRulerAxis } from '../../ui/ruler.tsx';
import { useUniqueId } from '../../ui/useUniqueId.ts';
import css from './left.module.css';
import cardCss from './methodPanelCard.module.css';
import { MethodPanelCard } from './methodPanelCard.tsx';

const StartPose = makeLazyComponent(
  async () => (await import('./motionParts.ts')).StartPoseSection,
);
const TargetList = makeLazyComponent(async () => (await import('./motionParts.ts')).TargetList);
const Legend = makeLazyComponent(async () => (await import('./motionParts.ts')).SceneLegend);
const PaceForm = makeLazyComponent(async () => (await import('./motionParts.ts')).RunSettingsForm);

export function SceneMethodsColumn({ page, session }: { page: Page; session: Session }) {
  return (
    <aside class="column" aria-label="Scene and methods">
      <Scene page={page} />
      <Methods page={page} session={session} />
      <section class={`${css.group} pace`} aria-label="Updates">
        <PaceForm page={page} />
      </section>
      <About page={page} session={session} />
    </aside>
  );
}

const mechanisms = mechanismPresets.map(({ id, mechanism = id }) => [id, mechanism] as const);
const mechanismIds = mechanismPresets.map(({ id }) => id);

function Scene({ page }: { page: Page }) {
  const parts = useUniqueId();
  const unfolded = sceneUnfolded(page);
  const open = unfolded.value;
  const fold = (): void => {
    unfolded.value = !open;
    writeSavedValue(page.scope.services, KEY, !open);
  };
  return (
    <section
      class={open ? `${css.group} scene` : `${css.group} scene ${css.folded}`}
      aria-label="Scene"
    >
      <h2>
        <button
          type="button"
          class={css.fold}
          aria-expanded={open}
          aria-controls={parts}
          title={open ? 'Collapse the scene' : 'Show mechanism, limits and targets'}
          onClick={fold}
        >
          <SceneLine page={page} />
          <Icon name="down" size={14} />
        </button>
        <span class="line">
          <SceneLine page={page} />
        </span>
      </h2>
      <EditButtons page={page} />
      <SceneParts page={page} id={parts} />
    </section>
  );
}

const SceneLine = ({ page }: { page: Page }) => (
  <>
    <b>{mechanismName(page)}</b> <span>{countsText(page)}</span>
  </>
);

const KEY = 'iklab.scene-unfolded';
const sceneUnfolded = memoizePerLab(({ scope }) =>
  signal(readSavedValue(scope.services, KEY) === true),
);

function mechanismName({ doc }: Page): string {
  const scenario = doc.editor.scenario.value;
  const presetId = findMechanismPreset(scenario, mechanismIds);
  return mechanisms.find(([id]) => id === presetId)?.[1] ?? (scenario.name || 'custom');
}

function countsText({ doc }: Page): string {
  const scenario = doc.editor.scenario.value;
  const joints = resolveScenario(scenario).tree.joints.filter(isIndependentJoint).length;
  const { targets } = scenario;
  const noun = targets.every(({ orientation }) => orientation) ? 'pose' : 'target';
  const counted = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`;
  return `${counted(joints, 'joint')}, ${counted(targets.length, noun)}`;
}

function EditButtons({ page }: { page: Page }) {
  const { inspected } = page.viewState;
  const buttons = [
    ['Joints', JOINT_JOG_PANEL, 'Move the joints, copy and paste q'],
    [
      'Edit',
      MECHANISM_EDITOR_PANEL,
      'Edit the mechanism: Denavit-Hartenberg table, joint by joint',
    ],
    ...(page.robot.value ? [['Report', IMPORT_REPORT_PANEL, 'Import report'] as const] : []),
  ] as const;
  return (
    <p class={css.sceneWays}>
      {buttons.map(([name, slot, title]) => (
        <button
          key={name}
          type="button"
          class="plain"
          aria-pressed={inspected.value === slot}
          title={title}
          onClick={() => page.viewState.inspect(slot)}
        >
          {name}
        </button>
      ))}
    </p>
  );
}

function SceneParts({ page, id }: { page: Page; id: string }) {
  const scenario = page.doc.editor.scenario.value;
  const presetId = findMechanismPreset(scenario, mechanismIds);
  const custom = presetId === null ? [['', scenario.name || 'custom'] as const] : [];
  const limited = resolveScenario(scenario).tree.joints.some(hasJointLimits);
  const [fault, setFault] = useState('');
  const limit = (policy: Scenario['limitPolicy']): void => {
    const [first] = page.doc.edit('Joint limits', (draft) => {
      draft.limitPolicy = policy;
    });
    setFault(first ? `${first.path}: ${first.reason}` : '');
  };
  return (
    <div class={css.sceneParts} id={id}>
      {scenario.note && <Note text={scenario.note} />}
      <ChoiceField
        name="Mechanism"
        term="mechanism"
        value={presetId ?? ''}
        options={[...custom, ...mechanisms]}
        choose={(id) => page.doc.loadMechanism(id)}
      />
      <ChoiceField
        name="Joint limits"
        term="joint-limits"
        value={scenario.limitPolicy}
        options={LIMIT_POLICY_TEXTS}
        choose={limit}
        key={fault}
      />
      {scenario.limitPolicy !== 'ignore' && !limited && (
        <p class="remark">No joint has limits, so this has no effect.</p>
      )}
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <div class={css.sceneLater}>
        <StartPose page={page} />
        <TargetList page={page} />
      </div>
    </div>
  );
}

function Note({ text }: { text: string }) {
  const [expanded, setExpanded] = useState(false);
  return (
    <button
      type="button"
      class={`${css.sceneNote} small`}
      title={expanded ? undefined : text}
      aria-expanded={expanded}
      onClick={() => setExpanded(!expanded)}
    >
      <span>{text}</span>
    </button>
  );
}

function Methods({ page, session }: { page: Page; session: Session }) {
  const scale = makeErrorRuler(
    Math.max(...session.instances.map((panel) => panel.startError.value)),
  );
  const scenario = page.doc.editor.scenario.value;
  const tolerance = positionErrorBound(scenario);
  const errorText = [
    scenario.targets.length > 1 ? 'total error' : 'error',
    ...(scenario.targets.some(({ free }) => free) ? ['of the constrained axes'] : []),
  ].join(' ');
  const { instances } = session;
  return (
    <section class={`${css.group} ${css.entries}`}>
      <h2>
        Methods<span class="hint">{errorText}, smaller to the left</span>
        <BenchmarkHint page={page} />
      </h2>
      <ul class={cardCss.cards}>
        {instances.map((panel, index) => (
          <MethodPanelCard
            key={panel.slot}
            page={page}
            panel={panel}
            index={index}
            count={instances.length}
            ruler={scale}
            tolerance={tolerance}
          />
        ))}
      </ul>
      <ErrorRulerAxis ruler={scale} unit={session.scene.scenario.unit} />
      <p class="add-row">
        <button
          type="button"
          class="add"
          aria-haspopup="dialog"
          onClick={() => page.viewState.openMethodPicker()}
        >
          <Icon name="plus" />
          {instances.length < MAX_METHODS ? 'Add a method' : 'Replace a method'}
        </button>
        <BenchmarkHint page={page} />
      </p>
    </section>
  );
}

const BenchmarkHint = ({ page }: { page: Page }) => (
  <span class={css.which}>
    <BenchmarkLink
      page={page}
      title="Find the best method for this robot: a benchmark on random targets"
    >
      Which method is best?
    </BenchmarkLink>
  </span>
);

function About({ page, session: { scene } }: { page: Page; session: Session }) {
  const { targets } = scene.scenario;
  const distanceText =
    targets.length === 1
      ? 'the distance to the target'
      : `the sum over ${countWord(targets.length)} targets`;
  const error = targets.some(({ free }) => free)
    ? `${distanceText}, constrained axes only`
    : distanceText;
  return (
    <section class={`${css.group} about`}>
      <p>
        All methods have the same targets and clock. They start from one pose; after a target moves,
        each continues from its own pose. The error is {error}.
      </p>
      <details>
        <summary>Legend</summary>
        <Legend page={page} />
      </details>
    </section>
  );
}
