export const scriptKeys = {
  all: ['scripts'] as const,
  saved: (userId: string) => ['scripts', 'saved', userId] as const,
  titles: (userId: string) => ['scripts', 'titles', userId] as const,
  one: (scriptId: string) => ['scripts', 'one', scriptId] as const,
  found: (userId: string, words: string) => ['scripts', 'found', userId, words] as const,
  foundTitles: (userId: string, words: string) => ['scripts', 'titled', userId, words] as const,
  chatCount: (scriptId: string) => ['scripts', 'chats', scriptId] as const,
  deletion: ['scripts', 'deletion'] as const,
}
