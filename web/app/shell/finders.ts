/** Dialogs for finding scenes, methods and commands: one script, loaded after the first picture. */

export { CommandPalette } from '../features/find/commandPalette.tsx';
export { MethodPicker } from '../features/find/methodPicker.tsx';
export { Gallery } from '../features/gallery/gallery.tsx';
