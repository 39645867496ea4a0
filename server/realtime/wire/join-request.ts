import { z } from 'zod'
import { Refusal } from './refusal.ts'

const change = z.object({
  event: z.string().max(20),
  schema: z.string().max(100),
  table: z.string().max(100).nullish(),
  filter: z.string().max(1000).nullish(),
  select: z.unknown().optional(),
})

const joinRequest = z.object({
  access_token: z.string().nullish(),
  config: z.object({
    postgres_changes: z.array(change).nullish(),
    presence: z.object({ enabled: z.boolean().nullish() }).nullish(),
    private: z.boolean().nullish(),
  }),
})

export type WantedChange = z.infer<typeof change>
type JoinRequest = { token: string | null | undefined; changes: WantedChange[] }

/** What a join asks for, as far as it can be judged without looking anything up. */
export function readJoinRequest(payload: unknown, mostChanges: number): JoinRequest {
  const parsed = joinRequest.safeParse(payload)
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.')
    throw new Refusal(`The join cannot be read${where ? ` at ${where}` : ''}.`)
  }
  const { access_token: token, config } = parsed.data
  const changes = config.postgres_changes ?? []
  if (config.private) throw new Refusal('Private channels are not offered, only postgres_changes.')
  if (config.presence?.enabled) throw new Refusal('Presence is not offered, only postgres_changes.')
  if (changes.length === 0) {
    throw new Refusal(
      'Nothing to follow: only postgres_changes are offered, and none is asked for.',
    )
  }
  if (changes.length > mostChanges) {
    throw new Refusal(`More than ${mostChanges} postgres_changes on one channel are not given.`)
  }
  return { token, changes }
}
