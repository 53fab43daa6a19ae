import type { Fault, Scenario } from '@iklab/core/scenario';
import { withFormFieldValue } from '@iklab/study/document';
import {
  EDITABLE_PATH_SHAPES,
  type EditablePathShape,
  makePathShape,
  type PathStudyDraft,
} from '@iklab/study/follow';
import type { Page } from '../../page.ts';
import { ChoiceField } from '../../ui/choiceField.tsx';
import { StudyField } from '../study/studyField.tsx';
import { StudyForm } from '../study/studyForm.tsx';
import { pathStudyState } from './pathStudyState.ts';

type PathShape = PathStudyDraft['sampling']['path'];

const SHAPES: Readonly<Record<PathShape['shape'], string>> = {
  circle: 'circle',
  eight: 'figure eight',
  line: 'line, back and forth',
  motion: 'motion of the targets',
  poses: 'poses of the study',
};
const SIZES: Readonly<Partial<Record<PathShape['shape'], readonly string[]>>> = {
  circle: ['path.radius', 'path.plane'],
  eight: ['path.size[0]', 'path.size[1]', 'path.plane'],
  line: ['path.to[0]', 'path.to[1]', 'path.to[2]'],
};
const COUNTS = ['points', 'updates', 'rounds', 'starts'];

export function PathForm({ page }: { readonly page: Page }) {
  const state = pathStudyState(page);
  const { draft, scenario } = state;
  const { path, turn: _, ...others } = draft.sampling;
  const form = state.runs.formState(state.read(draft));
  const choose = (next: PathStudyDraft): readonly Fault[] => {
    const read = state.read(next);
    if (read.ok) state.choose(next);
    return read.ok ? [] : read.faults;
  };
  const setPath = (next: PathShape) => choose({ ...draft, sampling: { ...others, path: next } });
  const binding = {
    document: draft,
    scene: scenario.unit,
    set: (at: string, value: unknown) => choose(withFormFieldValue(draft, at, value)),
  };
  const field = (key: string, omit = '') => (
    <StudyField key={key} binding={binding} path={`sampling.${key}`} omit={omit} />
  );
  const effectors = scenario.targets.map(({ effector }) => effector);
  const pathEffector = path.shape === 'motion' ? undefined : (path.effector ?? effectors[0]);
  const target = scenario.targets.find(({ effector }) => effector === pathEffector);
  const sizes = path.shape === 'line' && path.to === 'start' ? [] : SIZES[path.shape];
  return (
    <StudyForm
      name="Path"
      runs={state.runs}
      form={form}
      begin={(study) => state.begin(study)}
      example="path"
    >
      <ChoiceField
        name="Shape"
        value={path.shape}
        options={shapesFor(scenario, path).map((shape) => [shape, SHAPES[shape]] as const)}
        choose={(shape) =>
          // Its size fits the robot.
          shape !== 'poses' &&
          setPath(makePathShape(shape as EditablePathShape | 'motion', scenario))
        }
      />
      {pathEffector !== undefined && path.shape !== 'motion' && effectors.length > 1 && (
        <ChoiceField
          name="Effector"
          value={pathEffector}
          options={effectors.map((effector) => [effector, effector] as const)}
          choose={(effector) => setPath({ ...path, effector })}
        />
      )}
      {sizes?.map((key) => field(key))}
      {target &&
        target.orientation !== null &&
        field('turn', path.shape === 'poses' ? 'tangent' : '')}
      {COUNTS.map((key) => field(key))}
    </StudyForm>
  );
}

const shapesFor = ({ targets }: Scenario, { shape }: PathShape): PathShape['shape'][] => [
  ...EDITABLE_PATH_SHAPES,
  ...(shape === 'motion' || targets.some(({ motion }) => motion !== null)
    ? (['motion'] as const)
    : []),
  ...(shape === 'poses' ? (['poses'] as const) : []),
];
