import { EDITOR_PANEL, JOINTS_PANEL, REPORT_PANEL } from '@iklab/run/session';
import { MethodInspector } from '../features/method/methodInspector.tsx';
import { RobotChoice } from '../features/robots/robotChoice.tsx';
import { RobotReport } from '../features/robots/robotReport.tsx';
import type { Page } from '../page.ts';
import { lazyPart } from '../ui/lazyPart.tsx';

const MechanismEditor = lazyPart(
  async () => (await import('../features/mechanism/mechanismEditor.tsx')).MechanismEditor,
);
const LogCard = lazyPart(async () => (await import('../features/logs/logCard.tsx')).LogCard);
const JointsPanel = lazyPart(
  async () => (await import('../features/joints/jointsPanel.tsx')).JointsPanel,
);

export function Inspector({ page }: { page: Page }) {
  const slot = page.viewState.inspected.value;
  if (slot === EDITOR_PANEL) return <MechanismEditor page={page} />;
  if (slot === JOINTS_PANEL) return <JointsPanel page={page} />;
  const externalPanel = page.doc.session.value?.instances.find(
    (each) => each.slot === slot,
  )?.externalPanel;
  if (externalPanel) return <LogCard key={slot} page={page} externalPanel={externalPanel} />;
  return slot === REPORT_PANEL ? (
    <Robot page={page} />
  ) : (
    <MethodInspector page={page} slot={slot} />
  );
}

function Robot({ page }: { page: Page }) {
  const question = page.robotQuestion.value;
  return question ? <RobotChoice page={page} question={question} /> : <RobotReport page={page} />;
}
