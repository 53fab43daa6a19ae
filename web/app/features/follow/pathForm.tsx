import { DRAWN_SHAPES, type DrawnShape, type FollowDraft, pathOf as shapeOf } from '@iklab/study';
import { quantity } from 'iklab/format';
import { deepEqual, type Fault, type Scenario } from 'iklab/scenario';
import type { Page } from '../../page.ts';
import { Choice } from '../../ui/choiceField.tsx';
import { NumberOf, StudyForm } from '../study/studyForm.tsx';
import { pathOf } from './pathState.ts';

type Sampling = FollowDraft['sampling'];

const SHAPES: Readonly<Record<Sampling['path']['shape'], string>> = {
  circle: 'circle',
  eight: 'figure eight',
  line: 'line, back and forth',
  motion: 'motion of the targets',
  poses: 'poses of the study',
};
const TURNS = [
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
  const at = pathOf(page);
  const { draft } = at;
  const form = at.runs.formOf(at.read(draft));
  const set = (sampling: Sampling): readonly Fault[] => {
    const next = { ...draft, sampling };
    const read = at.read(next);
    if (read.ok) at.choose(next);
    return read.ok ? [] : read.faults;
  };
  return (
    <StudyForm
      name="Path"
      runs={at.runs}
      form={form}
      chosen={{}}
      begin={(study) => at.begin(study)}
      example="path"
    >
      <Shape scenario={at.scenario} sampling={draft.sampling} set={set} />
      {COUNTS.map(([key, name]) => (
        <NumberOf
          key={key}
          name={name}
          of={COUNT}
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
function Shape({ scenario, sampling, set }: PartProps) {
  const { path, turn } = sampling;
  const moves = scenario.targets.some(({ motion }) => motion !== null);
  const shapes = [
    ...DRAWN_SHAPES,
    ...(moves || path.shape === 'motion' ? (['motion'] as const) : []),
    ...(path.shape === 'poses' ? (['poses'] as const) : []),
  ];
  const effectors = scenario.targets.map(({ effector }) => effector);
  const own = path.shape === 'motion' ? undefined : (path.effector ?? effectors[0]);
  const target = scenario.targets.find(({ effector }) => effector === own);
  const turns = target !== undefined && target.orientation !== null;
  const { turn: _, ...rest } = sampling;
  return (
    <>
      <Choice
        name="Shape"
        value={path.shape}
        options={shapes.map((shape) => [shape, SHAPES[shape]] as const)}
        choose={(shape) =>
          shape !== 'poses' &&
          set({ ...rest, path: shapeOf(shape as DrawnShape | 'motion', scenario) } as Sampling)
        }
      />
      {own !== undefined && path.shape !== 'motion' && effectors.length > 1 && (
        <Choice
          name="Effector"
          value={own}
          options={effectors.map((effector) => [effector, effector] as const)}
          choose={(effector) => set({ ...rest, path: { ...path, effector } })}
        />
      )}
      <Size {...{ scenario, sampling, set }} />
      {turns && (
        <Choice
          name="Tool"
          value={turn ?? 'kept'}
          options={path.shape === 'poses' ? TURNS.filter(([id]) => id !== 'tangent') : TURNS}
          choose={(to) => set({ ...sampling, turn: to })}
        />
      )}
    </>
  );
}

function Size({ scenario, sampling, set }: PartProps) {
  const { path } = sampling;
  const length = quantity('m', { scene: scenario.unit });
  const put = (next: Sampling['path']): readonly Fault[] => set({ ...sampling, path: next });
  if (path.shape === 'circle')
    return (
      <>
        <NumberOf
          name="Radius"
          of={length}
          value={path.radius}
          set={(radius) => put({ ...path, radius })}
        />
        <Plane plane={path.plane} set={(plane) => put({ ...path, plane })} />
      </>
    );
  if (path.shape === 'eight')
    return (
      <>
        {(['Length', 'Width'] as const).map((name, i) => (
          <NumberOf
            key={name}
            name={name}
            of={length}
            value={path.size[i] ?? 0}
            set={(value) =>
              put({ ...path, size: path.size.with(i, value) as unknown as [number, number] })
            }
          />
        ))}
        <Plane plane={path.plane} set={(plane) => put({ ...path, plane })} />
      </>
    );
  if (path.shape !== 'line' || path.to === 'start') return null;
  const to = path.to;
  return (
    <>
      {['To x', 'To y', 'To z'].map((name, i) => (
        <NumberOf
          key={name}
          name={name}
          of={length}
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

function Plane({
  plane,
  set,
}: {
  readonly plane: Triple;
  readonly set: (plane: Triple) => unknown;
}) {
  const own = PLANES.every(([id]) => !deepEqual(id.split(',').map(Number), plane));
  const value = plane.join(',');
  return (
    <Choice
      name="Plane"
      value={value}
      options={own ? [...PLANES, [value, 'of the study'] as const] : PLANES}
      choose={(to) => set(to.split(',').map(Number) as Triple)}
    />
  );
}
