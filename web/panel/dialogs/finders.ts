/** What finds scenes, methods and commands: one script, got once the page stands. */

export { Palette } from './commandPalette.tsx';
export { Gallery } from './gallery.tsx';
export { Picker } from './picker.tsx';
