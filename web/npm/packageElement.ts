/**
 * `<ik-lab>` for bundlers: to import this makes it known to the page; where there is none, under Node, it does
 * nothing. The page of IK Lab itself is no part of the package: `src` or `host` names where it stands.
 */
export type { EmbedEvents, EmbedResult, EmbedState, MessageFault } from '@iklab/element';
export { IkLabElement } from '@iklab/element/ikLab';
