import {
  type CodeValue,
  flattenListItems,
  type ListValue,
  makeListValue,
  type UnevaluatedCallValue,
} from './codeValues.ts';

const LINK_NAME = /^(DH)?Link$|^(Revolute|Prismatic)(M?DH)?$/;
const ROBOT_NAME = /^(DHRobot|SerialLink|robot|Robot|__init__)$/;
const FLAG_NAME = /^(revolute|prismatic|fixed|standard|modified|flip|sym)$/;

export const isLinkConstructor = (name: string): boolean => LINK_NAME.test(name);
export const isJointConstructor = (name: string): boolean =>
  /^(Revolute|Prismatic)(M?DH)?$/.test(name);
export const isRobotConstructor = (name: string): boolean => ROBOT_NAME.test(name);

export const isLinkCall = (value: CodeValue | undefined): value is UnevaluatedCallValue =>
  value?.kind === 'call' &&
  (LINK_NAME.test(value.name) || (value.name === 'link' && value.args[0]?.kind === 'list'));
export const isRobotCall = (value: CodeValue | undefined): value is UnevaluatedCallValue =>
  value?.kind === 'call' && value.fields.has(ROBOT_LINKS_FIELD);

export const ROBOT_LINKS_FIELD = 'links';
/** Name of the field that marks a link whose arguments have an unknown order. */
export const UNORDERED_ARGUMENTS_FIELD = 'arguments by position';
/** Prefix for the names of fields that are flags of a link, such as `is modified`. */
export const FLAG_FIELD_PREFIX = 'is ';

/**
 * Moves name-value pairs of arguments, as in `Link('d', 0.3, 'modified')`, to the fields of the
 * call.
 */
export function moveNamedArgumentsToFields(call: UnevaluatedCallValue): UnevaluatedCallValue {
  const fields = new Map(call.fields);
  const rest: CodeValue[] = [];
  for (let i = 0; i < call.args.length; i++) {
    const arg = call.args[i] as CodeValue;
    if (arg.kind !== 'text') rest.push(arg);
    else if (FLAG_NAME.test(arg.text)) fields.set(FLAG_FIELD_PREFIX + arg.text, arg);
    else fields.set(arg.text, call.args[++i] ?? arg);
  }
  return { ...call, args: rest, fields };
}

export function collectRobotLinks(first: CodeValue | undefined, line: number): ListValue | null {
  if (first?.kind !== 'list') return isLinkCall(first) ? makeListValue([first], false, line) : null;
  let { missing } = first;
  const items = flattenListItems(first).flatMap((item): CodeValue[] => {
    const inner = isRobotCall(item) ? item.fields.get(ROBOT_LINKS_FIELD) : null;
    if (inner?.kind !== 'list') return [item];
    missing ??= inner.missing;
    return inner.items;
  });
  return items.some(isLinkCall) ? { ...makeListValue(items, false, first.line), missing } : null;
}

export function convertMatrixToLinks(first: CodeValue | undefined, line: number): ListValue | null {
  if (first?.kind !== 'list') return null;
  const rows = first.items.every(({ kind }) => kind === 'list') ? first.items : [first];
  const isLinkRow = (row: CodeValue) =>
    row.kind === 'list' && row.items.length >= 4 && row.items.length <= 6;
  if (!rows.every(isLinkRow)) return null;
  const items = rows.map(
    (row): UnevaluatedCallValue => ({
      ...{ kind: 'call', name: 'Link', args: [row], fields: new Map(), source: '' },
      line: row.kind === 'list' && row.line > 0 ? row.line : line,
    }),
  );
  return makeListValue(items, false, line);
}
