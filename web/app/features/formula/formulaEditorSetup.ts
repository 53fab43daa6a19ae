import { autocompletion, type Completion, type CompletionContext } from '@codemirror/autocomplete';
import { history } from '@codemirror/commands';
import { type Diagnostic, linter } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  lineNumbers,
} from '@codemirror/view';
import { firstFormulaFault, plainFaultMessage } from './faultMessages.ts';
import { type FormulaSuggestion, findFormulaSuggestions } from './formulaCompletion.ts';
import { formulaFaultBoxes } from './formulaFaultBoxes.ts';
import { formulaReadingField, highlightedLine } from './formulaReadingField.ts';
import { lineShapeMarks } from './lineShapeMarks.ts';
import { UNDO_STEP_PAUSE } from './undoStepPause.ts';

const FAULT_DELAY = 900;

export interface FormulaEditorLabels {
  readonly label: string;
  /** Id of the element that explains how to leave the editor by the keyboard. */
  readonly describedBy: string;
}

export const formulaEditorSetup = (
  { label, describedBy }: FormulaEditorLabels,
  readOnly: boolean,
): Extension => [
  lineNumbers(),
  readOnly ? [] : [highlightActiveLine(), highlightActiveLineGutter(), drawSelection()],
  history({ newGroupDelay: UNDO_STEP_PAUSE }),
  EditorState.readOnly.of(readOnly),
  EditorState.allowMultipleSelections.of(false),
  EditorView.editable.of(!readOnly),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-multiline': 'true',
    spellcheck: 'false',
    autocorrect: 'off',
    autocapitalize: 'off',
    ...(readOnly ? { tabindex: '0', role: 'textbox', 'aria-readonly': 'true' } : {}),
  }),
  formulaReadingField,
  highlightedLine,
  lineShapeMarks,
  formulaFaultBoxes(FAULT_DELAY),
  // The first error has a box; tooltips show the others.
  linter(null, { tooltipFilter: withoutFirstFault }),
  autocompletion({
    override: [complete],
    defaultKeymap: false,
    icons: false,
    activateOnTypingDelay: 0,
    maxRenderedOptions: 40,
    tooltipClass: () => 'ik-hints',
    addToOptions: [{ render: shapeNode, position: 90 }],
  }),
];

function withoutFirstFault(all: readonly Diagnostic[], state: EditorState): Diagnostic[] {
  const first = firstFormulaFault(state.field(formulaReadingField).reading.faults);
  return all.filter(({ message }) => !first || message !== plainFaultMessage(first.message));
}

function complete({ state, pos, explicit }: CompletionContext) {
  const { reading } = state.field(formulaReadingField);
  const found = findFormulaSuggestions(reading, state.doc.toString(), pos);
  if (!found || (!explicit && (pos === found.from || found.isComplete))) return null;
  return { from: found.from, options: found.list.map(option), filter: false };
}

interface ShapedCompletion extends Completion {
  readonly shape: string;
}

const option = ({ label, detail, shape, text, cursor }: FormulaSuggestion): ShapedCompletion => ({
  label,
  detail,
  shape,
  apply: (view, _, from, to) =>
    view.dispatch({
      changes: { from, to, insert: text },
      selection: { anchor: from + cursor },
      userEvent: 'input.complete',
    }),
});

function shapeNode(completion: Completion): Node {
  const shape = document.createElement('span');
  shape.className = 'ik-hint-shape';
  shape.textContent = (completion as ShapedCompletion).shape;
  return shape;
}
