/** Form fields of studies. Each field edits the value at a path of a study document. */
import { unitNotation } from '@iklab/core/format';
import { OUTSIDE_LIMITS_TEXTS, RESTART_POSE_TEXTS } from '@iklab/core/format/words';
import type { Fault, LengthUnit } from '@iklab/core/scenario';
import { formFieldValue, parseTypedNumber } from '@iklab/study/document';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { NumberField } from '../../ui/numberField.tsx';
import { useUniqueId } from '../../ui/useUniqueId.ts';
import css from './studies.module.css';

interface FieldSpec {
  readonly label: string;
  readonly named?: (label: string) => string;
  /**
   * Unit of the value. With a unit, Enter or leaving the field applies the value; without, every
   * key press does.
   */
  readonly unit?: string | undefined;
  readonly options?: readonly (readonly [string, string])[];
  readonly otherOption?: string;
  readonly suggestions?: readonly number[];
}

/** Fields by path in a study document; `[*]` is any element. The schema has ranges and defaults. */
const FIELDS: Readonly<Record<string, FieldSpec>> = {
  count: { label: 'Problems', suggestions: [100, 1000, 10_000] },
  causes: { label: 'Unsolved problems to diagnose', suggestions: [0, 200, 1000] },
  seed: { label: 'Seed' },
  'restarts.most': { label: 'Restarts' },
  'restarts.from': { label: 'Restart from', options: RESTART_POSE_TEXTS },
  'restarts.maxSlow': { label: 'Give up after slow updates', suggestions: [0, 3] },
  'restarts.outside': { label: 'Outside limits', options: OUTSIDE_LIMITS_TEXTS },
  'scenario.run.maxUpdates': { label: 'Maximum updates' },
  'scenario.run.maxSlow': { label: 'Stop after slow updates', suggestions: [0, 10] },
  'scenario.run.slowShare': { label: 'Slow: gain below, share' },
  'sampling.kind': {
    label: 'Targets',
    options: Object.entries({
      reachable: 'reachable poses',
      singular: 'near-singular poses',
      box: 'in a box',
    }),
  },
  'sampling.start': {
    label: 'Starts',
    options: Object.entries({
      given: 'the start of the scene',
      random: 'random poses',
      near: 'near the solution',
      middle: 'middle of the limits',
    }),
  },
  'sampling.spread': { label: 'Start offset, rad' },
  ...elementFields('sampling.low', ['x', 'y', 'z']),
  ...elementFields('sampling.high', ['x', 'y', 'z']),
  'sampling.path.radius': { label: 'Radius', unit: 'm' },
  ...elementFields('sampling.path.size', ['Length', 'Width'], 'm'),
  ...elementFields('sampling.path.to', ['To x', 'To y', 'To z'], 'm'),
  'sampling.path.plane': {
    label: 'Plane',
    options: Object.entries({ '0,0,1': 'x, y', '0,1,0': 'x, z', '1,0,0': 'y, z' }),
    otherOption: 'of the study',
  },
  'sampling.turn': {
    label: 'Tool',
    options: Object.entries({ kept: 'constant', tangent: 'along the path', free: 'free' }),
  },
  'sampling.points': { label: 'Points', unit: '' },
  'sampling.updates': { label: 'Updates per point', unit: '' },
  'sampling.rounds': { label: 'Rounds', unit: '' },
  'sampling.starts': { label: 'Starts', unit: '' },
  // The ends have the unit of the parameter.
  'sweep[*].from': { label: 'From', unit: '' },
  'sweep[*].to': { label: 'To', unit: '' },
  'sweep[*].count': { label: 'Values', unit: '' },
  'sweep[*].scale': {
    label: 'Steps',
    options: Object.entries({ log: 'equal ratio', linear: 'equal length' }),
  },
};

function elementFields(path: string, labels: readonly string[], unit?: string) {
  return Object.fromEntries(labels.map((label, i) => [`${path}[${i}]`, { label, unit }]));
}

const findSpec = (path: string): FieldSpec | undefined =>
  FIELDS[path] ?? FIELDS[path.replace(/\[\d+\]/, '[*]')];

export function fieldShowsFault(path: string): boolean {
  const field = findSpec(path);
  return field !== undefined && field.unit === undefined && field.options === undefined;
}

export interface StudyFieldBinding {
  readonly document: object;
  readonly faults?: readonly Fault[];
  readonly scene?: LengthUnit;
  /** Sets the value at a path; for a field with a unit, returns why the value is refused. */
  readonly set: (path: string, value: unknown) => readonly Fault[];
}

interface FieldProps extends Partial<FieldSpec> {
  readonly binding: StudyFieldBinding;
  readonly path: string;
  readonly omit?: string;
}

export function StudyField({ binding, path, omit, ...changes }: FieldProps) {
  const spec = { label: '', ...findSpec(path), ...changes };
  const { label, named, unit, options, otherOption, suggestions } = spec;
  const name = named?.(label) ?? label;
  const value = formFieldValue(binding.document, path);
  const set = (next: unknown) => binding.set(path, next);
  if (options) {
    const choices = options.filter(([id]) => id !== omit);
    if (otherOption && options.every(([id]) => id !== String(value)))
      choices.push([String(value), otherOption]);
    return (
      <ChoiceField
        name={label}
        label={name}
        value={String(value)}
        options={choices}
        choose={(id) => set(likeValue(value, id))}
      />
    );
  }
  if (unit === undefined)
    return <TypedNumber {...{ label, value, suggestions, set, fault: faultAt(binding, path) }} />;
  const shown = unitNotation(unit, binding.scene ? { scene: binding.scene } : {});
  return (
    <FormField name={label}>
      <NumberField name={name} quantity={shown} value={value as number} set={set} />
    </FormField>
  );
}

const faultAt = ({ faults = [] }: StudyFieldBinding, path: string): string | undefined =>
  faults.find((fault) => fault.path === path)?.reason;

function likeValue(value: unknown, id: string): unknown {
  if (Array.isArray(value)) return id.split(',').map(Number);
  return typeof value === 'number' ? Number(id) : id;
}

interface FormFieldProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

export const FormField = ({ name, children }: FormFieldProps) => (
  <div class={css.formField}>
    <span class="small">{name}</span>
    {children}
  </div>
);

interface TypedProps {
  readonly label: string;
  readonly value: unknown;
  readonly suggestions: readonly number[] | undefined;
  readonly fault: string | undefined;
  readonly set: (value: number | string) => unknown;
}

/** Field for a number. Keeps a typed text such as `0.` if the document's value is equal. */
function TypedNumber({ label, value, suggestions, fault, set }: TypedProps) {
  const id = useUniqueId();
  const [typed, setTyped] = useState('');
  return (
    <div class={css.formField}>
      <label class="small" for={`${id}i`}>
        {label}
      </label>
      <span class="field">
        <input
          id={`${id}i`}
          type="text"
          inputMode="decimal"
          autocomplete="off"
          value={parseTypedNumber(typed) === value ? typed : String(value)}
          list={suggestions && `${id}l`}
          aria-invalid={fault !== undefined}
          aria-describedby={fault && id}
          onInput={({ currentTarget: { value: text } }) => {
            setTyped(text);
            set(parseTypedNumber(text));
          }}
        />
      </span>
      {suggestions && (
        <datalist id={`${id}l`}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      {fault && (
        <span class="fault" id={id} role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}
