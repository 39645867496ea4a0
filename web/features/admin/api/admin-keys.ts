/** Everything about users shares one prefix, because a change of a user may affect all of it. */
export const adminKeys = {
  people: ['admin', 'people'] as const,
  users: (view: object) => ['admin', 'people', 'users', view] as const,
  pending: ['admin', 'people', 'pending'] as const,
  log: (view: string) => ['admin', 'people', 'log', view] as const,
  limit: (userId: string) => ['admin', 'people', 'limit', userId] as const,
  generations: ['admin', 'generations'] as const,
  defaultLimit: ['admin', 'default limit'] as const,
  usage: (...part: (string | number)[]) => ['admin', 'usage', ...part] as const,
}
