import type { Session } from '@iklab/run/session';
import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { SegmentedControl } from '../../ui/segmentedControl.tsx';
import { ResetButton } from '../../ui/slider.tsx';
import { JointDiagram } from './jointDiagram.tsx';
import { ParameterSlider } from './parameterSlider.tsx';
import css from './selfMotion.module.css';
import type { SelfMotionDiagram } from './selfMotionDiagram.ts';
import type { CurveCursor, SelfMotionState } from './selfMotionState.ts';
import { cursorText, startLabel } from './selfMotionTexts.ts';
import type { FoundSolutions } from './solutionsState.ts';
import { canStartFrom, startFromSolution } from './startFromSolution.ts';

interface ControlsProps {
  readonly session: Session;
  readonly state: SelfMotionState;
  readonly found: FoundSolutions;
}

const VIEWS = [
  ['list', 'Solutions'],
  ['curve', 'Self-motion'],
] as const;

/** Choice between the list and the curve, and the slider of the list. */
export function ParameterControls({ session, state, found: { parameter } }: ControlsProps) {
  if (!parameter) return null;
  return (
    <div class={css.parameterControls}>
      <ViewChoice state={state} />
      <ParameterSlider {...{ session, state, parameter }} />
    </div>
  );
}

const ViewChoice = ({ state: { view } }: Pick<ControlsProps, 'state'>) => (
  <SegmentedControl
    name="Show"
    value={view.value}
    options={VIEWS}
    choose={(chosen) => {
      view.value = chosen;
    }}
  />
);

interface SelfMotionProps {
  readonly page: Page;
  readonly session: Session;
  readonly state: SelfMotionState;
  readonly found: FoundSolutions;
}

/** The curve of poses that keep the effectors in place, and the pose at its cursor. */
export function SelfMotion({ page, session, state, found }: SelfMotionProps) {
  const [fault, setFault] = useState('');
  const diagram = state.diagram.value;
  const cursor = state.cursor.value;
  const isAllowed = cursor !== null && canStartFrom(cursor.solution, page.doc);
  const start = (): void => {
    if (!diagram || !cursor || !isAllowed) return;
    const faults = startFromSolution(cursor.solution, page.doc, startLabel(diagram, cursor));
    setFault(faults.map(({ reason }) => reason).join(' '));
  };
  return (
    <>
      {fault !== '' && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <div class={css.parameterControls}>
        {found.parameter && <ViewChoice state={state} />}
        {diagram && <CursorReading {...{ session, state, diagram, cursor, isAllowed, start }} />}
      </div>
      {diagram && <JointDiagram {...{ session, state, diagram, start }} />}
    </>
  );
}

interface ReadingProps {
  readonly session: Session;
  readonly state: SelfMotionState;
  readonly diagram: SelfMotionDiagram;
  readonly cursor: CurveCursor | null;
  readonly isAllowed: boolean;
  readonly start: () => void;
}

/** Shows the position of the cursor, with buttons. */
function CursorReading({ session, state, diagram, cursor, isAllowed, start }: ReadingProps) {
  return (
    <div class={css.cursorReading}>
      <p data-outside={cursor !== null && cursor.solution.margin < 0}>
        {cursor ? cursorText(diagram, cursor, session.scene) : ''}
      </p>
      <ResetButton
        name="position"
        to="the pose through which the curve was traced"
        visible={state.chosenPosition.value !== null}
        press={() => {
          state.chosenPosition.value = state.chosenParameter.value = null;
        }}
      />
      {diagram.best !== null && (
        <button
          type="button"
          class="button"
          onClick={() => {
            state.chosenPosition.value = diagram.best;
          }}
        >
          Largest limit margin
        </button>
      )}
      <button
        type="button"
        class="button"
        aria-disabled={!isAllowed}
        title={
          isAllowed
            ? 'Start all methods at the pose of the cursor (Enter)'
            : 'Outside the joint limits: no method can start here'
        }
        onClick={start}
      >
        Start all methods here
      </button>
    </div>
  );
}
