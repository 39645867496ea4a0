/** Everything about people hangs under one key: a change of one may show in all of it. */
export const adminKeys = {
  people: ['admin', 'people'] as const,
  users: (view: object) => ['admin', 'people', 'users', view] as const,
  pending: ['admin', 'people', 'pending'] as const,
  log: ['admin', 'people', 'log'] as const,
  generations: ['admin', 'generations'] as const,
}
