import { editMethod, getValueAtPath, setValueAtPath } from '@iklab/core/document/edits';
import { CLAMP_MODE_TEXTS, CLAMP_RULE_TEXTS, secondaryTexts } from '@iklab/core/format/words';
import {
  type Fault,
  resolveScenario,
  type SecondaryObjective,
  secondaryObjectiveDefaults,
  targetClampDefaults,
} from '@iklab/core/scenario';
import { halfTypicalLinkLength } from '@iklab/core/scenario/robot';
import { GlossaryTerm } from '../../ui/glossaryTerm.tsx';
import { ParameterChoice } from '../../ui/parameterField.tsx';
import { Slider, type SliderProps } from '../../ui/slider.tsx';
import type { MethodSettingsProps } from './methodSettingsProps.ts';

const LENGTH = { unit: 'm', min: 1e-9, max: 1e15, scale: 'log' } as const;
const ANGLE = { unit: 'rad', min: 1e-6, max: 100, scale: 'log' } as const;

type MethodChange = Parameters<typeof editMethod>[1];
type Bound = Pick<SliderProps, 'scene' | 'value' | 'set' | 'onDone'>;

export function StepSettings({ page, index, panel, row }: MethodSettingsProps) {
  const edit = (label: string, change: MethodChange, gesture = false): readonly Fault[] =>
    page.doc.edit(
      `${label} of ${panel.label}`,
      editMethod(index, change),
      gesture ? `${panel.slot} ${label}` : undefined,
    );
  const scenario = page.doc.editor.scenario.value;
  const number = (label: string, path: string): Bound => ({
    scene: scenario.unit,
    value: getValueAtPath(panel, path) as number,
    set: (value, gesture) => edit(label, setValueAtPath(path, value), gesture),
    onDone: () => page.doc.editor.closeStep(),
  });
  const { targetClamp, maxStep, secondary } = panel;
  return (
    <>
      <section>
        <h3>
          <GlossaryTerm term="target-clamp">Target clamp</GlossaryTerm>
        </h3>
        <ParameterChoice
          label="Clamped"
          help="Off: the method sees the whole error. Fixed: at most one length. Adaptive: a length that follows the motion of the target."
          value={targetClamp.mode}
          initial={targetClampDefaults.mode}
          options={CLAMP_MODE_TEXTS}
          choose={(mode) => edit('Target clamp', setValueAtPath('targetClamp.mode', mode))}
        />
        {targetClamp.mode !== 'off' && (
          <Slider
            label="Distance"
            help="Longest error per target that the method sees."
            span={{ ...LENGTH, initial: halfTypicalLinkLength(resolveScenario(scenario).tree) }}
            {...number('Clamp distance', 'targetClamp.distance')}
          />
        )}
        {targetClamp.mode === 'adaptive' && (
          <ParameterChoice
            label="Rule"
            help="Rule for the adaptive length: as printed in the paper, as in its authors' program, or as in that program with its mistake corrected."
            value={targetClamp.rule}
            initial={targetClampDefaults.rule}
            options={CLAMP_RULE_TEXTS}
            choose={(rule) => edit('Clamp rule', setValueAtPath('targetClamp.rule', rule))}
          />
        )}
      </section>
      <section>
        <h3>
          <GlossaryTerm term="step-limit">Step</GlossaryTerm>
        </h3>
        <ParameterChoice<'stage' | 'none' | 'limited'>
          label="Joint step limit"
          initial={null}
          value={typeof maxStep === 'number' ? 'limited' : (maxStep ?? 'none')}
          options={[
            ...(row.maxStep === 'stage' ? [['stage', 'default of the stage'] as const] : []),
            ['none', 'no limit'] as const,
            ['limited', 'limited'] as const,
          ]}
          choose={(kind) =>
            edit('Step limit', (method) => {
              if (kind === 'stage') delete method.maxStep;
              else method.maxStep = kind === 'none' ? null : defaultStep(row.maxStep);
            })
          }
        />
        {typeof maxStep === 'number' && (
          <Slider
            label="Turn"
            help="If any joint would move farther, the whole step is scaled down."
            span={{ ...ANGLE, initial: defaultStep(row.maxStep) }}
            {...number('Step limit', 'maxStep')}
          />
        )}
        <Slider
          label="Gain β"
          help="Factor that multiplies the error before each update."
          span={{ unit: '', min: 1e-6, max: 100, initial: 1, scale: 'log' }}
          {...number('Gain', 'gain')}
        />
      </section>
      {row.traits.includes('spectral') && (
        <SecondaryGoal
          secondary={secondary}
          edit={edit}
          gain={number('Gain of the secondary goal', 'secondary.gain')}
        />
      )}
    </>
  );
}

const defaultStep = (usual: number | null | 'stage'): number =>
  typeof usual === 'number' ? usual : targetClampDefaults.angle;

interface GoalProps {
  readonly secondary: SecondaryObjective | null;
  readonly edit: (label: string, change: MethodChange) => readonly Fault[];
  readonly gain: Bound;
}

function SecondaryGoal({ secondary, edit, gain }: GoalProps) {
  const kind = secondary?.kind ?? 'none';
  return (
    <section>
      <h3>
        <GlossaryTerm term="secondary-goal">Secondary goal</GlossaryTerm>
      </h3>
      <ParameterChoice
        label="In the nullspace"
        help="Goal for the redundant degrees of freedom."
        value={kind}
        initial="none"
        options={secondaryTexts(kind)}
        choose={(next) =>
          edit('Secondary goal', (method) => {
            if (next === 'clearance') return;
            const gain = method.secondary?.gain ?? secondaryObjectiveDefaults.gain;
            method.secondary = next === 'none' ? null : { kind: next, gain };
          })
        }
      />
      {secondary && (
        <Slider
          label="Gain"
          help="Step toward the secondary goal per update."
          span={{
            unit: '',
            min: 0,
            max: 100,
            initial: secondaryObjectiveDefaults.gain,
            scale: 'log',
          }}
          {...gain}
        />
      )}
    </section>
  );
}
