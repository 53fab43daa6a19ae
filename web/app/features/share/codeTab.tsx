import { type CodeExportRow, type CodeRun, codeExportRows, makeCodeRun } from '@iklab/run/code';
import { runInSlices } from '@iklab/run/session';
import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { CopyButton } from '../../ui/copyButton.tsx';
import { downloadBlob } from '../../ui/downloadBlob.ts';
import { Icon } from '../../ui/icon.tsx';
import { useUniqueId } from '../../ui/useUniqueId.ts';
import css from './codeTab.module.css';

export function CodeTab({ page }: { page: Page }) {
  const { methods } = page.doc.editor.scenario.value;
  const [index, pick] = useState(0);
  const [row, choose] = useState<CodeExportRow>(codeExportRows[0] as CodeExportRow);
  const { run, fault } = useCodeRun(page, index);
  const id = useUniqueId();
  const licence = page.robot.value?.licence ?? '';
  return (
    <div class={css.written}>
      <div class={css.languages}>
        {methods.length > 1 && (
          <ChoiceField
            name="Method"
            value={String(index)}
            options={methods.map(({ label }, i) => [String(i), label] as const)}
            choose={(value) => pick(Number(value))}
          />
        )}
        <Languages id={id} row={row} choose={choose} />
      </div>
      <div class={css.listing} role="tabpanel" id={id} aria-labelledby={`${id}-${row.id}`}>
        {run === null ? (
          <p class={css.waiting} role="status">
            {fault ? `The run could not be created: ${fault}` : 'Creating the run'}
          </p>
        ) : (
          <CodeListing run={run} row={row} licence={licence} />
        )}
      </div>
    </div>
  );
}

/**
 * Runs a panel's generated code in the background. `run` is null before the code has run, or if the
 * code fails.
 */
function useCodeRun(page: Page, index: number): { run: CodeRun | null; fault: string } {
  const [run, set] = useState<CodeRun | null>(null);
  const [fault, find] = useState('');
  useEffect(() => {
    let wanted = true;
    set(null);
    find('');
    const { engine } = page.scope.services;
    const making = makeCodeRun(engine, page.doc.editor.scenario.peek(), index);
    runInSlices(making, () => wanted).then(
      (made) => wanted && set(made),
      (error: Error) => wanted && find(error.message),
    );
    return () => {
      wanted = false;
    };
  }, [index]);
  return { run, fault };
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function Languages(props: {
  readonly id: string;
  readonly row: CodeExportRow;
  readonly choose: (row: CodeExportRow) => void;
}) {
  const { id, row, choose } = props;
  const walk = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next =
      (codeExportRows.indexOf(row) + step + codeExportRows.length) % codeExportRows.length;
    choose(codeExportRows[next] as CodeExportRow);
    ((event.currentTarget as HTMLElement).children[next] as HTMLElement).focus();
  };
  return (
    <div
      class={css.column}
      role="tablist"
      aria-label="Languages"
      aria-orientation="vertical"
      onKeyDown={walk}
    >
      {codeExportRows.map((each) => (
        <button
          key={each.id}
          type="button"
          role="tab"
          id={`${id}-${each.id}`}
          aria-selected={each === row}
          aria-controls={id}
          tabIndex={each === row ? 0 : -1}
          onClick={() => choose(each)}
        >
          {each.name} <small>{each.needs}</small>
        </button>
      ))}
    </div>
  );
}

function CodeListing({ run, row, licence }: { run: CodeRun; row: CodeExportRow; licence: string }) {
  const refused = row.refusal(run);
  if (refused !== null) return <Refused run={run} row={row} refused={refused} />;
  const text = row.write(run, licence);
  const files = [{ name: row.file, text }, ...row.extraFiles];
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section class={css.lines} tabIndex={0} aria-label={`The run in ${row.name}`}>
        <pre>
          {text.split('\n').map((line) => (
            <>
              {/^(#|\/\/) /.test(line) ? <i>{line}</i> : line}
              {'\n'}
            </>
          ))}
        </pre>
      </section>
      <div class={css.does}>
        <p>
          {row.does(run)} Tests run such code for 39 scenes and check that it gives the page’s
          result to 1e-9.
        </p>
        {files.map((file) => (
          <button
            key={file.name}
            type="button"
            class="button"
            onClick={() => downloadBlob(new Blob([file.text], { type: 'text/plain' }), file.name)}
          >
            <Icon name="save" />
            {file.name}
          </button>
        ))}
        <CopyButton class="button primary" name="Copy code" text={async () => text} />
      </div>
    </>
  );
}

function Refused({ run, row, refused }: { run: CodeRun; row: CodeExportRow; refused: string }) {
  const languages = codeExportRows
    .filter((each) => each.refusal(run) === null)
    .map(({ name }) => name);
  return (
    <div class={css.refused} role="status">
      <p>
        <b>{row.name} cannot express this run.</b> {refused}
      </p>
      {languages.length > 0 && <p>These languages can: {languages.join(' · ')}.</p>}
    </div>
  );
}
