/** Features of Supabase's channels that are not supported, by the event that requests them. */
export const NOT_OFFERED = {
  broadcast: 'Broadcast is not supported, only postgres_changes.',
  presence: 'Presence is not supported, only postgres_changes.',
}
