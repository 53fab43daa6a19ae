import {
  type DocumentEdit,
  methodLengthsAfterReset,
  setMethodParam,
  setMethodStage,
} from '@iklab/core/document/edits';
import { withCardTexts } from '@iklab/core/engine';
import type { MethodPanel, ParamValue } from '@iklab/core/scenario';
import {
  type Catalogue,
  type CatalogueParam,
  type DescribedMethod,
  initialParamValue,
  type KeyedParam,
  keyedParams,
  listMethodPapers,
  methodRow,
  panelMethodRow,
  paramConditionHolds,
} from '@iklab/core/scenario/methods';
import { computeSafeStepFactor, type Session } from '@iklab/run/session';
import type { Page } from '../../page.ts';
import { Icon, IconButton } from '../../ui/icon.tsx';
import { InstanceOutcomeLabel } from '../../ui/instanceOutcomeLabel.tsx';
import { MethodEquation } from '../../ui/methodEquation.tsx';
import { openMethodsPage } from '../../ui/pageModeNavigation.tsx';
import { PaperReferences } from '../../ui/paperReferences.tsx';
import { ParameterField } from '../../ui/parameterField.tsx';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import { FORMULA_METHOD_ID } from '../formula/formulaReading.ts';
import { CurrentMethodReadings } from './currentMethodReadings.tsx';
import type { MethodSettingsProps } from './methodSettingsProps.ts';
import { StepSettings } from './stepSettings.tsx';

export function MethodInspector({ page, slot }: { page: Page; slot: number | null }) {
  const { methods } = page.doc.editor.scenario.value;
  const index = methods.findIndex((method) => method.slot === slot);
  const panel = methods[index];
  const row = panel && panelMethodRow(withCardTexts(page.doc.catalogue), panel);
  if (!panel || !row) return null;
  const instance = page.doc.session.value?.instances.find((each) => each.slot === slot);
  const close = (): void => {
    page.viewState.inspected.value = null;
  };
  const write = (): void => {
    page.viewState.writing.value = panel.slot;
    close();
  };
  return (
    <aside class="inspector" aria-label={panel.label} key={panel.slot}>
      <header>
        <SlotMarkIcon slot={panel.slot} />
        <h2>{panel.label}</h2>
        {instance && <InstanceOutcomeLabel page={page} panel={instance} anchor="inspector" />}
        {panel.id === FORMULA_METHOD_ID && (
          <button type="button" class="plain" onClick={write}>
            Edit the text
          </button>
        )}
        <IconButton name="Close" icon="close" press={close} />
        <p class="summary small">{row.fullName === panel.label ? row.summary : row.fullName}</p>
      </header>
      <div class="scroll">
        {row.params.length > 0 && <Params page={page} index={index} panel={panel} row={row} />}
        <section>
          <h3>Formula</h3>
          <MethodEquation method={row.id} />
        </section>
        <CurrentMethodReadings page={page} index={index} panel={panel} row={row} />
        <StepSettings page={page} index={index} panel={panel} row={row} />
        <section>
          <MethodProsAndCons row={row} />
          <button type="button" class="plain more" onClick={() => openMethodsPage(page, row.id)}>
            More about {row.name}
          </button>
        </section>
        <PaperReferences references={listMethodPapers(panel, withCardTexts(page.doc.catalogue))} />
      </div>
    </aside>
  );
}

export function MethodProsAndCons({ row }: { row: DescribedMethod }) {
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

function Params(props: MethodSettingsProps) {
  return (
    <section>
      <h3>Parameters</h3>
      <MethodParamRows {...props} />
    </section>
  );
}

interface ParamRowsProps extends MethodSettingsProps {
  readonly shows?: (key: string) => boolean;
}

export function MethodParamRows({ page, index, panel, row, shows = () => true }: ParamRowsProps) {
  const { catalogue, editor } = page.doc;
  const keyed = listActiveMethodParams(panel, row, catalogue).filter(({ key }) => shows(key));
  const scenario = editor.scenario.value;
  const fitted = methodLengthsAfterReset(panel, scenario, editor.earlierScenarios, catalogue);
  const change = (key: string, { scale }: CatalogueParam, value: ParamValue): DocumentEdit =>
    fitted && scale === 'method'
      ? setMethodStage(index, key, String(value), scenario, catalogue)
      : setMethodParam(index, key, value);
  return (
    <>
      {keyed.map(({ key, param }) => (
        <ParameterField
          key={key}
          param={param}
          fittedDefault={fitted?.[key] ?? null}
          scene={page.doc.editor.scenario.value.unit}
          value={panel.params[key] ?? initialParamValue(param)}
          nameOf={(id) => methodRow(page.doc.catalogue, id)?.name ?? id}
          fixed={() =>
            computeSafeStepFactor((page.doc.session.peek() as Session).lab.inspect(index))
          }
          set={(value, gesture) =>
            page.doc.edit(
              `${param.label} of ${panel.label}`,
              change(key, param, value),
              gesture ? `${panel.slot} ${key}` : undefined,
            )
          }
          onDone={() => page.doc.editor.closeStep()}
        />
      ))}
    </>
  );
}

/** Returns the parameters of a panel that have an effect, with keys. */
export const listActiveMethodParams = (
  panel: MethodPanel,
  row: DescribedMethod,
  catalogue: Catalogue,
) =>
  keyedParams(row, ({ key }) => panel.params[key], withCardTexts(catalogue)).filter((each) =>
    isActive(each, panel),
  );

const isActive = ({ key, param }: KeyedParam, { params }: MethodPanel): boolean =>
  paramConditionHolds(param.when, params, key.slice(0, key.length - param.key.length));
