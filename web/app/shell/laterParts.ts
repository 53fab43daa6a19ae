/** Components in one script, which is loaded after the first picture. */

export { SuggestedQuestions } from '../features/explain/suggestedQuestions.tsx';
export { WhyUnreachedPopover } from '../features/explain/whyUnreachedPopover.tsx';
export { KeyboardShortcutsDialog } from '../features/find/keyboardShortcutsDialog.tsx';
export { DocumentTextDialog } from '../features/share/documentTextDialog.tsx';
export { ShareDialog } from '../features/share/shareDialog.tsx';
export { BottomSheet, MethodMarkButtons } from './bottomSheet.tsx';
export { InspectorContent } from './inspectorContent.tsx';
export { PaneSplitBar } from './paneSplitBar.tsx';
export { PresentationView } from './presentationView.tsx';
