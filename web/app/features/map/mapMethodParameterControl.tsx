import { setMethodParam } from '@iklab/core/document/edits';
import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { Slider } from '../../ui/slider.tsx';
import { chooseSweepableMethod, type NumericMethodParam } from '../study/numericMethodParams.ts';
import css from '../study/studies.module.css';

export function MapMethodParameterControl({ page }: { page: Page }) {
  const scenario = page.doc.editor.scenario.value;
  const [chosen, choose] = useState({ slot: 0, key: '' });
  const method = chooseSweepableMethod(page, chosen.slot);
  if (!method) return null;
  const { able, panel, knobs } = method;
  const knob =
    knobs.find(({ key }) => key === (chosen.key || 'lambda')) ?? (knobs[0] as NumericMethodParam);
  const { key, param } = knob;
  return (
    <div class={css.formFields}>
      <ChoiceField
        name="Method"
        label="Method whose parameter varies"
        value={String(panel.slot)}
        options={able.map(({ slot, label }) => [String(slot), label] as const)}
        choose={(slot) => choose({ slot: Number(slot), key: '' })}
      />
      {knobs.length > 1 && (
        <ChoiceField
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
            setMethodParam(scenario.methods.indexOf(panel), key, value),
            gesture ? `${panel.slot} ${key}` : undefined,
          )
        }
        onDone={() => page.doc.editor.closeStep()}
      />
    </div>
  );
}
