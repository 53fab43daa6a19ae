import { setParam } from '@iklab/core/document/edits';
import type { MethodPanel } from '@iklab/core/scenario';
import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Choice } from '../../ui/choiceField.tsx';
import { Slider } from '../../ui/slider.tsx';
import { defaultMethodIndex, type Knob, knobsOf, methodsWithKnobs } from '../study/knobs.ts';
import css from '../study/studies.module.css';

export function MethodKnob({ page }: { page: Page }) {
  const scenario = page.doc.editor.scenario.value;
  const able = methodsWithKnobs(page, scenario);
  const [chosen, choose] = useState({ slot: 0, key: '' });
  const index =
    able.find((i) => scenario.methods[i]?.slot === chosen.slot) ??
    defaultMethodIndex(page, scenario, able);
  const panel = index === undefined ? undefined : scenario.methods[index];
  if (index === undefined || !panel) return null;
  const knobs = knobsOf(page, panel);
  const knob = knobs.find(({ key }) => key === (chosen.key || 'lambda')) ?? (knobs[0] as Knob);
  const { key, param } = knob;
  return (
    <div class={css.formFields}>
      <Choice
        name="Method"
        label="Method whose parameter varies"
        value={String(panel.slot)}
        options={able.map((i) => {
          const { slot, label } = scenario.methods[i] as MethodPanel;
          return [String(slot), label] as const;
        })}
        choose={(slot) => choose({ slot: Number(slot), key: '' })}
      />
      {knobs.length > 1 && (
        <Choice
          name="Parameter"
          value={key}
          options={knobs.map((each) => [each.key, each.param.label] as const)}
          choose={(next) => choose({ slot: panel.slot, key: next })}
        />
      )}
      <Slider
        label={param.label}
        help=""
        span={param}
        scene={scenario.unit}
        value={panel.params[key] as number}
        set={(value, gesture) =>
          page.doc.edit(
            `${param.label} of ${panel.label}`,
            setParam(index, key, value),
            gesture ? `${panel.slot} ${key}` : undefined,
          )
        }
        onDone={() => page.doc.editor.closeStep()}
      />
    </div>
  );
}
