import { z } from 'zod'
import { NOT_OFFERED, Refusal } from './wire.ts'

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
    broadcast: z
      .object({
        ack: z.boolean().nullish(),
        self: z.boolean().nullish(),
        replay: z.unknown().optional(),
      })
      .nullish(),
    presence: z.object({ enabled: z.boolean().nullish() }).nullish(),
    private: z.boolean().nullish(),
    postgres_changes_options: z.object({ since: z.string().max(100).nullish() }).nullish(),
  }),
})

export type RequestedChange = z.infer<typeof change>
type JoinRequest = {
  token: string | null | undefined
  changes: RequestedChange[]
  /** A position (ChangePositions) from before the client's first read. */
  since: string | null | undefined
}

/** Parses a join and checks everything that needs no lookup. */
export function readJoinRequest(payload: unknown, mostChanges: number): JoinRequest {
  const parsed = joinRequest.safeParse(payload)
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.')
    throw new Refusal(`The join is invalid${where ? ` at ${where}` : ''}.`)
  }
  const { access_token: token, config } = parsed.data
  const changes = config.postgres_changes ?? []
  if (config.private)
    throw new Refusal('Private channels are not supported, only postgres_changes.')
  if (config.presence?.enabled) throw new Refusal(NOT_OFFERED.presence)
  // Every client sends these settings; one that is enabled asks for more than changes.
  const { ack, self, replay } = config.broadcast ?? {}
  if (ack || self || replay) throw new Refusal(NOT_OFFERED.broadcast)
  if (changes.length === 0) {
    throw new Refusal('The join has no postgres_changes; nothing else is supported.')
  }
  if (changes.length > mostChanges) {
    throw new Refusal(`A channel may have at most ${mostChanges} postgres_changes.`)
  }
  return { token, changes, since: config.postgres_changes_options?.since }
}
