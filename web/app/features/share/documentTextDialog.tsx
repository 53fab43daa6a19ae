import { findFaultLine, findJsonLines } from '@iklab/core/document';
import { compactDocument, type Fault, prettyJson } from '@iklab/core/scenario';
import { parseDocumentText } from '@iklab/core/scenario/text';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useUniqueId } from '../../ui/useUniqueId.ts';
import css from './documentTextDialog.module.css';

const LINE = 18; // Pixels; the style sheet has the same value.

interface LineFault extends Fault {
  readonly line: number;
}

export function DocumentTextDialog({ page, close }: { page: Page; close: () => void }) {
  const original = useMemo(
    () => prettyJson(compactDocument(page.doc.editor.scenario.peek(), page.doc.catalogue)),
    [],
  );
  const [text, setText] = useState(original);
  const id = useUniqueId();
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const [loads, loaded] = useState(0);
  const read = useMemo(() => parseDocumentText(text, page.doc.catalogue), [text, loads]);
  const { engine } = page.doc;
  useEffect(() => {
    // The text may contain the first formula of the page.
    if (engine.lacksFormulas)
      page.doc.loadPart(engine.loadFullModule()).then(() => loaded((times) => times + 1));
  }, [engine.lacksFormulas]);
  const faults = read.ok ? [] : withLines(read.faults, text);
  const faulty = new Set(faults.map(({ line }) => line));
  const apply = (): void => {
    if (!read.ok) return;
    page.doc.applyText(read.value);
    close();
  };
  const goToLine = (line: number): void => {
    const box = area.current as HTMLTextAreaElement;
    const start =
      text
        .split('\n')
        .slice(0, line - 1)
        .join('\n').length + (line > 1 ? 1 : 0);
    const end = text.indexOf('\n', start);
    box.focus();
    box.setSelectionRange(start, end < 0 ? text.length : end);
    box.scrollTop = (line - 4) * LINE;
  };
  return (
    <Dialog title="Edit as text" class={css.asText} close={close}>
      <div class={css.code}>
        <div class={css.gutter} ref={gutter} aria-hidden="true">
          {text.split('\n').map((_, i) => (
            <i key={i} class={faulty.has(i + 1) ? css.wrong : undefined}>
              {i + 1}
            </i>
          ))}
        </div>
        <textarea
          ref={area}
          aria-label="Scene as JSON"
          aria-invalid={!read.ok}
          aria-describedby={id}
          spellcheck={false}
          wrap="off"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onScroll={(event) => {
            if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) apply();
          }}
        />
      </div>
      <div class={css.faults} id={id} role="status">
        <ul>
          {faults.map(({ path, reason, line }) => (
            <li key={`${path} ${reason}`}>
              <button type="button" class="plain" onClick={() => goToLine(line)}>
                line {line}
              </button>
              <span>
                {path && <code>{path}</code>} {reason}
              </span>
            </li>
          ))}
          {read.ok && <li class={css.sound}>{text === original ? 'No changes.' : 'No errors.'}</li>}
        </ul>
      </div>
      <footer>
        <button type="button" class="button" onClick={close}>
          Cancel
        </button>
        <button
          type="button"
          class="button primary"
          disabled={!read.ok || text === original}
          onClick={apply}
        >
          Apply
        </button>
      </footer>
    </Dialog>
  );
}

function withLines(faults: readonly Fault[], text: string): LineFault[] {
  const jsonFault = /^must be JSON: line (\d+), column (\d+): /;
  const lines = faults.some(({ reason }) => jsonFault.test(reason))
    ? new Map<string, number>()
    : findJsonLines(text);
  return faults.map((fault) => {
    const [, line] = jsonFault.exec(fault.reason) ?? [];
    return { ...fault, line: line ? Number(line) : findFaultLine(fault.path, lines) };
  });
}
