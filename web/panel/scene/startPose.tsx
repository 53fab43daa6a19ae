import { useState } from 'preact/hooks';
import { setStart } from '../../document/edits.ts';
import { count } from '../../format/figures.ts';
import { type Quantity, quantity } from '../../format/quantity.ts';
import { resolve } from '../../scenario/resolve.ts';
import { moves } from '../../scenario/trees.ts';
import type { Fault, Joint, LengthUnit, Scenario, Scene } from '../../scenario/types.ts';
import { NumberField } from '../controls/number.tsx';
import type { Page } from '../page.ts';

/** Where all methods start, as a number for each joint that moves. */
export function StartPose({ page }: { page: Page }) {
  const [open, show] = useState(false);
  const scenario = page.desk.editor.scenario.value;
  return (
    <details class="start-pose" onToggle={(event) => show(event.currentTarget.open)}>
      <summary>
        <span>Start pose</span> <b>{stands(scenario)}</b>
      </summary>
      {open && <Joints page={page} scene={resolve(scenario)} />}
    </details>
  );
}

const pointed = ({ tree }: Scenario): boolean => 'planar' in tree && 'points' in tree.planar;

const stands = (scenario: Scenario): string =>
  scenario.start ? 'changed' : pointed(scenario) ? 'by its points' : 'default';

function Joints({ page, scene }: { page: Page; scene: Scene }) {
  const { scenario, start } = scene;
  const joints = scene.tree.joints.filter(moves);
  const set = (i: number, value: number): readonly Fault[] => {
    const wrong =
      scenario.limitPolicy === 'ignore' ? [] : outside(joints[i] as Joint, value, scenario.unit);
    if (wrong.length > 0) return wrong;
    const next = start.map((now, at) => (at === i ? value : now));
    return page.desk.edit('Start pose', setStart(next));
  };
  return (
    <>
      <ul class="joints" aria-label={`Start pose, ${count(joints.length)} joints`}>
        {joints.map((joint, i) => (
          <li key={joint.id}>
            <span title={joint.id}>{joint.id}</span>
            <NumberField
              name={`Start of ${joint.id}`}
              short={joint.id}
              quantity={quantityOf(joint, scenario.unit)}
              value={start[i] ?? 0}
              set={(value) => set(i, value)}
            />
          </li>
        ))}
      </ul>
      {scenario.start && (
        <button
          type="button"
          class="button"
          onClick={() => page.desk.edit('Start pose', setStart(null))}
        >
          Back to the default
        </button>
      )}
      <p class="help">
        {pointed(scenario)
          ? 'The points of this chain give its start. A number typed here makes it a chain of links.'
          : 'Or drag a link in a picture; by touch, rest on it first.'}
      </p>
    </>
  );
}

const quantityOf = ({ type }: Joint, scene: LengthUnit): Quantity =>
  type === 'prismatic' ? quantity('m', { scene, small: true }) : quantity('rad');

/** The fault of a value that the joint's limits do not allow, in the unit that it is typed in. */
function outside(joint: Joint, value: number, scene: LengthUnit): Fault[] {
  const { limits, id } = joint;
  if (!limits || (value >= limits[0] && value <= limits[1])) return [];
  const { say } = quantityOf(joint, scene);
  const allowed = `must be from ${say(limits[0])} to ${say(limits[1])}, its limits`;
  return [{ path: id, reason: `${allowed}; it is ${say(value)}` }];
}
