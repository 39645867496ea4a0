import { EventEmitter, once } from 'node:events'
import {
  type Behaviour,
  openHostileProvider,
  saying,
} from '../../support/providers/hostile-provider.ts'
import type { SignedIn } from '../../support/rest/fixture.ts'
import {
  accepted,
  begin,
  type GenerationFixture,
  generationFixture,
  until,
} from './generation-fixture.ts'

type Answer = Parameters<Behaviour>[0]
type Body = { messages: { role: string; content: string }[] }

/** The messages that the model got. */
export const askedFor = (request: { body: unknown } | undefined) =>
  (request?.body as Body | undefined)?.messages ?? []

export type HostileFixture = GenerationFixture & {
  provider: Awaited<ReturnType<typeof openHostileProvider>>
  /** Sets how the provider answers from now on. */
  behave(behaviour: Behaviour): void
  /** The provider sends this and then waits; the test continues the answer. */
  saysAndWaits(text: string): Promise<Answer>
}

/** The environment's own model, as writers choose it. */
export const FIRST_MODEL = '00000000-0000-0000-0000-000000000000'

/** Offers another model of the same provider; returns its id. The server needs AI_ALLOW_PRIVATE. */
export async function offerSecondModel({ database, provider }: HostileFixture): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `with ours as (
       insert into private.ai_connections (name, kind, base_url) values ('Ours', 'openai-compatible', $1) returning id
     )
     insert into private.ai_models (connection_id, model, label, offered)
     select id, 'second-model', 'Second', true from ours returning id`,
    [provider.baseUrl],
  )
  return rows[0]?.id ?? ''
}

/** A server with a provider that the test controls. */
export async function hostileFixture(env: Record<string, string> = {}): Promise<HostileFixture> {
  const says = saying('FADE IN:')
  let behaviour = says
  const provider = await openHostileProvider('openai-compatible', (...all) => behaviour(...all))
  const fixture = await generationFixture({
    AI_PROVIDER: 'openai-compatible',
    AI_BASE_URL: provider.baseUrl,
    AI_MODEL: 'some-model',
    ...env,
  })
  return {
    ...fixture,
    provider,
    behave: (next) => {
      behaviour = next
    },
    async saysAndWaits(text) {
      const startJob = new EventEmitter<{ answer: [Answer] }>()
      behaviour = (answer) => {
        // The next request is answered normally.
        behaviour = says
        if (text === '') answer.begin()
        else answer.say(text)
        startJob.emit('answer', answer)
      }
      const [answer] = await once(startJob, 'answer')
      return answer as Answer
    },
  }
}

/** A running generation in this conversation, or in none, with some text already. */
export async function underWay(
  fixture: HostileFixture,
  person: SignedIn,
  text: string,
  more: Record<string, unknown> = {},
) {
  const waiting = fixture.saysAndWaits(text)
  const jobId = await accepted(person, more)
  const answer = await waiting
  await until(person, jobId, { status: 'processing', partial: text })
  return { jobId, answer, request: fixture.provider.requests.at(-1) }
}

/** The same in a new conversation. */
export async function inTheMiddle(
  fixture: HostileFixture,
  person: SignedIn,
  text = 'FADE IN:\n\n',
) {
  const conversation = await begin(person)
  const more = { conversationId: conversation.id }
  return { conversation, ...(await underWay(fixture, person, text, more)) }
}
