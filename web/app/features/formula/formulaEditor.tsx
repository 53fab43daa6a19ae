import { setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type CancelCallback, threadTime } from '@iklab/core/time';
import { useEffect, useRef } from 'preact/hooks';
import { StyleModule } from 'style-mod';
import { useUniqueId } from '../../ui/useUniqueId.ts';
import { toFormulaDiagnostics } from './faultDiagnostics.ts';
import css from './formulaEditor.module.css';
import { type DocumentUndo, formulaEditorKeys } from './formulaEditorKeys.ts';
import { formulaEditorSetup } from './formulaEditorSetup.ts';
import type { FormulaReading } from './formulaReading.ts';
import { highlightLine, setFormulaReading } from './formulaReadingField.ts';
import { findTextChange } from './textIndent.ts';

/**
 * Makes CodeMirror use adopted style sheets in a layer below the page's styles. The page's policy
 * forbids style elements.
 */
function adoptStyles(): void {
  StyleModule.mount = (root, modules) => {
    for (const each of Array.isArray(modules) ? modules : [modules]) adopt(root, each);
  };
}

const adopted = new WeakMap<DocumentOrShadowRoot, Set<StyleModule>>();

function adopt(root: DocumentOrShadowRoot, styles: StyleModule): void {
  const present = adopted.get(root) ?? new Set();
  if (present.has(styles)) return;
  adopted.set(root, present.add(styles));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@layer editor {${styles.getRules()}}`);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/** Milliseconds after the last key until the text is read. */
const READ_DELAY = 150;

export interface FormulaEditorHandle {
  write(text: string): void;
  focus(): void;
}

export interface FormulaEditorProps {
  readonly label: string;
  readonly text: string;
  /** Result of reading `text`; null until `text` has been read. */
  readonly reading: FormulaReading | null;
  /** Called on every change with the text and the line number of the cursor. */
  readonly onChange?: (text: string, line: number) => void;
  readonly onPause?: (text: string) => void;
  readonly readOnly?: boolean;
  readonly focused?: boolean;
  readonly lit?: number | null;
  readonly outer?: DocumentUndo;
  readonly handle?: { current: FormulaEditorHandle | null };
}

const FROM_OUTSIDE = Annotation.define<true>();
const NO_UNDO: DocumentUndo = { undo: () => false, redo: () => false };

export function FormulaEditor(props: FormulaEditorProps) {
  const { label, text, reading, readOnly = false, lit = null } = props;
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  /** Texts passed to `onChange` that have not returned in the property `text`. */
  const sent = useRef<string[]>([]);
  const applied = useRef(text);
  const id = useUniqueId();
  useEffect(() => {
    const made = makeEditor(box.current as HTMLElement, id, latest, (reported) =>
      sent.current.push(reported),
    );
    view.current = made.view;
    if (props.handle) props.handle.current = makeHandle(made.view);
    if (props.focused) made.view.focus();
    return () => {
      if (props.handle) props.handle.current = null;
      made.end();
    };
  }, [readOnly, label]);
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const index = sent.current.indexOf(text);
    if (index >= 0)
      // A reported text that comes back; more may have been typed since.
      sent.current.splice(0, index + 1);
    else if (text !== applied.current) {
      sent.current = [];
      const change = findTextChange(editor.state.doc.toString(), text);
      if (change) editor.dispatch({ changes: change, annotations: FROM_OUTSIDE.of(true) });
    }
    applied.current = text;
    if (reading && editor.state.doc.toString() === text) showReading(editor, reading);
  }, [text, reading, readOnly, label]);
  useEffect(() => {
    view.current?.dispatch({ effects: highlightLine.of(lit) });
  }, [lit]);
  return (
    <div class={css.text} ref={box}>
      <p id={id} class="unseen">
        {readOnly
          ? 'Read-only formula.'
          : 'Tab indents, or replaces a TeX name such as \\lambda with its symbol. Escape, then Tab leaves the editor. Control+Period goes to the quick fixes.'}
      </p>
    </div>
  );
}

function showReading(view: EditorView, reading: FormulaReading): void {
  view.dispatch(
    { effects: setFormulaReading.of(reading) },
    setDiagnostics(view.state, toFormulaDiagnostics(reading, view.state.doc.length)),
  );
}

const makeHandle = (view: EditorView): FormulaEditorHandle => ({
  write(text) {
    view.dispatch(view.state.replaceSelection(text), { userEvent: 'input', scrollIntoView: true });
    view.focus();
  },
  focus: () => view.focus(),
});

function makeEditor(
  parent: HTMLElement,
  describedBy: string,
  latest: { readonly current: FormulaEditorProps },
  send: (text: string) => void,
): { readonly view: EditorView; end(): void } {
  let cancel: CancelCallback | undefined;
  const read = (): void => {
    cancel?.();
    cancel = undefined;
    latest.current.onPause?.(view.state.doc.toString());
  };
  const changed = (line: number): void => {
    const written = view.state.doc.toString();
    send(written);
    latest.current.onChange?.(written, line);
    cancel?.();
    cancel = threadTime.schedule(READ_DELAY, read);
  };
  const { label, text, readOnly = false } = latest.current;
  const outer: DocumentUndo = {
    undo: () => (latest.current.outer ?? NO_UNDO).undo(),
    redo: () => (latest.current.outer ?? NO_UNDO).redo(),
  };
  adoptStyles();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        formulaEditorKeys(read, outer),
        formulaEditorSetup({ label, describedBy }, readOnly),
        EditorView.updateListener.of(({ docChanged, state, transactions }) => {
          if (!docChanged || transactions.some((each) => each.annotation(FROM_OUTSIDE))) return;
          changed(state.doc.lineAt(state.selection.main.head).number);
        }),
      ],
    }),
  });
  const end = (): void => {
    if (cancel) read();
    view.destroy();
  };
  return { view, end };
}
