import type { Catalogue, MethodRow, Param } from '../scenario/catalogue.ts';
import { papersOf } from '../scenario/citation.ts';
import { initialValue, type KeyedParam, keyedParams, methodRow } from '../scenario/params.ts';
import type { Fault, LengthUnit, MethodPanel, ParamValue } from '../scenario/types.ts';
import { setParam } from '../session/edits.ts';
import { Choice } from './choice.tsx';
import { Cite } from './cite.tsx';
import { Equation } from './equation.tsx';
import { Icon, IconButton } from './icon.tsx';
import { Mark } from './mark.tsx';
import { openMethods } from './modes.tsx';
import { OutcomeWord } from './outcomeWord.tsx';
import type { Page } from './page.ts';
import { Name, Reset, Slider } from './slider.tsx';
import { StepSettings } from './stepSettings.tsx';

/** The method of one card: what it is, its parameters, its paper. */
export function Inspector({ page }: { page: Page }) {
  const slot = page.looks.inspected.value;
  const { methods } = page.desk.editor.scenario.value;
  const index = methods.findIndex((method) => method.slot === slot);
  const panel = methods[index];
  const row = panel && methodRow(page.desk.catalogue, panel.id);
  if (!panel || !row) return null;
  const fares = page.desk.session.value?.panels.find((each) => each.slot === slot);
  const close = (): void => {
    page.looks.inspected.value = null;
  };
  return (
    <aside class="inspector" aria-label={panel.label} key={panel.slot}>
      <header>
        <Mark slot={panel.slot} />
        <h2>{panel.label}</h2>
        {fares && <OutcomeWord page={page} panel={fares} at="inspector" />}
        <IconButton name="Close" icon="close" press={close} />
        <p class="summary">{row.summary}</p>
      </header>
      <div class="scroll">
        <Verdict row={row} />
        {row.params.length > 0 && <Params page={page} index={index} panel={panel} row={row} />}
        <StepSettings page={page} index={index} panel={panel} row={row} />
        <section>
          <h3>Formula</h3>
          <Equation method={row.id} />
          <button type="button" class="plain more" onClick={() => openMethods(page, row.id)}>
            More about {row.name}
          </button>
        </section>
        <Cite references={papersOf(panel, page.desk.catalogue)} />
      </div>
    </aside>
  );
}

/** Where a method is good, and where it fails. */
export function Verdict({ row }: { row: MethodRow }) {
  return (
    <ul class="verdict">
      <li class="good">
        <Icon name="check" size={14} />
        {row.good}
      </li>
      <li class="warn">
        <Icon name="alert" size={14} />
        {row.bad}
      </li>
    </ul>
  );
}

export interface SettingsProps {
  readonly page: Page;
  readonly index: number;
  readonly panel: MethodPanel;
  readonly row: MethodRow;
}

/** Made from the method table, those of a stage under the name of the stage. */
function Params({ page, index, panel, row }: SettingsProps) {
  const keyed = keyedParams(row, ({ key }) => panel.params[key], page.desk.catalogue).filter(
    (each) => matters(each, panel, page.desk.catalogue),
  );
  return (
    <section>
      <h3>Parameters</h3>
      {keyed.map(({ key, param }) => (
        <Parameter
          key={key}
          param={param}
          scene={page.desk.editor.scenario.value.unit}
          value={panel.params[key] ?? initialValue(param)}
          nameOf={(id) => methodRow(page.desk.catalogue, id)?.name ?? id}
          set={(value, gesture) =>
            page.desk.edit(
              `${param.label} of ${panel.label}`,
              setParam(index, key, value),
              gesture ? `${panel.slot} ${key}` : undefined,
            )
          }
          done={() => page.desk.editor.seal()}
        />
      ))}
    </section>
  );
}

/** A help that begins with the name of an option is of a parameter that this option alone uses. */
function matters({ key, param }: KeyedParam, { id, params }: MethodPanel, catalogue: Catalogue) {
  const [, option = ''] = /^([a-z-]+): /.exec(param.help) ?? [];
  const [stage] = key.includes('.') ? key.split('.') : [];
  const method = stage === undefined ? id : String(params[stage]);
  const choice = methodRow(catalogue, method)?.params.find((each) => each.options.includes(option));
  if (!choice) return true;
  return params[stage === undefined ? choice.key : `${stage}.${choice.key}`] === option;
}

interface ParameterProps {
  readonly param: Param;
  readonly scene: LengthUnit;
  readonly value: ParamValue;
  readonly nameOf: (method: string) => string;
  readonly set: (value: ParamValue, gesture: boolean) => readonly Fault[];
  readonly done: () => void;
}

function Parameter({ param, scene, value, nameOf, set, done }: ParameterProps) {
  const { label, help, scale, options } = param;
  if (typeof value === 'number')
    return <Slider {...{ label, help, scene, value, set, done }} span={param} />;
  const initial = initialValue(param);
  const reset = <Reset name={label} shown={value !== initial} press={() => set(initial, false)} />;
  if (typeof value === 'boolean')
    return (
      <div class="param row">
        <Name label={label} help={help} id={`help-${param.key}`} />
        {reset}
        <input
          type="checkbox"
          aria-label={label}
          checked={value}
          onChange={(event) => set(event.currentTarget.checked, false)}
        />
      </div>
    );
  return (
    <div class="param row">
      {reset}
      <Choice
        name={label}
        help={help}
        value={value}
        options={options.map((id) => [id, scale === 'method' ? nameOf(id) : id] as const)}
        choose={(id) => set(id, false)}
      />
    </div>
  );
}
