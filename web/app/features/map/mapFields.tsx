import { quantity } from '@iklab/core/format';
import type { Fault } from '@iklab/core/scenario';
import { dot } from '@iklab/core/scenario/numbers';
import {
  availablePlanes,
  MAP_LEVELS,
  type MapSpec,
  makeStartMap,
  makeTargetMap,
  type PlaneKind,
  planeBasis,
  type StartMap,
  startJoints,
  type TargetMap,
} from '@iklab/study/maps';
import { Fragment } from 'preact';
import { Choice } from '../../ui/choiceField.tsx';
import { Segments } from '../../ui/segmentedControl.tsx';
import css from '../study/studies.module.css';
import { FormField, NumberFormField } from '../study/studyForm.tsx';
import { defaultMap, type MapBoard, mapEffectorPosition } from './mapBoard.ts';
import { COLOURS } from './mapKey.tsx';
import { getAxisNames } from './mapWords.ts';

interface FieldsProps<S extends MapSpec> {
  readonly board: MapBoard;
  readonly spec: S;
}

export function MapFields({ board }: { readonly board: MapBoard }) {
  const [mapped, spec] = [board.mapped.value, board.spec.value];
  return (
    <div class={css.formFields}>
      <FormField name="Over">
        <Segments
          name="Over"
          value={spec.over}
          options={[
            ['targets', 'Targets'],
            ['starts', 'Start angles'],
          ]}
          choose={(over) => {
            board.chosen.value = defaultMap(over, mapped);
          }}
        />
      </FormField>
      {spec.over === 'targets' ? (
        <TargetFields board={board} spec={spec} />
      ) : (
        <StartFields board={board} spec={spec} />
      )}
      <FormField name="Colour">
        <Segments
          name="Colour"
          value={board.colour.value}
          options={COLOURS}
          choose={(colour) => {
            board.colour.value = colour;
          }}
        />
      </FormField>
      <Choice
        name="Up to"
        value={String(board.finest.value)}
        options={MAP_LEVELS.map((cells) => [String(cells), `${cells} × ${cells}`] as const)}
        choose={(cells) => {
          board.finest.value = Number(cells);
        }}
      />
    </div>
  );
}

const NAMES: Readonly<Record<PlaneKind, string>> = {
  own: 'the arm’s own plane',
  xy: 'xy',
  xz: 'xz',
  yz: 'yz',
  turned: 'turned by hand',
};

const refuse = (reason: string): readonly Fault[] => [{ path: '', reason }];

function TargetFields({ board, spec }: FieldsProps<TargetMap>) {
  const mapped = board.mapped.value;
  const { scene } = mapped;
  const { targets, unit } = scene.scenario;
  const metres = quantity('m', { scene: unit });
  const axes = getAxisNames(mapped, spec);
  const kinds = [
    ...availablePlanes(scene, spec.effector),
    ...(spec.turned ? (['turned'] as const) : []),
  ];
  const across = dot(mapEffectorPosition(mapped, spec), planeBasis(scene, spec).normal);
  const set = (change: Partial<TargetMap>): readonly Fault[] => {
    board.chosen.value = { ...spec, ...change };
    return [];
  };
  return (
    <>
      {targets.length > 1 && (
        <Choice
          name="Effector"
          value={spec.effector}
          options={targets.map(({ effector }) => [effector, effector] as const)}
          choose={(effector) => set(makeTargetMap(scene, effector))}
        />
      )}
      <Choice
        name="Plane"
        value={spec.plane}
        options={kinds.map((kind) => [kind, NAMES[kind]] as const)}
        choose={(plane) => plane !== 'turned' && set(makeTargetMap(scene, spec.effector, plane))}
      />
      {([0, 1] as const).map((i) => (
        <NumberFormField
          key={i}
          name={`Centre, ${axes[i]}`}
          quantity={metres}
          value={spec.centre[i]}
          set={(value) =>
            Math.abs(value) > 1e6
              ? refuse('must be at most 1e6')
              : set({ centre: i === 0 ? [value, spec.centre[1]] : [spec.centre[0], value] })
          }
        />
      ))}
      <NumberFormField
        name="Offset"
        label="Offset, along the normal of the plane"
        quantity={metres}
        value={spec.lift ?? across}
        set={(lift) => (Math.abs(lift) > 1e6 ? refuse('must be at most 1e6') : set({ lift }))}
      />
      <NumberFormField
        name="Side"
        quantity={metres}
        value={spec.size}
        set={(size) =>
          size > 0 && size <= 1e6 ? set({ size }) : refuse(`must be > 0 and at most 1e6`)
        }
      />
    </>
  );
}

function StartFields({ board, spec }: FieldsProps<StartMap>) {
  const { scene } = board.mapped.value;
  const joints = startJoints(scene);
  const set = (change: Partial<StartMap>): readonly Fault[] => {
    board.chosen.value = { ...spec, ...change };
    return [];
  };
  const choose = (side: 0 | 1, id: string): void => {
    const otherJoint = spec.joints[1 - side] === id ? spec.joints[side] : spec.joints[1 - side];
    set(makeStartMap(scene, side === 0 ? [id, otherJoint as string] : [otherJoint as string, id]));
  };
  const end = (which: 'low' | 'high', side: 0 | 1, value: number): readonly Fault[] => {
    const next = {
      ...spec,
      [which]: side === 0 ? [value, spec[which][1]] : [spec[which][0], value],
    };
    if (!(next.low[side] < next.high[side])) return refuse('must leave the low end below the high');
    if (Math.abs(value) > 100) return refuse('must be within ±100');
    return set(next);
  };
  return (
    <>
      {([0, 1] as const).map((side) => {
        const slides = joints.find(({ id }) => id === spec.joints[side])?.type === 'prismatic';
        const unit = quantity(slides ? 'm' : 'rad', { scene: scene.scenario.unit });
        return (
          <Fragment key={side}>
            <Choice
              name={side === 0 ? 'Across' : 'Up'}
              value={spec.joints[side]}
              options={joints.map(({ id }) => [id, id] as const)}
              choose={(id) => choose(side, id)}
            />
            {(['low', 'high'] as const).map((which) => (
              <NumberFormField
                key={which}
                name={which === 'low' ? 'From' : 'To'}
                label={`${spec.joints[side]}, ${which} end`}
                quantity={unit}
                value={spec[which][side]}
                set={(value) => end(which, side, value)}
              />
            ))}
          </Fragment>
        );
      })}
    </>
  );
}
