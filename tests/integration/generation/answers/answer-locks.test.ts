import { expect, test } from 'vitest'
import { WorkQueue } from '../../../../server/generation/work/work-queue.ts'
import { forFile } from '../../../support/for-file.ts'
import { room } from '../../../support/documents/forty-rooms.ts'
import { type Chat, chatAbout } from './answer-fixture.ts'
import { accepted, cancel, generationFixture, NO_WORKER } from '../generation-fixture.ts'
import { completeWith } from '../jobs/worker-by-hand.ts'
import { holdRow } from '../../../support/database/held-lock.ts'

// A save locks the text and then its chat. What changes a text from the chat must do so in the same order.

const fixture = forFile(() => generationFixture(NO_WORKER))
const anna = forFile(() => fixture.person('anna'))

async function claimed(chat: Chat, currentScript: string) {
  const queue = new WorkQueue(fixture.database.pool)
  const jobId = await accepted(anna, { conversationId: chat.id, currentScript })
  const work = await queue.claim()
  if (work?.id !== jobId) throw new Error('another job was waiting')
  await queue.progress(work, { offset: 0, text: room(1) })
  return { queue, work }
}

type Change = (chat: Chat, currentScript: string) => Promise<() => Promise<unknown>>

const changes: Record<string, Change> = {
  'a request': (chat, currentScript) =>
    Promise.resolve(async () =>
      cancel(anna, await accepted(anna, { conversationId: chat.id, currentScript })),
    ),
  'the end of a job': async (chat, currentScript) => {
    const { queue, work } = await claimed(chat, currentScript)
    return () => completeWith(queue, work, room(1))
  },
  'a stopped answer': async (chat, currentScript) => {
    const { work } = await claimed(chat, currentScript)
    return () => cancel(anna, work.id)
  },
  'an answer used by hand': async (chat) => {
    const { rows } = await fixture.database.pool.query<{ id: string }>(
      `insert into public.chat_messages (conversation_id, user_id, type, content)
       values ($1, $2, 'ai', $3) returning id`,
      [chat.id, anna.id, room(1)],
    )
    return async () => anna.client.rpc('use_answer', { message_id: rows[0]?.id ?? '' })
  },
}

const pairs = Object.keys(changes).flatMap((change) => [
  [change, 'a script', room(1).replace('lamp', 'light')],
  [change, 'a text that has not begun', ''],
])

test.each(pairs)('%s meets the save of %s', async (change = '', _ = '', text = '') => {
  const chat = await chatAbout(anna, text)
  const begin = await changes[change]?.(chat, text)
  const { awaitedBy, release } = await holdRow(fixture.database.pool, 'chat_conversations', chat.id)
  const changed = begin?.()
  await awaitedBy(1)
  const saved = anna.client
    .rpc('save_script', {
      title: 'Rooms',
      content: room(2),
      conversation_id: chat.id,
      overwrite: true,
      ...(chat.scriptId !== undefined && { script_id: chat.scriptId }),
    })
    .then(({ error }) => error)
  await awaitedBy(2)
  await release()
  expect(await saved).toBeNull()
  expect(await changed).not.toHaveProperty('error.code')
})
