import type { Scenario } from '@iklab/core/scenario';
import { type MethodAgreement, stepDifferenceText } from '@iklab/run/session';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { agreesWithMethod, FormulaAgreementMessage } from './formulaAgreementLine.tsx';
import { FormulaEditor } from './formulaEditor.tsx';
import { createFormulaPanelAccess } from './formulaPanelAccess.ts';
import { deleteSavedFormula, readSavedFormulas } from './savedFormulas.ts';
import { countFormulaLines, type StartFormula } from './startFormula.ts';
import css from './startFormulaDialog.module.css';
import { START_FORMULA_GROUPS } from './startFormulas.ts';

type Agreements = ReadonlyMap<string, MethodAgreement>;

const NONE: Agreements = new Map();
const cache = new WeakMap<Scenario, Agreements>();

function useAgreements({ doc }: Page): Agreements {
  const scenario = doc.session.value?.scene.scenario;
  const [, count] = useState(0);
  useEffect(() => {
    if (!scenario) return;
    let end = (): void => {};
    let over = false;
    const found = cache.get(scenario) ?? NONE;
    const texts = START_FORMULA_GROUPS.flatMap((group) => group.texts).filter(
      ({ id, builtIn }) => builtIn !== null && !found.has(id),
    );
    const begin = async (): Promise<void> => {
      const part = await doc.loadPart(import('./findFormulaAgreements.ts'));
      if (over || !part) return;
      end = part.findFormulaAgreements(scenario, texts, ({ id }, agreement) => {
        cache.set(scenario, new Map([...(cache.get(scenario) ?? NONE), [id, agreement]]));
        count((renders) => renders + 1);
      });
    };
    if (texts.length > 0) begin();
    return () => {
      over = true;
      end();
    };
  }, [scenario]);
  return (scenario && cache.get(scenario)) ?? NONE;
}

interface StartProps {
  readonly page: Page;
  readonly into: string;
  readonly close: () => void;
  readonly take: (text: string) => void;
  /** Adds a panel with a formula to the scene; null if the scene is full. */
  readonly add: ((title: string, text: string) => void) | null;
}

interface Entry extends StartFormula {
  /** Id of a formula stored by the visitor; null for a formula of the project. */
  readonly savedId: number | null;
}

export function StartFormulaDialog({ page, into, close, take, add }: StartProps) {
  const { services } = page.scope;
  const [mine, list] = useState(() => readSavedFormulas(services));
  const groups = [
    {
      id: 'yours',
      name: 'Yours, stored in this browser',
      texts: mine.map(
        ({ id, name, text }): Entry => ({
          id: `kept ${id}`,
          title: name,
          line: '',
          builtIn: null,
          text,
          savedId: id,
        }),
      ),
    },
    ...START_FORMULA_GROUPS.map((group) => ({
      ...group,
      texts: group.texts.map((each): Entry => ({ ...each, savedId: null })),
    })),
  ].filter(({ texts }) => texts.length > 0);
  const all = groups.flatMap(({ texts }) => texts);
  const agreements = useAgreements(page);
  const [id, choose] = useState(all[0]?.id ?? '');
  const chosen = all.find((each) => each.id === id) ?? all[0];
  if (!chosen) return null;
  const finish = (act: () => void): void => {
    close();
    act();
  };
  const forget = (savedId: number): void => {
    deleteSavedFormula(services, savedId);
    list(readSavedFormulas(services));
  };
  return (
    <Dialog title="Start from a formula" class={css.start} close={close}>
      <div class={css.two}>
        <nav class={css.from} aria-label="Formulas">
          {groups.map((group) => (
            <section key={group.id} aria-label={group.name}>
              <h3>{group.name}</h3>
              <ul>
                {group.texts.map((each) => (
                  <li key={each.id}>
                    <button
                      type="button"
                      class="list-row"
                      aria-current={each === chosen ? 'true' : undefined}
                      onClick={() => choose(each.id)}
                    >
                      <b>{each.title}</b>
                      <span>
                        {countFormulaLines(each)} {countFormulaLines(each) === 1 ? 'line' : 'lines'}
                      </span>
                      <AgreementMark agreement={agreements.get(each.id)} />
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        <FormulaPreview
          key={chosen.id}
          page={page}
          entry={chosen}
          found={agreements.get(chosen.id)}
          forget={forget}
        />
      </div>
      <footer>
        <p>
          This replaces the formula of <b>{into}</b>. Undo restores it.
        </p>
        <button
          type="button"
          class="button"
          disabled={!add}
          title={add ? undefined : 'The scene has the maximum number of methods'}
          onClick={() => finish(() => add?.(chosen.title, chosen.text))}
        >
          Add as new method
        </button>
        <button
          type="button"
          class="button primary"
          onClick={() => finish(() => take(chosen.text))}
        >
          Start from {chosen.title}
        </button>
      </footer>
    </Dialog>
  );
}

function AgreementMark({ agreement }: { readonly agreement: MethodAgreement | undefined }) {
  if (!agreement) return <span class={css.agreed} />;
  const agrees = agreesWithMethod(agreement);
  return (
    <span class={agrees ? `${css.agreed} ${css.agreeing}` : css.agreed}>
      <Icon name={agrees ? 'check' : 'alert'} size={14} />
      {agrees && <span class="unseen">{agreement.apart === 0 ? 'agrees ' : 'agrees to '}</span>}
      {agrees
        ? stepDifferenceText(agreement.apart)
        : agreement.fault
          ? 'not comparable'
          : 'differs'}
    </span>
  );
}

interface PreviewProps {
  readonly page: Page;
  readonly entry: Entry;
  readonly found: MethodAgreement | undefined;
  readonly forget: (savedId: number) => void;
}

function FormulaPreview({ page, entry, found, forget }: PreviewProps) {
  const { title, line, text, savedId } = entry;
  const reading = useMemo(() => createFormulaPanelAccess(page).read(text), [text]);
  return (
    <article class={css.seen}>
      <header>
        <h3>{title}</h3>
        <p>{line}</p>
        {savedId !== null && (
          <button
            type="button"
            class="plain"
            aria-label={`Delete ${title}`}
            onClick={() => forget(savedId)}
          >
            <Icon name="close" size={14} />
            Delete
          </button>
        )}
      </header>
      <div class={css.whole}>
        <FormulaEditor label={`Formula of ${title}`} text={text} reading={reading} readOnly />
      </div>
      {found && <FormulaAgreementMessage page={page} found={found} from={entry} />}
    </article>
  );
}
