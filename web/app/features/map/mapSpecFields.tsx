import { dot } from '@iklab/core/scenario/numbers';
import { withFormFieldValue } from '@iklab/study/document';
import {
  availableMapPlanes,
  MAP_RESOLUTIONS,
  type MapPlaneKind,
  type MapSpec,
  makeStartMap,
  makeTargetMap,
  mapPlaneBasis,
  type StartMap,
  type TargetMap,
  variableStartJoints,
} from '@iklab/study/maps';
import { Fragment } from 'preact';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { SegmentedControl } from '../../ui/segmentedControl.tsx';
import css from '../study/studies.module.css';
import { FormField, StudyField, type StudyFieldBinding } from '../study/studyField.tsx';
import { MAP_COLOUR_CHOICES } from './mapColourLegend.tsx';
import { getMapAxisNames } from './mapWords.ts';
import { makeDefaultMapSpec, mapEffectorPosition, type PageMaps } from './pageMaps.ts';

interface FieldsProps<S extends MapSpec> {
  readonly board: PageMaps;
  readonly spec: S;
}

export function MapSpecFields({ board }: { readonly board: PageMaps }) {
  const [mapped, spec] = [board.mapped.value, board.spec.value];
  return (
    <div class={css.formFields}>
      <FormField name="Over">
        <SegmentedControl
          name="Over"
          value={spec.over}
          options={[
            ['targets', 'Targets'],
            ['starts', 'Start angles'],
          ]}
          choose={(over) => {
            board.chosen.value = makeDefaultMapSpec(over, mapped);
          }}
        />
      </FormField>
      {spec.over === 'targets' ? (
        <TargetFields board={board} spec={spec} />
      ) : (
        <StartFields board={board} spec={spec} />
      )}
      <FormField name="Colour">
        <SegmentedControl
          name="Colour"
          value={board.colour.value}
          options={MAP_COLOUR_CHOICES}
          choose={(colour) => {
            board.colour.value = colour;
          }}
        />
      </FormField>
      <ChoiceField
        name="Up to"
        value={String(board.finest.value)}
        options={MAP_RESOLUTIONS.map((cells) => [String(cells), `${cells} × ${cells}`] as const)}
        choose={(cells) => {
          board.finest.value = Number(cells);
        }}
      />
    </div>
  );
}

const NAMES: Readonly<Record<MapPlaneKind, string>> = {
  own: 'the arm’s own plane',
  xy: 'xy',
  xz: 'xz',
  yz: 'yz',
  turned: 'turned by hand',
};

function bindSpec<S extends MapSpec>(
  board: PageMaps,
  spec: S,
  document: S = spec,
): StudyFieldBinding {
  return {
    document,
    scene: board.mapped.value.scene.scenario.unit,
    set(path, value) {
      const next = withFormFieldValue(spec, path, value);
      const reason = specFault(next, path, value as number);
      if (reason === '') board.chosen.value = next;
      return reason === '' ? [] : [{ path, reason }];
    },
  };
}

function specFault(spec: MapSpec, path: string, value: number): string {
  if (spec.over === 'starts') {
    const side = path.endsWith('[0]') ? 0 : 1;
    if (!(spec.low[side] < spec.high[side])) return 'must leave the low end below the high';
    return Math.abs(value) > 100 ? 'must be within ±100' : '';
  }
  if (path === 'size') return value > 0 && value <= 1e6 ? '' : 'must be > 0 and at most 1e6';
  return Math.abs(value) > 1e6 ? 'must be at most 1e6' : '';
}

function TargetFields({ board, spec }: FieldsProps<TargetMap>) {
  const mapped = board.mapped.value;
  const { scene } = mapped;
  const { targets } = scene.scenario;
  const axes = getMapAxisNames(mapped, spec);
  const kinds = [
    ...availableMapPlanes(scene, spec.effector),
    ...(spec.turned ? (['turned'] as const) : []),
  ];
  const across = dot(mapEffectorPosition(mapped, spec), mapPlaneBasis(scene, spec).normal);
  const binding = bindSpec(board, spec, { ...spec, lift: spec.lift ?? across });
  const replace = (effector: string, plane?: MapPlaneKind): void => {
    board.chosen.value = { ...spec, ...makeTargetMap(scene, effector, plane) };
  };
  return (
    <>
      {targets.length > 1 && (
        <ChoiceField
          name="Effector"
          value={spec.effector}
          options={targets.map(({ effector }) => [effector, effector] as const)}
          choose={(effector) => replace(effector)}
        />
      )}
      <ChoiceField
        name="Plane"
        value={spec.plane}
        options={kinds.map((kind) => [kind, NAMES[kind]] as const)}
        choose={(plane) => plane !== 'turned' && replace(spec.effector, plane)}
      />
      <StudyField binding={binding} path="centre[0]" label={`Centre, ${axes[0]}`} unit="m" />
      <StudyField binding={binding} path="centre[1]" label={`Centre, ${axes[1]}`} unit="m" />
      <StudyField
        binding={binding}
        path="lift"
        label="Offset"
        named={(label) => `${label}, along the normal of the plane`}
        unit="m"
      />
      <StudyField binding={binding} path="size" label="Side" unit="m" />
    </>
  );
}

function StartFields({ board, spec }: FieldsProps<StartMap>) {
  const { scene } = board.mapped.value;
  const joints = variableStartJoints(scene);
  const binding = bindSpec(board, spec);
  const choose = (side: 0 | 1, id: string): void => {
    const pair: [string, string] = [...spec.joints];
    pair[side] = id;
    // A joint that the other side has changes places with it.
    if (spec.joints[1 - side] === id) pair[1 - side] = spec.joints[side];
    board.chosen.value = makeStartMap(scene, pair);
  };
  return (
    <>
      {([0, 1] as const).map((side) => {
        const joint = spec.joints[side];
        const slides = joints.find(({ id }) => id === joint)?.type === 'prismatic';
        return (
          <Fragment key={side}>
            <ChoiceField
              name={side === 0 ? 'Across' : 'Up'}
              value={joint}
              options={joints.map(({ id }) => [id, id] as const)}
              choose={(id) => choose(side, id)}
            />
            {(['low', 'high'] as const).map((end) => (
              <StudyField
                key={end}
                binding={binding}
                path={`${end}[${side}]`}
                label={end === 'low' ? 'From' : 'To'}
                named={() => `${joint}, ${end} end`}
                unit={slides ? 'm' : 'rad'}
              />
            ))}
          </Fragment>
        );
      })}
    </>
  );
}
