import { expect, test } from 'vitest'
import { createAdmin } from '../support/people.ts'
import { databaseBefore } from '../support/database/database-before.ts'

const FIRST_WITH_KINDS = '20261115002200'

test('the migration marks existing stop notes and leaves every other message as text', async () => {
  const { pool, update } = await databaseBefore(FIRST_WITH_KINDS)
  const { id } = await createAdmin(pool)
  await pool.query(
    `with talk as (
       insert into public.chat_conversations (user_id, title) values ($1, 'Talk') returning id
     ), job as (
       insert into public.generation_jobs (user_id, conversation_id, prompt, status, error, error_code, finished_at)
       select $1, id, 'Go', 'failed', 'Generation stopped by user.', 'stopped', now() from talk
       returning id, conversation_id
     )
     insert into public.chat_messages (conversation_id, user_id, type, content, job_id)
     select conversation_id, $1, type, content, case when has_job then job.id end
     from job, (values
       ('user', 'Generation stopped by user.', false),
       ('ai', 'FADE IN:', true),
       ('ai', 'Generation stopped by user.', true)
     ) as messages (type, content, has_job)`,
    [id],
  )
  await update()
  const { rows } = await pool.query(
    'select type, content, kind from public.chat_messages order by kind desc, content',
  )
  expect(rows).toEqual([
    { type: 'ai', content: 'FADE IN:', kind: 'text' },
    { type: 'user', content: 'Generation stopped by user.', kind: 'text' },
    { type: 'ai', content: 'Generation stopped by user.', kind: 'stopped' },
  ])
})
