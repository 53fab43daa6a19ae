import {
  setSineMotionValue,
  setTargetMotionShape,
  setTargetPathPeriod,
} from '@iklab/core/document/edits';
import {
  degreesNotation,
  positionNotation,
  type Quantity,
  secondsNotation,
} from '@iklab/core/format';
import type { Fault, SineMotion } from '@iklab/core/scenario';
import {
  coordinatePlaneName,
  findMotionKind,
  findMotionShape,
  listCoordinatePlanes,
} from '@iklab/core/scenario/targets';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { NumberFieldRow, NumberFieldTriple } from '../../ui/numberField.tsx';
import type { TargetFormProps } from './targetProps.ts';

export function TargetMotionForm(props: TargetFormProps) {
  const { motion } = props.target;
  if (findMotionShape(motion)) return <DrawnForm {...props} />;
  if (motion?.kind === 'path') return <PathForm {...props} />;
  return motion && findMotionKind(motion) !== 'still' ? (
    <SineForm {...props} motion={motion} />
  ) : null;
}

function DrawnForm({ page, index, target, edit }: TargetFormProps) {
  const drawn = findMotionShape(target.motion);
  const { unit, view } = page.doc.editor.scenario.value;
  const { up } = view;
  if (!drawn) return null;
  const label = findMotionKind(target.motion) === 'circle' ? 'Diameter' : 'Length';
  const options = listCoordinatePlanes(up).map(
    (plane) => [coordinatePlaneName(plane, up), coordinatePlaneName(plane, up)] as const,
  );
  return (
    <>
      <NumberFieldRow
        label={label}
        name={`${label} of target ${index + 1}`}
        quantity={positionNotation(unit)}
        value={drawn.size}
        set={(value) =>
          positive(value, () => edit(label, setTargetMotionShape(index, { size: value })))
        }
      />
      <NumberFieldRow
        label="Time per lap"
        name={`Period of target ${index + 1}`}
        quantity={secondsNotation}
        value={drawn.period}
        set={(value) => edit('Period', setTargetMotionShape(index, { period: value }))}
      />
      <ChoiceField
        name="Plane"
        label={`Plane of target ${index + 1}`}
        value={coordinatePlaneName(drawn.plane, up)}
        options={options}
        choose={(name) => {
          const plane = listCoordinatePlanes(up).find(
            (each) => coordinatePlaneName(each, up) === name,
          );
          if (plane) edit('Plane', setTargetMotionShape(index, { plane }));
        }}
      />
    </>
  );
}

const positive = (value: number, set: () => readonly Fault[]): readonly Fault[] =>
  value > 0 ? set() : [{ path: '', reason: '', bound: { sign: '>', bound: 0, is: value } }];

function PathForm({ index, target, edit }: TargetFormProps) {
  if (target.motion?.kind !== 'path') return null;
  return (
    <>
      <NumberFieldRow
        label="Time per lap"
        name={`Period of target ${index + 1}`}
        quantity={secondsNotation}
        value={target.motion.period}
        set={(value) => edit('Period', setTargetPathPeriod(index, value))}
      />
      <div class="row">
        <span>Recorded as</span> <b>{target.motion.points.length} points</b>
      </div>
    </>
  );
}

type SinePart = keyof Pick<SineMotion, 'amplitude' | 'period' | 'phase'>;

function SineForm({
  page,
  index,
  motion,
  edit,
}: TargetFormProps & { readonly motion: SineMotion }) {
  const parts: readonly (readonly [SinePart, string, Quantity])[] = [
    ['amplitude', 'Swing', positionNotation(page.doc.editor.scenario.value.unit)],
    ['period', 'Period', secondsNotation],
    ['phase', 'Phase', degreesNotation],
  ];
  return (
    <>
      {parts.map(([part, label, quantity]) => (
        <NumberFieldTriple
          key={part}
          label={label}
          named={(axis) => `${label} along ${axis} of target ${index + 1}`}
          quantity={quantity}
          value={motion[part]}
          set={(axis, value) => edit(label, setSineMotionValue(index, part, axis, value))}
        />
      ))}
    </>
  );
}
