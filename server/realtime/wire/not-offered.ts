/** What else channels can do at Supabase, by the event that asks for it. */
export const NOT_OFFERED = {
  broadcast: 'Broadcast is not supported, only postgres_changes.',
  presence: 'Presence is not supported, only postgres_changes.',
}
