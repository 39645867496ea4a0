/** Where the failures of a conversation are shown; null for a new one. */
export const chatPlace = (conversationId: string | null): string =>
  `chat:${conversationId ?? 'new'}`
