import { MAX_METHODS } from '@iklab/core/scenario/checks';
import { threadTime } from '@iklab/core/time';
import type { FailedFormulaLine } from '@iklab/run/session';
import { useMemo, useRef, useState } from 'preact/hooks';
import { memoizePerLab, startLabEffect } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { IconButton } from '../../ui/icon.tsx';
import { SegmentedControl } from '../../ui/segmentedControl.tsx';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import { FormulaAgreementLine } from './formulaAgreementLine.tsx';
import css from './formulaColumn.module.css';
import { FormulaEditing } from './formulaEditing.ts';
import { FormulaEditor, type FormulaEditorHandle } from './formulaEditor.tsx';
import { toRunTimeFault } from './formulaLineState.ts';
import { addFormulaToPage, createFormulaPanelAccess, renameFormula } from './formulaPanelAccess.ts';
import { FormulaMathematics, FormulaNameButtons, FormulaSliders } from './formulaParts.tsx';
import type { FormulaReading } from './formulaReading.ts';
import { FormulaStateLine } from './formulaStateLine.tsx';
import { FormulaToolbar } from './formulaToolbar.tsx';
import { sceneDimensions } from './sceneDimensions.ts';
import { StartFormulaDialog } from './startFormulaDialog.tsx';
import { findStartFormula } from './startFormulas.ts';
import { FORMULA_SYMBOLS } from './texNames.ts';

const FEW = 9;

function SymbolRow({ write }: { readonly write: (sign: string) => void }) {
  const [all, setAll] = useState(false);
  const visible = all ? FORMULA_SYMBOLS : FORMULA_SYMBOLS.slice(0, FEW);
  return (
    <fieldset class={css.signs}>
      <legend class="unseen">Symbols</legend>
      {visible.map((sign) => (
        <button
          key={sign}
          type="button"
          aria-label={`Insert ${sign}`}
          onPointerDown={(event) => event.preventDefault()} // Keeps the focus in the text.
          onClick={() => write(sign)}
        >
          {sign}
        </button>
      ))}
      <button type="button" class={css.more} aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? 'fewer' : 'more'}
      </button>
    </fieldset>
  );
}

const formulaEditing = memoizePerLab((page: Page) => {
  const { scope, viewState, doc } = page;
  const editing = new FormulaEditing(createFormulaPanelAccess(page), scope.services);
  startLabEffect(scope, () => {
    const slot = viewState.writing.value;
    if (slot !== null && !editing.follow(slot)) viewState.writing.value = null;
  });
  startLabEffect(scope, () => {
    if (doc.session.value) editing.reread();
  });
  return editing;
});

const PARTS = [
  ['text', 'Formula'],
  ['sliders', 'Parameters'],
  ['mathematics', 'Mathematics'],
  ['names', 'Names'],
] as const;
type Part = (typeof PARTS)[number][0];

export function FormulaColumn({ page }: { readonly page: Page }) {
  const slot = page.viewState.writing.value;
  const editing = formulaEditing(page);
  const panel = page.doc.editor.scenario.value.methods.find((each) => each.slot === slot);
  if (slot === null || !panel) return null;
  return <Column key={slot} page={page} editing={editing} slot={slot} label={panel.label} />;
}

interface ColumnProps {
  readonly page: Page;
  readonly editing: FormulaEditing;
  readonly slot: number;
  readonly label: string;
}

function Column({ page, editing, slot, label }: ColumnProps) {
  const { viewState, doc } = page;
  const { session } = doc;
  const handle = useRef<FormulaEditorHandle | null>(null);
  const [lit, light] = useState<number | null>(null);
  const [part, setPart] = useState<Part>('text');
  const [starting, start] = useState(false);
  const narrow = viewState.narrow.value;
  const typing = editing.typing.value !== null;
  const reading = useMemo(() => editing.reading.value, [editing.reading.value]);
  // A text with errors has an incomplete reading.
  const shownReading = reading.faults.length > 0 ? editing.running.value : reading;
  const sizes = useMemo(() => sceneDimensions(session.value?.scene), [session.value]);
  const instance = session.value?.instances.find((each) => each.slot === slot);
  const broken = instance?.broken.value ?? null;
  const editorReading = useMemo(
    () => withBroken(reading, editing.text.peek(), broken),
    [reading, broken],
  );
  const origin = useMemo(() => findStartFormula(editing.text.value), [editing.text.value]);
  const full = doc.editor.scenario.value.methods.length >= MAX_METHODS;
  const write = (name: string): void => {
    setPart('text');
    // The editor is only rendered by the next frame.
    threadTime.requestFrame(() => handle.current?.write(name));
  };
  return (
    <aside
      class={narrow ? css.written : `column ${css.written}`}
      data-part={part}
      aria-label={`Formula of ${label}`}
    >
      <header class={css.head}>
        <h2 class="unseen">Custom method</h2>
        <SlotMarkIcon slot={slot} />
        <input
          class={css.name}
          aria-label="Method name"
          value={label}
          maxLength={40}
          onChange={(event) => {
            const name = event.currentTarget.value.trim();
            if (name) renameFormula(page, slot, name);
            else event.currentTarget.value = label;
          }}
        />
        <span class={css.whose}>custom method</span>
        <IconButton
          name="Close formula"
          icon="close"
          press={() => {
            viewState.writing.value = null;
          }}
        />
      </header>
      {narrow && (
        <p class={css.parts}>
          <SegmentedControl
            name="Part of the method"
            value={part}
            options={PARTS}
            choose={setPart}
          />
        </p>
      )}
      <FormulaToolbar page={page} editing={editing} name={label} start={() => start(true)} />
      <div class={css.box}>
        <FormulaEditor
          label={`Formula of ${label}`}
          text={editing.text.value}
          reading={typing ? null : editorReading}
          onChange={(text, line) => editing.type(text, line)}
          onPause={(text) => editing.pause(text)}
          focused={!narrow}
          lit={lit}
          outer={editing.outer}
          handle={handle}
        />
      </div>
      <FormulaStateLine
        page={page}
        slot={slot}
        editing={editing}
        broken={broken}
        micros={instance?.micros.value ?? null}
      />
      {origin && !typing && reading.faults.length === 0 && (
        <FormulaAgreementLine page={page} text={editing.text.value} from={origin} />
      )}
      <SymbolRow write={(sign) => handle.current?.write(sign)} />
      <div class={css.foot}>
        <FormulaSliders
          {...{ page, slot }}
          reading={editing.running.value}
          faulty={reading.faults.length > 0}
        />
        <FormulaMathematics
          reading={shownReading}
          light={shownReading === reading ? light : null}
        />
        <FormulaNameButtons reading={shownReading} sizes={sizes} write={write} />
      </div>
      {starting && (
        <StartFormulaDialog
          page={page}
          into={label}
          close={() => start(false)}
          take={(text) => editing.pause(text)}
          add={full ? null : (title, text) => addFormulaToPage(page, { label: title, text })}
        />
      )}
    </aside>
  );
}

const withBroken = (
  reading: FormulaReading,
  text: string,
  broken: FailedFormulaLine | null,
): FormulaReading =>
  broken && reading.faults.length === 0
    ? { ...reading, faults: [toRunTimeFault(text, broken)] }
    : reading;
