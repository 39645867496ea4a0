import { expect, test } from 'vitest'
import { holdLock } from '../../support/database/held-lock.ts'
import { forFile } from '../../support/for-file.ts'
import { only, restFixture } from '../../support/rest/fixture.ts'
import { historyOf, keep, typed } from './text-fixture.ts'

const fixture = forFile(restFixture)

async function savedText() {
  const { client } = fixture.anna
  const started = await client.rpc('start_conversation', { prompt: 'Go' })
  const conversation_id = only(started)[0]?.conversation_id ?? ''
  const saved = await client.rpc('save_script', { title: 'T', content: 'a', conversation_id })
  const { id: script_id, work_id } = only(saved)
  const version_id = (await historyOf(client, work_id))[0]?.id ?? ''
  return { conversation_id, script_id, work_id, version_id }
}

type Text = Awaited<ReturnType<typeof savedText>>

const changes: Record<string, (text: Text) => PromiseLike<{ error: unknown }>> = {
  keep_draft: ({ work_id }) => keep(fixture.anna.client, work_id, 1, typed(1, 1, 'b'), 'ab'),
  restore_version: ({ version_id }) => fixture.anna.client.rpc('restore_version', { version_id }),
  save_script: ({ script_id, conversation_id }) =>
    fixture.anna.client.rpc('save_script', {
      title: 'U',
      content: 'c',
      script_id,
      conversation_id,
      overwrite: true,
    }),
  delete_conversation: ({ conversation_id }) =>
    fixture.anna.client.rpc('delete_conversation', { conversation_id }),
}

const rows = {
  script: { of: 'public.scripts', key: 'script_id', column: 'id' },
  draft: { of: 'public.script_drafts', key: 'work_id', column: 'work_id' },
  conversation: { of: 'public.chat_conversations', key: 'conversation_id', column: 'id' },
} as const

// A deletion holds the script and then takes the draft, the end of a job the draft and then the conversation.
test.each(
  Object.keys(changes).flatMap((name) => [
    { name, first: 'script', second: 'draft' } as const,
    { name, first: 'draft', second: 'conversation' } as const,
  ]),
)('$name waits for the $first without holding the $second', async ({ name, first, second }) => {
  const text = await savedText()
  const lock = (row: keyof typeof rows) =>
    `select from ${rows[row].of} where ${rows[row].column} = '${text[rows[row].key]}' for update`
  const { client, awaitedBy, release } = await holdLock(fixture.database.pool, lock(first))
  const changing = Promise.resolve(changes[name]?.(text))
  await awaitedBy(1)
  expect((await client.query(`${lock(second)} nowait`)).rowCount).toBe(1)
  await release()
  expect((await changing)?.error).toBeNull()
})
