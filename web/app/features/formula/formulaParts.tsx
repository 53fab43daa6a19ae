import { setMethodParam } from '@iklab/core/document/edits';
import {
  type CatalogueParam,
  type DescribedParam,
  initialParamValue,
} from '@iklab/core/scenario/methods';
import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { ParameterField } from '../../ui/parameterField.tsx';
import css from './formulaColumn.module.css';
import type { FormulaReading } from './formulaReading.ts';
import { safeMathML } from './safeMathML.ts';
import { formatFormulaShape, type SceneDimensions } from './sceneDimensions.ts';

interface SlidersProps {
  readonly page: Page;
  readonly slot: number;
  readonly reading: FormulaReading;
  /** True if the editor's text has errors, so that an older version of the formula runs. */
  readonly faulty: boolean;
}

export function FormulaSliders({ page, slot, reading, faulty }: SlidersProps) {
  const { doc } = page;
  const { methods, unit } = doc.editor.scenario.value;
  const index = methods.findIndex((each) => each.slot === slot);
  const panel = methods[index];
  const params = reading.row?.params ?? [];
  return (
    <section class={css.sliders}>
      <h3>
        Parameters <span>from the param lines</span>
      </h3>
      {params.length === 0 && (
        <p class={css.none}>
          {faulty
            ? 'The running version has none.'
            : 'None. Add one with a line such as param λ = 0.1.'}
        </p>
      )}
      {panel &&
        params.map((param) => (
          <ParameterField
            key={param.key}
            param={describeParam(param)}
            scene={unit}
            value={panel.params[param.key] ?? initialParamValue(param)}
            nameOf={(id) => id}
            set={(value, gesture) =>
              doc.edit(
                `${param.key} of ${panel.label}`,
                setMethodParam(index, param.key, value),
                gesture ? `${slot} ${param.key}` : undefined,
              )
            }
            onDone={() => doc.editor.closeStep()}
          />
        ))}
    </section>
  );
}

function describeParam(param: CatalogueParam): DescribedParam {
  const { key, label = key, help = '' } = param;
  const named = label.includes(key) ? label : `${key} ${label}`;
  return { ...param, label: named, help, caption: [], sources: [] };
}

interface MathematicsProps {
  readonly reading: FormulaReading;
  /** Highlights a line of the editor; null if the editor's text has changed. */
  readonly light: ((line: number | null) => void) | null;
}

export function FormulaMathematics({ reading, light }: MathematicsProps) {
  const lines = reading.mathematics().flatMap(({ line, depth, mathml }) => {
    const markup = safeMathML(mathml);
    return markup ? [{ line, depth, markup }] : [];
  });
  if (lines.length === 0) return null;
  return (
    <section class={css.mathematics}>
      <h3>As mathematics</h3>
      <ul>
        {lines.map(({ line, depth, markup }) => (
          <li
            key={line}
            style={{ paddingLeft: `${1.25 * depth}rem` }}
            onPointerEnter={() => light?.(line)}
            onPointerLeave={() => light?.(null)}
            // Checked by safeMathML.
            dangerouslySetInnerHTML={{ __html: markup }}
          />
        ))}
      </ul>
    </section>
  );
}

const FEW = 10;

interface NamesProps {
  readonly reading: FormulaReading;
  readonly sizes: SceneDimensions;
  readonly write: (name: string) => void;
}

export function FormulaNameButtons({ reading, sizes, write }: NamesProps) {
  const [all, setAll] = useState(false);
  const predefined = reading.names.filter(({ kind }) => kind === 'given');
  if (predefined.length === 0) return null;
  const visible = all ? predefined : predefined.slice(0, FEW);
  return (
    <section class={css.names}>
      <h3>
        Available names <span>click to insert</span>
      </h3>
      <p>
        {visible.map(({ name, shape, help = '' }) => (
          <button
            key={name}
            type="button"
            title={help ? `${help}: ${shape}` : shape}
            onClick={() => write(name)}
          >
            <code>{name}</code> {formatFormulaShape(shape, sizes)}
          </button>
        ))}
        {all &&
          reading.functions.map(({ name, signature, gives }) => (
            <button key={signature} type="button" onClick={() => write(`${name}(`)}>
              <code>{signature}</code> {gives}
            </button>
          ))}
        <button type="button" class={css.all} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'fewer' : `all ${predefined.length} names, ${reading.functions.length} functions`}
        </button>
      </p>
    </section>
  );
}
