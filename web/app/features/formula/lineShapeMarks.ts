import { RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { fitLineShapeText } from './fitLineShapeText.ts';
import { formulaReadingField } from './formulaReadingField.ts';

class ShapeMark extends WidgetType {
  readonly #shape: string;
  readonly #size: string;

  constructor(shape: string, size: string) {
    super();
    this.#shape = shape;
    this.#size = size;
  }

  override eq(other: ShapeMark): boolean {
    return other.#shape === this.#shape && other.#size === this.#size;
  }

  override toDOM(): HTMLElement {
    const mark = document.createElement('span');
    mark.className = 'ik-shape';
    mark.append(this.#shape);
    if (this.#size) {
      const size = document.createElement('b');
      size.textContent = this.#size;
      mark.append(this.#shape ? ' ' : '', size);
    }
    return mark;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

const SHOWN_LINE = Decoration.line({ class: 'ik-shows' });

export const lineShapeMarks = ViewPlugin.fromClass(
  class {
    marks: DecorationSet;

    constructor(view: EditorView) {
      this.marks = marksIn(view);
    }

    update({ view, docChanged, viewportChanged, geometryChanged, state, startState }: ViewUpdate) {
      const read = state.field(formulaReadingField) !== startState.field(formulaReadingField);
      if (docChanged || viewportChanged || geometryChanged || read) this.marks = marksIn(view);
    }
  },
  { decorations: ({ marks }) => marks },
);

function marksIn(view: EditorView): DecorationSet {
  const { reading, stale } = view.state.field(formulaReadingField);
  const { doc } = view.state;
  const shows = new Set(reading.shows.map(({ line }) => line));
  const marks = new RangeSetBuilder<Decoration>();
  const space = Math.floor(view.contentDOM.clientWidth / view.defaultCharacterWidth) - 2;
  // While a text is typed, the shapes of lines before the cursor still hold.
  const last = stale ? doc.lineAt(view.state.selection.main.head).number - 1 : doc.lines;
  const [first, end] = [view.viewport.from, view.viewport.to];
  for (const each of reading.lines) {
    if (each.line < 1 || each.line > Math.min(last, doc.lines)) continue;
    const line = doc.line(each.line);
    if (line.to < first || line.from > end) continue;
    if (shows.has(each.line)) marks.add(line.from, line.from, SHOWN_LINE);
    const label = fitLineShapeText(each, line.length, space);
    if (!label) continue;
    const widget = new ShapeMark(label.shape, label.size);
    marks.add(line.to, line.to, Decoration.widget({ widget, side: 1 }));
  }
  return marks.finish();
}
