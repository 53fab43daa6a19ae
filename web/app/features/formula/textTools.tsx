import { useRef, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { download, savedName } from '../../ui/saveFile.ts';
import { readFormulaFile } from './fileText.ts';
import css from './formulaColumn.module.css';
import type { FormulaDesk } from './formulaDesk.ts';
import { keepFormula, keptFormulas } from './keptFormulas.ts';

interface ToolsProps {
  readonly page: Page;
  readonly desk: FormulaDesk;
  readonly name: string;
  readonly start: () => void;
}

export function TextTools({ page, desk, name, start }: ToolsProps) {
  const { services } = page.scope;
  const field = useRef<HTMLInputElement>(null);
  const [said, say] = useState('');
  const [, count] = useState(0);
  const text = desk.text.value;
  const kept = keptFormulas(services).some((each) => each.name === name && each.text === text);
  const keep = (): void => {
    const done = keepFormula(services, name, text);
    say(done ? '' : 'Not saved: this browser’s storage is blocked or full.');
    count((keeps) => keeps + 1);
  };
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const read = await readFormulaFile(file);
    say(read === null ? `${file.name} is too large, or cannot be read.` : '');
    if (read !== null)
      desk.pause(
        read
          .replace(/^\uFEFF/, '')
          .replaceAll('\r\n', '\n')
          .normalize(),
      );
  };
  return (
    <div class={css.tools}>
      <button type="button" class="plain" aria-haspopup="dialog" onClick={start}>
        Start from…
      </button>
      <button type="button" class="plain" disabled={kept} onClick={keep}>
        {kept ? 'Saved in gallery' : 'Save to gallery'}
      </button>
      <Menu
        name="More formula actions"
        class="iconb s"
        items={[
          {
            label: 'Download file',
            note: '.ik',
            act: () =>
              download(
                new Blob([`${text.trimEnd()}\n`], { type: 'text/plain' }),
                `${savedName(name)}.ik`,
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
      {said && <p role="alert">{said}</p>}
    </div>
  );
}
