export { Bend } from './bend.ts';
export { BendLayer } from './bendLayer.tsx';
