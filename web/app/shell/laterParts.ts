/** Components that the first picture does not need: one script, loaded after it. */

export { SuggestedQuestions } from '../features/explain/questionList.tsx';
export { WhyUnreachedPopover } from '../features/explain/whyCard.tsx';
export { KeyboardShortcutsDialog } from '../features/find/keysDialog.tsx';
export { ShareDialog } from '../features/share/shareDialog.tsx';
export { DocumentTextDialog } from '../features/share/textDialog.tsx';
export { InspectorContent } from './inspector.tsx';
export { PresentationView } from './presentation.tsx';
export { BottomSheet, MethodMarkButtons } from './sheet.tsx';
export { PaneSplitBar } from './splitBar.tsx';
