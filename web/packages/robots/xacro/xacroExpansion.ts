/** Expands a xacro file element by element, in document order. */
import type { XmlElement } from '../xml.ts';
import { str } from './pythonValues.ts';
import { callByName, callMacro, defineMacro, isOldCall, unknownMacro } from './xacroCalls.ts';
import {
  type Expander,
  type ExpansionContext,
  type MadeElement,
  madeOf,
  neededText,
  truthIn,
} from './xacroExpander.ts';
import { includeFiles } from './xacroIncludes.ts';
import { MacroTable } from './xacroMacros.ts';
import { MAX_DEPTH, XacroMistake } from './xacroMistake.ts';
import { defineProperty } from './xacroProperties.ts';
import type { XacroState } from './xacroState.ts';
import { tagOf, type XacroTag } from './xacroTags.ts';

type Handler = (
  element: XmlElement,
  into: MadeElement,
  within: ExpansionContext,
  expander: Expander,
) => void;

const HANDLERS: Readonly<Record<XacroTag, Handler>> = {
  arg: (element, _, within, expander) => {
    const name = neededText(element, 'name', within, expander);
    const written = element.attributes.get('default');
    const value = written === undefined ? null : str(expander.state.text(written, within.scope));
    expander.state.declare(name, value);
  },
  attribute: setAttribute,
  call: callByName,
  element: (element, into, within, expander) => {
    const name = neededText(element, 'xacro:name', within, expander);
    if (name === '') throw new XacroMistake('the element name must not be empty');
    into.children.push(expander.made(element, within, name));
  },
  if: (element, into, within, expander) => condition(element, into, within, expander, true),
  include: includeFiles,
  insert_block: insertBlock,
  macro: (element, _, within) => defineMacro(element, within),
  property: (element, _, within, expander) => defineProperty(element, within, expander),
  unless: (element, into, within, expander) => condition(element, into, within, expander, false),
};

function setAttribute(
  element: XmlElement,
  into: MadeElement,
  within: ExpansionContext,
  expander: Expander,
): void {
  const name = neededText(element, 'name', within, expander);
  if (name === '') throw new XacroMistake('the attribute name must not be empty');
  const value = neededText(element, 'value', within, expander);
  expander.state.budget.write(name.length + value.length + 4);
  into.attributes.set(name, value);
}

function condition(
  element: XmlElement,
  into: MadeElement,
  within: ExpansionContext,
  expander: Expander,
  wanted: boolean,
): void {
  const found = truthIn(element, 'value', within, expander);
  if (found === null) throw new XacroMistake(`<${element.name}> must have the attribute "value"`);
  if (found === wanted) expander.content(element, into, within);
}

function insertBlock(
  element: XmlElement,
  into: MadeElement,
  within: ExpansionContext,
  expander: Expander,
): void {
  const name = neededText(element, 'name', within, expander);
  const several = within.scope.block(`**${name}`);
  const block = several ?? within.scope.block(`*${name}`);
  if (block === undefined) throw new XacroMistake(`unknown block "${name}"`);
  expander.deeper(() => {
    if (several) expander.content(block, into, within);
    else into.children.push(expander.made(block, within));
  });
}

/** Maximum nesting of the result, because its readers are recursive. */
const MAX_NESTING = 500;

export class Expansion implements Expander {
  readonly state: XacroState;
  private depth = 0;
  private nesting = 0;

  constructor(state: XacroState) {
    this.state = state;
  }

  whole(file: string): XmlElement {
    const document = this.state.files.document(file);
    this.state.files.stack.push(document.file);
    const scope = this.state.newScope();
    return this.made(document, { macros: new MacroTable(), scope, document });
  }

  made(element: XmlElement, within: ExpansionContext, name = element.name): MadeElement {
    const made: MadeElement = { ...madeOf(element), name };
    this.state.here = element;
    if (++this.nesting > MAX_NESTING)
      throw new XacroMistake(`more than ${MAX_NESTING} levels of nested elements`);
    for (const [key, value] of element.attributes) {
      if (key.startsWith('xacro:') || key === 'xmlns:xacro') continue;
      const text = str(this.state.text(value, within.scope));
      this.state.budget.write(key.length + text.length + 4);
      made.attributes.set(key, text);
    }
    this.content(element, made, within);
    this.nesting--;
    return made;
  }

  content(element: XmlElement, into: MadeElement, within: ExpansionContext): void {
    for (const child of element.children) this.child(child, into, within);
    if (element.text.trim() === '') return;
    this.state.here = element;
    const text = str(this.state.text(element.text, within.scope));
    this.state.budget.write(text.length);
    into.text += text;
  }

  deeper(expand: () => void): void {
    if (++this.depth > MAX_DEPTH)
      throw new XacroMistake(
        `more than ${MAX_DEPTH} levels of nested macros, blocks and files; does one contain itself?`,
      );
    expand();
    this.depth--;
  }

  private child(element: XmlElement, into: MadeElement, within: ExpansionContext): void {
    this.state.here = element;
    this.state.budget.step();
    const tag = tagOf(element, within.document);
    const prefixed = element.name.startsWith('xacro:');
    if (tag === null) {
      this.other(element, prefixed ? element.name.slice(6) : null, into, within);
      return;
    }
    if (!prefixed) this.old(element.name);
    HANDLERS[tag](element, into, within, this);
  }

  /**
   * A macro call, or an element of the description; `name` is the name after the prefix, null
   * without prefix.
   */
  private other(
    element: XmlElement,
    name: string | null,
    into: MadeElement,
    within: ExpansionContext,
  ): void {
    const { state } = this;
    const macro = within.macros.find(name ?? element.name);
    if (macro && (name !== null || isOldCall(element, macro, this))) {
      if (name === null) this.old(element.name);
      callMacro(macro, element, into, within, this);
    } else if (name === null) {
      state.budget.write(element.name.length * 2 + 5);
      into.children.push(this.made(element, within));
    } else {
      if (state.files.missing.length === 0) throw unknownMacro(name, within);
      const reason = `unknown macro "${name}"; the call is ignored`;
      state.remark(reason, { grave: true, kind: 'left-out' });
    }
  }

  private old(name: string): void {
    this.state.remark(`<${name}> is treated as <xacro:${name}>; old files omit the prefix`);
  }
}
