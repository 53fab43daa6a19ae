import { setParam } from 'iklab/document';
import { described } from 'iklab/engine';
import {
  type DescribedParam,
  holds,
  type KeyedParam,
  keyedParams,
  type MethodPanel,
  methodRow,
  type Scenario,
} from 'iklab/scenario';
import { useState } from 'preact/hooks';
import { Choice } from '../../controls/choiceField.tsx';
import { Slider } from '../../controls/slider.tsx';
import type { Page } from '../../page.ts';

/** Parameters of a method that are numbers, as far as they do something. */
export function knobsOf(page: Page, panel: MethodPanel): readonly KeyedParam<DescribedParam>[] {
  const catalogue = described(page.desk.catalogue);
  const row = methodRow(catalogue, panel.id);
  if (!row) return [];
  return keyedParams(row, ({ key }) => panel.params[key], catalogue).filter(
    ({ key, param }) =>
      typeof panel.params[key] === 'number' &&
      holds(param.when, panel.params, key.slice(0, key.length - param.key.length)),
  );
}

/** Methods of the scene that have such. */
export const turnable = (page: Page, { methods }: Scenario): readonly number[] =>
  [...methods.keys()].filter((i) => knobsOf(page, methods[i] as MethodPanel).length > 0);

/** The one to begin with: what has a damping λ shows most. */
export const firstTurned = (page: Page, { methods }: Scenario, able: readonly number[]) =>
  able.find((i) => knobsOf(page, methods[i] as MethodPanel).some(({ key }) => key === 'lambda')) ??
  able[0];

/** A parameter of a method of the scene, turned beside what hangs on it. */
export function MethodKnob({ page }: { page: Page }) {
  const scenario = page.desk.editor.scenario.value;
  const able = turnable(page, scenario);
  const [chosen, choose] = useState({ slot: 0, key: '' });
  const index =
    able.find((i) => scenario.methods[i]?.slot === chosen.slot) ??
    firstTurned(page, scenario, able);
  const panel = index === undefined ? undefined : scenario.methods[index];
  if (index === undefined || !panel) return null;
  const knobs = knobsOf(page, panel);
  const knob =
    knobs.find(({ key }) => key === (chosen.key || 'lambda')) ??
    (knobs[0] as (typeof knobs)[number]);
  const { key, param } = knob;
  return (
    <div class="knob">
      <Choice
        name=""
        label="Method whose parameter is turned"
        value={String(panel.slot)}
        options={able.map((i) => {
          const { slot, label } = scenario.methods[i] as MethodPanel;
          return [String(slot), label] as const;
        })}
        choose={(slot) => choose({ slot: Number(slot), key: '' })}
      />
      {knobs.length > 1 && (
        <Choice
          name=""
          label="Parameter"
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
          page.desk.edit(
            `${param.label} of ${panel.label}`,
            setParam(index, key, value),
            gesture ? `${panel.slot} ${key}` : undefined,
          )
        }
        done={() => page.desk.editor.seal()}
      />
    </div>
  );
}
