export { FilterEditing } from './bend.ts';
export { BendLayer } from './bendLayer.tsx';
