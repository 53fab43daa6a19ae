/** What the first picture does not need: one script, got once the page stands. */
export { Inspector } from './inspector.tsx';
export { KeysDialog } from './keysDialog.tsx';
export { Presentation } from './presentation.tsx';
export { Questions } from './questions.tsx';
export { ShareDialog } from './shareDialog.tsx';
export { Marks, Sheet } from './sheet.tsx';
export { SplitBar } from './split.tsx';
export { TextDialog } from './textDialog.tsx';
export { Why } from './why.tsx';
