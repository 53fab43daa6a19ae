export {
  type EmbedSettings,
  HIDEABLE_ACTIONS,
  type HideableAction,
  makeEmbedAddress,
  parseEmbedSettings,
} from './embedAddress.ts';
export {
  type EmbedEvents,
  type EmbedRequest,
  type EmbedResult,
  type EmbedState,
  type FrameGreeting,
  type MessageFault,
  makeEmbedAnswer,
  makeEventMessage,
  makeMessageFault,
  makeRefusalMessage,
  parseEmbedRequest,
} from './frameMessages.ts';
