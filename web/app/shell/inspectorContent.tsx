import { IMPORT_REPORT_PANEL, JOINT_JOG_PANEL, MECHANISM_EDITOR_PANEL } from '@iklab/run/session';
import { MethodInspector } from '../features/method/methodInspector.tsx';
import { RobotImportChoice } from '../features/robots/robotImportChoice.tsx';
import { RobotImportReport } from '../features/robots/robotImportReport.tsx';
import type { Page } from '../page.ts';
import { makeLazyComponent } from '../ui/makeLazyComponent.tsx';

const MechanismEditor = makeLazyComponent(
  async () => (await import('../features/mechanism/mechanismEditor.tsx')).MechanismEditor,
);
const LogCard = makeLazyComponent(
  async () => (await import('../features/logs/logCard.tsx')).LogCard,
);
const JointsPanel = makeLazyComponent(
  async () => (await import('../features/joints/jointsPanel.tsx')).JointsPanel,
);

export function InspectorContent({ page }: { page: Page }) {
  const slot = page.viewState.inspected.value;
  if (slot === MECHANISM_EDITOR_PANEL) return <MechanismEditor page={page} />;
  if (slot === JOINT_JOG_PANEL) return <JointsPanel page={page} />;
  const externalPanel = page.doc.session.value?.instances.find(
    (each) => each.slot === slot,
  )?.externalPanel;
  if (externalPanel) return <LogCard key={slot} page={page} externalPanel={externalPanel} />;
  return slot === IMPORT_REPORT_PANEL ? (
    <Robot page={page} />
  ) : (
    <MethodInspector page={page} slot={slot} />
  );
}

function Robot({ page }: { page: Page }) {
  const question = page.robotQuestion.value;
  return question ? (
    <RobotImportChoice page={page} question={question} />
  ) : (
    <RobotImportReport page={page} />
  );
}
