/** What the first picture does not need: one script, got once the page stands. */

export { KeysDialog } from '../dialogs/keysDialog.tsx';
export { ShareDialog } from '../dialogs/shareDialog.tsx';
export { TextDialog } from '../dialogs/textDialog.tsx';
export { Inspector } from '../inspector/inspector.tsx';
export { Questions } from '../inspector/questionList.tsx';
export { Why } from '../inspector/whyCard.tsx';
export { Presentation } from './presentation.tsx';
export { Marks, Sheet } from './sheet.tsx';
export { SplitBar } from './split.tsx';
