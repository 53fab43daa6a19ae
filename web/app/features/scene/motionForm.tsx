import { setMotionShape, setPathPeriod, setSineMotion } from '@iklab/core/document/edits';
import {
  degreesQuantity,
  positionQuantity,
  type Quantity,
  secondsQuantity,
} from '@iklab/core/format';
import type { Fault, SineMotion } from '@iklab/core/scenario';
import {
  findMotionKind,
  findMotionShape,
  listCoordinatePlanes,
  planeName,
} from '@iklab/core/scenario/targets';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { NumberRow, NumberTriple } from '../../ui/numberField.tsx';
import type { TargetFormProps } from './targetProps.ts';

export function MotionForm(props: TargetFormProps) {
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
    (plane) => [planeName(plane, up), planeName(plane, up)] as const,
  );
  return (
    <>
      <NumberRow
        label={label}
        name={`${label} of target ${index + 1}`}
        quantity={positionQuantity(unit)}
        value={drawn.size}
        set={(value) => positive(value, () => edit(label, setMotionShape(index, { size: value })))}
      />
      <NumberRow
        label="Time per lap"
        name={`Period of target ${index + 1}`}
        quantity={secondsQuantity}
        value={drawn.period}
        set={(value) => edit('Period', setMotionShape(index, { period: value }))}
      />
      <ChoiceField
        name="Plane"
        label={`Plane of target ${index + 1}`}
        value={planeName(drawn.plane, up)}
        options={options}
        choose={(name) => {
          const plane = listCoordinatePlanes(up).find((each) => planeName(each, up) === name);
          if (plane) edit('Plane', setMotionShape(index, { plane }));
        }}
      />
    </>
  );
}

/**
 * Sets a value if it is positive, else returns a fault, because the motion must remain a circle.
 */
const positive = (value: number, set: () => readonly Fault[]): readonly Fault[] =>
  value > 0 ? set() : [{ path: '', reason: '', bound: { sign: '>', bound: 0, is: value } }];

function PathForm({ index, target, edit }: TargetFormProps) {
  if (target.motion?.kind !== 'path') return null;
  return (
    <>
      <NumberRow
        label="Time per lap"
        name={`Period of target ${index + 1}`}
        quantity={secondsQuantity}
        value={target.motion.period}
        set={(value) => edit('Period', setPathPeriod(index, value))}
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
    ['amplitude', 'Swing', positionQuantity(page.doc.editor.scenario.value.unit)],
    ['period', 'Period', secondsQuantity],
    ['phase', 'Phase', degreesQuantity],
  ];
  return (
    <>
      {parts.map(([part, label, quantity]) => (
        <NumberTriple
          key={part}
          label={label}
          named={(axis) => `${label} along ${axis} of target ${index + 1}`}
          quantity={quantity}
          value={motion[part]}
          set={(axis, value) => edit(label, setSineMotion(index, part, axis, value))}
        />
      ))}
    </>
  );
}
