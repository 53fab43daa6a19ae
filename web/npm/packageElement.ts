/**
 * `<ik-lab>` for bundlers. Importing this file registers the element in a page; under Node it does
 * nothing. The package does not include the IK Lab page: the attribute `src` or `host` gives its
 * address.
 */
export type { EmbedEvents, EmbedResult, EmbedState, MessageFault } from '@iklab/element';
export { IkLabElement } from '@iklab/element/ikLab';
