import type { XmlElement } from '../readXml.ts';
import { defineXacroProperty } from './defineXacroProperty.ts';
import { getXacroTag, type XacroTag } from './getXacroTag.ts';
import { includeXacroFiles } from './includeXacroFiles.ts';
import { toPythonStr } from './pythonValues.ts';
import {
  callXacroMacro,
  callXacroMacroByName,
  defineXacroMacro,
  isUnprefixedMacroCall,
  makeUnknownMacroError,
} from './xacroCalls.ts';
import { MAX_EXPANSION_DEPTH, XacroError } from './xacroError.ts';
import {
  evaluateXacroAttribute,
  evaluateXacroCondition,
  makeElementBuilder,
  type XacroElementBuilder,
  type XacroExpander,
  type XacroExpansionContext,
} from './xacroExpander.ts';
import { XacroMacroTable } from './xacroMacros.ts';
import type { XacroState } from './xacroState.ts';

type Handler = (
  element: XmlElement,
  into: XacroElementBuilder,
  context: XacroExpansionContext,
  expander: XacroExpander,
) => void;

const HANDLERS: Readonly<Record<XacroTag, Handler>> = {
  arg: (element, _, context, expander) => {
    const name = evaluateXacroAttribute(element, 'name', context, expander);
    const written = element.attributes.get('default');
    const value =
      written === undefined
        ? null
        : toPythonStr(expander.state.evaluateText(written, context.scope));
    expander.state.declareArgument(name, value);
  },
  attribute: setAttribute,
  call: callXacroMacroByName,
  element: (element, into, context, expander) => {
    const name = evaluateXacroAttribute(element, 'xacro:name', context, expander);
    if (name === '') throw new XacroError('the element name must not be empty');
    into.children.push(expander.expandElement(element, context, name));
  },
  if: (element, into, context, expander) => expandCondition(element, into, context, expander, true),
  include: includeXacroFiles,
  insert_block: insertBlock,
  macro: (element, _, context) => defineXacroMacro(element, context),
  property: (element, _, context, expander) => defineXacroProperty(element, context, expander),
  unless: (element, into, context, expander) =>
    expandCondition(element, into, context, expander, false),
};

function setAttribute(
  element: XmlElement,
  into: XacroElementBuilder,
  context: XacroExpansionContext,
  expander: XacroExpander,
): void {
  const name = evaluateXacroAttribute(element, 'name', context, expander);
  if (name === '') throw new XacroError('the attribute name must not be empty');
  const value = evaluateXacroAttribute(element, 'value', context, expander);
  expander.state.budget.countOutput(name.length + value.length + 4);
  into.attributes.set(name, value);
}

function expandCondition(
  element: XmlElement,
  into: XacroElementBuilder,
  context: XacroExpansionContext,
  expander: XacroExpander,
  wanted: boolean,
): void {
  const found = evaluateXacroCondition(element, 'value', context, expander);
  if (found === null) throw new XacroError(`<${element.name}> must have the attribute "value"`);
  if (found === wanted) expander.expandContent(element, into, context);
}

function insertBlock(
  element: XmlElement,
  into: XacroElementBuilder,
  context: XacroExpansionContext,
  expander: XacroExpander,
): void {
  const name = evaluateXacroAttribute(element, 'name', context, expander);
  const several = context.scope.getBlock(`**${name}`);
  const block = several ?? context.scope.getBlock(`*${name}`);
  if (block === undefined) throw new XacroError(`unknown block "${name}"`);
  expander.runNested(() => {
    if (several) expander.expandContent(block, into, context);
    else into.children.push(expander.expandElement(block, context));
  });
}

/** Maximum nesting of elements in the result, because its readers are recursive. */
const MAX_NESTING = 500;

export class XacroExpansion implements XacroExpander {
  readonly state: XacroState;
  private depth = 0;
  private nesting = 0;

  constructor(state: XacroState) {
    this.state = state;
  }

  expandFile(file: string): XmlElement {
    const document = this.state.files.readDocument(file);
    this.state.files.stack.push(document.file);
    const scope = this.state.newScope();
    return this.expandElement(document, { macros: new XacroMacroTable(), scope, document });
  }

  expandElement(
    element: XmlElement,
    context: XacroExpansionContext,
    name = element.name,
  ): XacroElementBuilder {
    const made: XacroElementBuilder = { ...makeElementBuilder(element), name };
    this.state.currentElement = element;
    if (++this.nesting > MAX_NESTING)
      throw new XacroError(`more than ${MAX_NESTING} levels of nested elements`);
    for (const [key, value] of element.attributes) {
      if (key.startsWith('xacro:') || key === 'xmlns:xacro') continue;
      const text = toPythonStr(this.state.evaluateText(value, context.scope));
      this.state.budget.countOutput(key.length + text.length + 4);
      made.attributes.set(key, text);
    }
    this.expandContent(element, made, context);
    this.nesting--;
    return made;
  }

  expandContent(
    element: XmlElement,
    into: XacroElementBuilder,
    context: XacroExpansionContext,
  ): void {
    for (const child of element.children) this.expandChild(child, into, context);
    if (element.text.trim() === '') return;
    this.state.currentElement = element;
    const text = toPythonStr(this.state.evaluateText(element.text, context.scope));
    this.state.budget.countOutput(text.length);
    into.text += text;
  }

  runNested(expand: () => void): void {
    if (++this.depth > MAX_EXPANSION_DEPTH)
      throw new XacroError(
        `more than ${MAX_EXPANSION_DEPTH} levels of nested macros, blocks and files; does one contain itself?`,
      );
    expand();
    this.depth--;
  }

  private expandChild(
    element: XmlElement,
    into: XacroElementBuilder,
    context: XacroExpansionContext,
  ): void {
    this.state.currentElement = element;
    this.state.budget.countStep();
    const tag = getXacroTag(element, context.document);
    const prefixed = element.name.startsWith('xacro:');
    if (tag === null) {
      this.expandOther(element, prefixed ? element.name.slice(6) : null, into, context);
      return;
    }
    if (!prefixed) this.reportMissingPrefix(element.name);
    HANDLERS[tag](element, into, context, this);
  }

  private expandOther(
    element: XmlElement,
    name: string | null,
    into: XacroElementBuilder,
    context: XacroExpansionContext,
  ): void {
    const { state } = this;
    const macro = context.macros.find(name ?? element.name);
    if (macro && (name !== null || isUnprefixedMacroCall(element, macro, this))) {
      if (name === null) this.reportMissingPrefix(element.name);
      callXacroMacro(macro, element, into, context, this);
    } else if (name === null) {
      state.budget.countOutput(element.name.length * 2 + 5);
      into.children.push(this.expandElement(element, context));
    } else {
      if (state.files.missingFiles.length === 0) throw makeUnknownMacroError(name, context);
      const reason = `unknown macro "${name}"; the call is ignored`;
      state.addRemark(reason, { grave: true, kind: 'left-out' });
    }
  }

  private reportMissingPrefix(name: string): void {
    this.state.addRemark(`<${name}> is treated as <xacro:${name}>; old files omit the prefix`);
  }
}
