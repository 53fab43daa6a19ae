/** What finds scenes, methods and commands: one script, got once the page stands. */

export { Palette } from '../features/find/commandPalette.tsx';
export { Picker } from '../features/find/picker.tsx';
export { Gallery } from '../features/gallery/gallery.tsx';
