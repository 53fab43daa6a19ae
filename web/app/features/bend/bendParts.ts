/** What bends a filter: loaded when it is first asked for. */
export { Bend } from './bend.ts';
export { BendLayer } from './bendLayer.tsx';
