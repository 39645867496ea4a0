import { expect, test } from 'vitest'
import { only, restFixture } from '../../support/rest/fixture.ts'
import { draftOf, historyOf, keep, pasted } from './text-fixture.ts'

const DEADLOCK = '40P01'

test('changes, saves, answers and the deletion of one script never deadlock', async () => {
  const { anna, database } = await restFixture()
  const { client } = anna
  const codes: (string | undefined)[] = []
  for (let round = 0; round < 8; round += 1) {
    const started = await client.rpc('start_conversation', { prompt: 'Go' })
    const conversation_id = only(started)[0]?.conversation_id ?? ''
    const saved = await client.rpc('save_script', { title: 'T', content: 'a', conversation_id })
    const { id: script_id, work_id } = only(saved)
    const version_id = (await historyOf(client, work_id))[0]?.id ?? ''
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into public.generation_jobs (user_id, conversation_id, prompt, status, attempt)
       values ($1, $2, 'Go', 'processing', 1) returning id`,
      [anna.id, conversation_id],
    )
    const job = rows[0]?.id ?? ''
    const draft = await draftOf(client, work_id)
    const save = { title: `T${round}`, content: 'b', script_id, conversation_id, overwrite: true }
    const endJob = database.pool
      .query(
        `select private.complete_generation(
           $1, 1, 'c', null, null, 'c', $2, null, false, '{}', null, null, 'm', 1, 1, 1
         )`,
        [job, draft?.text_hash],
      )
      .then(
        () => undefined,
        (error: { code: string }) => error.code,
      )
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => client.rpc('save_script', save)),
      keep(client, work_id, draft?.revision ?? 0, pasted(0, 1, 'd'), 'd'),
      client.rpc('restore_version', { version_id }),
      client.rpc('add_message', { conversation_id, content: 'More' }),
      ...(round % 2 ? [client.rpc('delete_script', { script_id })] : []),
    ])
    codes.push(await endJob, ...answers.map(({ error }) => error?.code))
  }
  expect(codes).not.toContain(DEADLOCK)
  expect(codes.filter((code) => code === undefined).length).toBeGreaterThan(20)
})
