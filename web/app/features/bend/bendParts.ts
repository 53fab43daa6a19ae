export { FilterEditing } from './bend.ts';
export { FilterKnotLayer } from './bendLayer.tsx';
