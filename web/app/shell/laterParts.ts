/** Components that the first picture does not need: one script, loaded after it. */

export { QuestionList } from '../features/explain/questionList.tsx';
export { WhyPopover } from '../features/explain/whyCard.tsx';
export { KeysDialog } from '../features/find/keysDialog.tsx';
export { ShareDialog } from '../features/share/shareDialog.tsx';
export { TextDialog } from '../features/share/textDialog.tsx';
export { Inspector } from './inspector.tsx';
export { Presentation } from './presentation.tsx';
export { MethodMarks, Sheet } from './sheet.tsx';
export { SplitBar } from './splitBar.tsx';
