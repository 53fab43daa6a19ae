import type { Joint } from '../../scenario/types.ts';
import { fixedDecimalsText } from '../figures.ts';
import { type AngleUnit, isPrismatic } from '../jointQuantity.ts';

export const POSE_TEXT_FORMS = ['list', 'names', 'command'] as const;
export type PoseTextForm = (typeof POSE_TEXT_FORMS)[number];

const DIGITS = { degrees: 6, radians: 8 } as const; // Decimals: about 1e-8 rad or 10 nm.

/** Formats a pose as text for a program; `file`: the scene file that the command reads. */
export function poseText(
  joints: readonly Joint[],
  values: readonly number[],
  form: PoseTextForm,
  angle: AngleUnit,
  file: string,
): string {
  if (form === 'command') {
    const exact = values.map(String);
    return `iklab pose ${file} --q '${namedValues(joints, exact, '').replaceAll("'", '\\u0027')}'`;
  }
  const numbers = values.map((value, i) =>
    numberText(value, isPrismatic(joints[i] as Joint), angle),
  );
  return form === 'list' ? `[${numbers.join(', ')}]` : namedValues(joints, numbers, ' ');
}

const namedValues = (joints: readonly Joint[], numbers: readonly string[], space: string): string =>
  `{${joints.map(({ id }, i) => `${JSON.stringify(id)}:${space}${numbers[i]}`).join(`,${space}`)}}`;

function numberText(value: number, isLength: boolean, angle: AngleUnit): string {
  const inDegrees = angle === 'degrees' && !isLength;
  const displayed = inDegrees ? (value * 180) / Math.PI : value;
  return String(
    Number(fixedDecimalsText(displayed, inDegrees ? DIGITS.degrees : DIGITS.radians)) + 0,
  );
}
