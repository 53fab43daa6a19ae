import { useRef, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { downloadBlob, toFileName } from '../../ui/downloadBlob.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import css from './formulaColumn.module.css';
import type { FormulaEditing } from './formulaEditing.ts';
import { readFormulaFile } from './readFormulaFile.ts';
import { readSavedFormulas, saveFormula } from './savedFormulas.ts';

interface ToolsProps {
  readonly page: Page;
  readonly editing: FormulaEditing;
  readonly name: string;
  readonly start: () => void;
}

export function FormulaToolbar({ page, editing, name, start }: ToolsProps) {
  const { services } = page.scope;
  const field = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState('');
  const [, count] = useState(0);
  const text = editing.text.value;
  const isSaved = readSavedFormulas(services).some(
    (each) => each.name === name && each.text === text,
  );
  const keep = (): void => {
    const saved = saveFormula(services, name, text);
    setMessage(saved ? '' : 'Not saved: this browser’s storage is blocked or full.');
    count((keeps) => keeps + 1);
  };
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const read = await readFormulaFile(file);
    setMessage(read === null ? `${file.name} is too large, or cannot be read.` : '');
    if (read !== null) editing.pause(read);
  };
  return (
    <div class={css.tools}>
      <button type="button" class="plain" aria-haspopup="dialog" onClick={start}>
        Start from…
      </button>
      <button type="button" class="plain" disabled={isSaved} onClick={keep}>
        {isSaved ? 'Saved in gallery' : 'Save to gallery'}
      </button>
      <Menu
        name="More formula actions"
        class="iconb s"
        items={[
          {
            label: 'Download file',
            note: '.ik',
            act: () =>
              downloadBlob(
                new Blob([`${text.trimEnd()}\n`], { type: 'text/plain' }),
                `${toFileName(name)}.ik`,
              ),
          },
          { label: 'Open a file…', note: '.ik', act: () => field.current?.click() },
        ]}
      >
        <Icon name="more" />
      </Menu>
      <input
        ref={field}
        type="file"
        accept=".ik,.txt,text/plain"
        hidden
        onChange={(event) => {
          open(event.currentTarget.files?.[0]);
          event.currentTarget.value = ''; // Allows choosing the same file again.
        }}
      />
      {message && <p role="alert">{message}</p>}
    </div>
  );
}
