export const chatKeys = {
  all: ['chat'] as const,
  models: ['chat', 'models'] as const,
  conversations: (userId: string) => ['chat', 'conversations', userId] as const,
  found: (userId: string, words: string) => ['chat', 'found', userId, words] as const,
  latestOf: (scriptId: string) => ['chat', 'latest', scriptId] as const,
  everyMessage: ['chat', 'messages'] as const,
  messages: (conversationId: string) => ['chat', 'messages', conversationId] as const,
  /** Read again whenever the messages are. */
  branches: (conversationId: string) => ['chat', 'messages', conversationId, 'branches'] as const,
  given: (jobId: string) => ['chat', 'given', jobId] as const,
  answer: (messageId: string) => ['chat', 'answer', messageId] as const,
  everyPresence: ['chat', 'presence'] as const,
  presence: (conversationId: string) => ['chat', 'presence', conversationId] as const,
  deletion: ['chat', 'deletion'] as const,
  running: (conversationId: string) => ['chat', 'running', conversationId] as const,
  allowance: (userId: string) => ['chat', 'allowance', userId] as const,
  everyExample: ['chat', 'examples'] as const,
  keptMessages: (userId: string) => ['chat', 'examples', 'kept', userId] as const,
  examples: (of: string | readonly string[], words: string) =>
    ['chat', 'examples', 'list', of, words] as const,
  exampleText: (exampleId: string) => ['chat', 'example-text', exampleId] as const,
}
