/** What finds scenes, methods and commands: one script, got once the page stands. */
export { Gallery } from './gallery.tsx';
export { Palette } from './palette.tsx';
export { Picker } from './picker.tsx';
