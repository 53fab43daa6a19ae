/** The editor of filters, loaded on first use. */
export { Bend } from './bend.ts';
export { BendLayer } from './bendLayer.tsx';
