import type { AnyStudy } from '@iklab/study/follow';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { ResultExample, type ResultExampleId } from './resultExample.tsx';
import type { ShownStudyRunState, StudyFormState } from './shownStudyRun.ts';
import css from './studies.module.css';

interface LabelledProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

export const LabelledField = ({ name, children }: LabelledProps) => (
  <div class={css.variant}>
    <span class="small">{name}</span>
    {children}
  </div>
);

interface FormProps<S extends AnyStudy> {
  readonly name: string;
  readonly runs: ShownStudyRunState<S>;
  readonly form: StudyFormState<S>;
  readonly begin: (study: S) => unknown;
  readonly example: ResultExampleId;
  readonly pathWords?: (path: string) => string;
  /**
   * Returns whether a field shows the fault at a path. The list of faults leaves out such faults.
   */
  readonly elsewhere?: (path: string) => boolean;
  readonly words?: ComponentChildren;
  readonly head?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Before a run, loads the study's stored results or shows an example. */
export function StudyForm<S extends AnyStudy>(props: FormProps<S>) {
  const { name, runs, form, begin, example, head, children, words } = props;
  const { study, blank, stale } = form;
  useEffect(() => {
    let mounted = true;
    if (study && blank) void runs.restore(study, () => mounted);
    return () => {
      mounted = false;
    };
  }, [form.key]);
  return (
    <form
      class={css.form}
      aria-label={name}
      // Enter commits a field; only the button starts a run.
      onSubmit={(event) => event.preventDefault()}
    >
      {head}
      <div class={css.formFields}>
        {children}
        <button
          type="button"
          class="button primary"
          disabled={!form.ready}
          onClick={() => study && begin(study)}
        >
          Run
        </button>
      </div>
      <Faults {...props} />
      {words && <p class={`small ${css.formWords}`}>{words}</p>}
      {stale && study && (
        <p class="small" role="status">
          The results below are from before these changes.
        </p>
      )}
      {blank && <ResultExample example={example} />}
    </form>
  );
}

type FaultsProps = Pick<FormProps<AnyStudy>, 'form' | 'pathWords' | 'elsewhere'>;

function Faults({ form, pathWords = (path) => path, elsewhere }: FaultsProps) {
  if (form.tooLarge)
    return (
      <p class="fault" role="alert">
        {form.tooLarge}
      </p>
    );
  const ownFaults = form.faults.filter(({ path }) => !elsewhere?.(path));
  if (ownFaults.length === 0) return null;
  return (
    <ul role="alert">
      {ownFaults.map(({ path, reason }) => (
        <li class="fault" key={path + reason}>
          {pathWords(path)} {reason}
        </li>
      ))}
    </ul>
  );
}
