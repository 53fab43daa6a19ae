import { drawnOf, kindOf, planeName, planes } from '../scenario/motions.ts';
import type { SineMotion } from '../scenario/types.ts';
import { degrees, millimetres, reading, seconds } from '../session/reading.ts';
import { setDrawn, setPathPeriod, setSine } from '../session/targetEdits.ts';
import { Choice } from './choice.tsx';
import { NumberField } from './number.tsx';
import type { FormProps } from './targetList.tsx';

const AXES = ['x', 'y', 'z'] as const;
const size = reading(1000, 1, 'mm');
const period = reading(1, 3, 's');

/** The numbers of a target's motion, by what it is. */
export function MotionForm(props: FormProps) {
  const { motion } = props.target;
  if (drawnOf(motion)) return <DrawnForm {...props} />;
  if (motion?.kind === 'path') return <PathForm {...props} />;
  return motion && kindOf(motion) !== 'still' ? <SineForm {...props} motion={motion} /> : null;
}

/** A circle or a figure eight. */
function DrawnForm({ page, index, target, say, edit }: FormProps) {
  const drawn = drawnOf(target.motion);
  const { up } = page.desk.editor.scenario.value.view;
  if (!drawn) return null;
  const label = kindOf(target.motion) === 'circle' ? 'Diameter' : 'Length';
  const options = planes(up).map((plane) => [planeName(plane, up), planeName(plane, up)] as const);
  return (
    <>
      <p class="row">
        <span>{label}</span>
        <NumberField
          name={`${label} of target ${index + 1}`}
          dial={size}
          value={drawn.size}
          set={(value) => positive(value, () => edit(label, setDrawn(index, { size: value })))}
          fault={say}
        />
      </p>
      <p class="row">
        <span>Once round in</span>
        <NumberField
          name={`Period of target ${index + 1}`}
          dial={period}
          value={drawn.period}
          set={(value) => edit('Period', setDrawn(index, { period: value }))}
          fault={say}
        />
      </p>
      <Choice
        name="Plane"
        label={`Plane of target ${index + 1}`}
        value={planeName(drawn.plane, up)}
        options={options}
        choose={(name) => {
          const plane = planes(up).find((each) => planeName(each, up) === name);
          if (plane) edit('Plane', setDrawn(index, { plane }));
        }}
      />
    </>
  );
}

/** A size of nothing would be no circle any more. */
const positive = (value: number, set: () => ReturnType<FormProps['edit']>) =>
  value > 0 ? set() : [{ path: '', reason: `must be > 0, is ${millimetres.text(value)}` }];

/** A path recorded by hand. */
function PathForm({ index, target, say, edit }: FormProps) {
  if (target.motion?.kind !== 'path') return null;
  return (
    <>
      <p class="row">
        <span>Once round in</span>
        <NumberField
          name={`Period of target ${index + 1}`}
          dial={period}
          value={target.motion.period}
          set={(value) => edit('Period', setPathPeriod(index, value))}
          fault={say}
        />
      </p>
      <p class="row">
        <span>Recorded as</span> <b>{target.motion.points.length} points</b>
      </p>
    </>
  );
}

const PARTS = [
  ['amplitude', 'Swing, mm', millimetres],
  ['period', 'Period, s', seconds],
  ['phase', 'Phase, °', degrees],
] as const;

/** A sine along each axis. */
function SineForm({ index, motion, say, edit }: FormProps & { readonly motion: SineMotion }) {
  return (
    <>
      {PARTS.map(([part, label, dial]) => (
        <div class="axes" key={part}>
          <span>{label}</span>
          {AXES.map((axis, i) => (
            <NumberField
              key={axis}
              name={`${label.replace(/,.*/, '')} along ${axis} of target ${index + 1}`}
              dial={dial}
              value={motion[part][i] as number}
              set={(value) => edit(label.replace(/,.*/, ''), setSine(index, part, i, value))}
              fault={say}
            />
          ))}
        </div>
      ))}
    </>
  );
}
