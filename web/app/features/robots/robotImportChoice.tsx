import type { RobotImportQuestion } from '@iklab/robots';
import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { IconButton } from '../../ui/icon.tsx';
import css from './robotImportReport.module.css';
import { XacroArgumentField } from './xacroArgumentField.tsx';

export function RobotImportChoice({
  page,
  question,
}: {
  page: Page;
  question: RobotImportQuestion;
}) {
  const { name, candidates, file, faults } = question;
  const [argumentValues, setArgumentValues] = useState(question.given);
  const close = (): void => {
    page.robotQuestion.value = null;
    page.viewState.inspected.value = null;
  };
  const folder = sharedFolder(candidates.map((each) => each.file));
  const open = (chosenFile: string, args = argumentValues): void => {
    question.open(chosenFile, args);
  };
  return (
    <aside class={`inspector ${css.report}`} aria-label={`Choose a robot in ${name}`}>
      <header>
        <h2>{candidates.length > 1 ? 'Choose a robot' : 'Missing arguments'}</h2>
        <IconButton name="Close" icon="close" press={close} />
        <p class="summary small">
          {name}
          {candidates.length > 1 && `, ${candidates.length} robots`}. Nothing was uploaded.
        </p>
      </header>
      <div class="scroll">
        {candidates.length > 1 && (
          <section>
            <ul class={css.robots} aria-label="Robots">
              {candidates.map((each) => (
                <li key={each.file}>
                  <button
                    type="button"
                    class="list-row"
                    aria-pressed={each.file === file}
                    onClick={() => open(each.file, new Map())}
                  >
                    <b>{each.file.slice(folder.length)}</b>
                    <small>{jointsText(each.joints)}</small>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {faults.length > 0 && (
          <section>
            <ul class={css.remarks} role="alert">
              {faults.slice(0, 6).map((fault) => (
                <li key={fault} class="warn">
                  <span />
                  <span>{fault}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {question.arguments.length > 0 && (
          <section>
            <h3>
              Arguments<span class="hint">{file.slice(folder.length)}</span>
            </h3>
            <div class={css.arguments}>
              {question.arguments.map((argument) => (
                <XacroArgumentField
                  key={argument.name}
                  argument={argument}
                  explicitValue={argumentValues.get(argument.name)}
                  none="required"
                  type={(value) =>
                    setArgumentValues(new Map([...argumentValues, [argument.name, value]]))
                  }
                  enter={() => open(file)}
                />
              ))}
            </div>
          </section>
        )}
      </div>
      {question.arguments.length > 0 && (
        <footer>
          <button type="button" class="button primary" onClick={() => open(file)}>
            Open robot
          </button>
        </footer>
      )}
    </aside>
  );
}

/** Returns the common folder of all paths, with a final slash; '' if there is none. */
function sharedFolder([first = '', ...rest]: readonly string[]): string {
  const folders = first.split('/').slice(0, -1);
  const upTo = (count: number): string =>
    folders
      .slice(0, count)
      .map((name) => `${name}/`)
      .join('');
  const count = folders.findIndex((_, i) => !rest.every((path) => path.startsWith(upTo(i + 1))));
  return upTo(count < 0 ? folders.length : count);
}

const jointsText = (joints: number | null): string =>
  joints === null ? 'needs arguments' : joints === 1 ? '1 joint' : `${joints} joints`;
