import { quantity } from '@iklab/core/format';
import { deepEqual, type Fault, type Scenario } from '@iklab/core/scenario';
import {
  EDITABLE_SHAPES,
  type EditableShape,
  type FollowDraft,
  makePath as shapeOf,
} from '@iklab/study/follow';
import type { Page } from '../../page.ts';
import { Choice } from '../../ui/choiceField.tsx';
import { NumberFormField, StudyForm } from '../study/studyForm.tsx';
import { pathState } from './pathState.ts';

type Sampling = FollowDraft['sampling'];

const SHAPES: Readonly<Record<Sampling['path']['shape'], string>> = {
  circle: 'circle',
  eight: 'figure eight',
  line: 'line, back and forth',
  motion: 'motion of the targets',
  poses: 'poses of the study',
};
const ORIENTATIONS = [
  ['kept', 'constant'],
  ['tangent', 'along the path'],
  ['free', 'free'],
] as const;
const PLANES = [
  ['0,0,1', 'x, y'],
  ['0,1,0', 'x, z'],
  ['1,0,0', 'y, z'],
] as const;
const COUNTS = [
  ['points', 'Points'],
  ['updates', 'Updates per point'],
  ['rounds', 'Rounds'],
  ['starts', 'Starts'],
] as const;
const COUNT = quantity('');

export function PathForm({ page }: { readonly page: Page }) {
  const state = pathState(page);
  const { draft } = state;
  const form = state.runs.formState(state.read(draft));
  const set = (sampling: Sampling): readonly Fault[] => {
    const next = { ...draft, sampling };
    const read = state.read(next);
    if (read.ok) state.choose(next);
    return read.ok ? [] : read.faults;
  };
  return (
    <StudyForm
      name="Path"
      runs={state.runs}
      form={form}
      chosen={{}}
      begin={(study) => state.begin(study)}
      example="path"
    >
      <ShapeFields scenario={state.scenario} sampling={draft.sampling} set={set} />
      {COUNTS.map(([key, name]) => (
        <NumberFormField
          key={key}
          name={name}
          quantity={COUNT}
          value={draft.sampling[key] ?? 1}
          set={(value) => set({ ...draft.sampling, [key]: value })}
        />
      ))}
    </StudyForm>
  );
}

interface PartProps {
  readonly scenario: Scenario;
  readonly sampling: Sampling;
  readonly set: (sampling: Sampling) => readonly Fault[];
}

/** Choosing another shape sets a size that fits the robot. */
function ShapeFields({ scenario, sampling, set }: PartProps) {
  const { path, turn: toolOrientation } = sampling;
  const moves = scenario.targets.some(({ motion }) => motion !== null);
  const shapes = [
    ...EDITABLE_SHAPES,
    ...(moves || path.shape === 'motion' ? (['motion'] as const) : []),
    ...(path.shape === 'poses' ? (['poses'] as const) : []),
  ];
  const effectors = scenario.targets.map(({ effector }) => effector);
  const pathEffector = path.shape === 'motion' ? undefined : (path.effector ?? effectors[0]);
  const target = scenario.targets.find(({ effector }) => effector === pathEffector);
  const hasOrientation = target !== undefined && target.orientation !== null;
  const { turn: _, ...rest } = sampling;
  return (
    <>
      <Choice
        name="Shape"
        value={path.shape}
        options={shapes.map((shape) => [shape, SHAPES[shape]] as const)}
        choose={(shape) =>
          shape !== 'poses' &&
          set({ ...rest, path: shapeOf(shape as EditableShape | 'motion', scenario) } as Sampling)
        }
      />
      {pathEffector !== undefined && path.shape !== 'motion' && effectors.length > 1 && (
        <Choice
          name="Effector"
          value={pathEffector}
          options={effectors.map((effector) => [effector, effector] as const)}
          choose={(effector) => set({ ...rest, path: { ...path, effector } })}
        />
      )}
      <SizeFields {...{ scenario, sampling, set }} />
      {hasOrientation && (
        <Choice
          name="Tool"
          value={toolOrientation ?? 'kept'}
          options={
            path.shape === 'poses' ? ORIENTATIONS.filter(([id]) => id !== 'tangent') : ORIENTATIONS
          }
          choose={(to) => set({ ...sampling, turn: to })}
        />
      )}
    </>
  );
}

function SizeFields({ scenario, sampling, set }: PartProps) {
  const { path } = sampling;
  const length = quantity('m', { scene: scenario.unit });
  const put = (next: Sampling['path']): readonly Fault[] => set({ ...sampling, path: next });
  if (path.shape === 'circle')
    return (
      <>
        <NumberFormField
          name="Radius"
          quantity={length}
          value={path.radius}
          set={(radius) => put({ ...path, radius })}
        />
        <PlaneChoice plane={path.plane} set={(plane) => put({ ...path, plane })} />
      </>
    );
  if (path.shape === 'eight')
    return (
      <>
        {(['Length', 'Width'] as const).map((name, i) => (
          <NumberFormField
            key={name}
            name={name}
            quantity={length}
            value={path.size[i] ?? 0}
            set={(value) =>
              put({ ...path, size: path.size.with(i, value) as unknown as [number, number] })
            }
          />
        ))}
        <PlaneChoice plane={path.plane} set={(plane) => put({ ...path, plane })} />
      </>
    );
  if (path.shape !== 'line' || path.to === 'start') return null;
  const to = path.to;
  return (
    <>
      {['To x', 'To y', 'To z'].map((name, i) => (
        <NumberFormField
          key={name}
          name={name}
          quantity={length}
          value={to[i] ?? 0}
          set={(value) =>
            put({ ...path, to: to.with(i, value) as unknown as [number, number, number] })
          }
        />
      ))}
    </>
  );
}

type Triple = [number, number, number];

function PlaneChoice({
  plane,
  set,
}: {
  readonly plane: Triple;
  readonly set: (plane: Triple) => unknown;
}) {
  const isCustom = PLANES.every(([id]) => !deepEqual(id.split(',').map(Number), plane));
  const value = plane.join(',');
  return (
    <Choice
      name="Plane"
      value={value}
      options={isCustom ? [...PLANES, [value, 'of the study'] as const] : PLANES}
      choose={(to) => set(to.split(',').map(Number) as Triple)}
    />
  );
}
