export { FilterEditing } from './filterEditing.ts';
export { FilterKnotLayer } from './filterKnotLayer.tsx';
