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
  makeAnswer,
  makeEventMessage,
  makeMessageFault,
  makeRefusalMessage,
  parseRequest,
} from './frameMessages.ts';
