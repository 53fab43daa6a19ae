import type { DhColumnKind } from '../parseDhHeader.ts';
import type { ComputedDhCell } from '../splitDhTable.ts';
import type { CodeValue } from './codeValues.ts';

/**
 * Converts a program value to a table cell. If `isToolbox`, the number includes an assigned joint
 * value, as in the Robotics Toolbox.
 */
export function toDhCell(value: CodeValue, kind: DhColumnKind, isToolbox: boolean): ComputedDhCell {
  const text = value.kind === 'text' ? value.text : formatCodeValue(value);
  if (value.kind === 'unknown') return { text, value: null, reason: value.reason };
  if (value.kind !== 'number') return { text, value: null };
  const { constant, slope, variable, angle, joint } = value;
  const cell = { angle, metres: null };
  // The value that a program gives to a joint is not part of its table.
  if (joint && kind === 'theta' && !isToolbox && Math.abs(joint.slope) === 1)
    return {
      text,
      value: {
        ...cell,
        constant: constant - joint.slope * joint.value,
        slope: joint.slope,
        variable: joint.name,
      },
    };
  return { text, value: { ...cell, constant, slope, variable } };
}

export function formatCodeValue(value: CodeValue | undefined): string {
  if (value?.kind === 'unknown' || value?.kind === 'call') return value.source || 'a call';
  if (value?.kind === 'number') return value.variable ?? String(value.constant);
  if (value?.kind === 'text') return value.text;
  return value?.kind === 'list'
    ? `[${value.items.slice(0, 6).map(formatCodeValue).join(', ')}]`
    : (value?.kind ?? 'nothing');
}
