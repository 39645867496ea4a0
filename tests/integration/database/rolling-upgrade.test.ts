import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { asCaller } from '../../../server/database/request-transaction.ts'
import { WorkQueue } from '../../../server/generation/work-queue.ts'
import { databaseBefore } from '../../support/database/database-before.ts'
import { createAdmin, createPerson, type Person } from '../../support/people.ts'
import { as } from '../../support/rpc.ts'

/** The first migration that the previous version did not have. */
const FIRST_OF_THIS_VERSION = '20261116006500'

test('processes of the version before go on while the database is upgraded under them', async () => {
  const { pool, update } = await databaseBefore(FIRST_OF_THIS_VERSION)
  await createAdmin(pool)
  const anna = await createPerson(pool, 'anna')
  const bert = await createPerson(pool, 'bert')
  // Calls functions as the previous version does, with prepared statements that outlive the upgrade.
  const former = await pool.connect()
  onTestFinished(() => former.release())
  const call = async (name: string, text: string, values: unknown[]) =>
    (await former.query({ name, text, values })).rows as Record<string, unknown>[]
  const claim = () =>
    call('claim', 'select * from private.claim_generation(make_interval(secs => $1))', [15])
  const endOverdue = () =>
    call('overdue', 'select private.end_overdue_generations($1, $2) as ended', ['late', 'ended'])
  const request = async (person: Person) => {
    const [talk] = await as(
      pool,
      person,
      "insert into public.chat_conversations (user_id, title) values ($1, 'Talk') returning id",
      [person.id],
    )
    const [outcome] = await asCaller(pool, person.identity, {
      name: 'request_generation',
      text: 'select private.request_generation($1, $2, $3, $4, $5) as id',
      values: ['Go on', '', String(talk?.['id']), randomUUID(), null],
    })
    return outcome?.rows[0]?.['id']
  }
  const complete = async (id: unknown, attempt: unknown) => {
    const places = Array.from({ length: 13 }, (_, n) => `$${n + 1}`).join(', ')
    const [row] = await call('complete', `select private.complete_generation(${places}) as done`, [
      id,
      attempt,
      'INT. PIER',
      null,
      null,
      'INT. PIER',
      null,
      null,
      false,
      [randomUUID()],
      'former model',
      11,
      12,
    ])
    return row?.['done']
  }
  const first = await request(anna)
  expect(await claim()).toMatchObject([{ id: first, attempt: 1 }])
  expect(await claim()).toEqual([])
  expect(await endOverdue()).toEqual([{ ended: 0 }])

  await update()

  const second = await request(bert)
  // Old processes get no new jobs, which they would not understand, but finish their current ones.
  expect(await claim()).toEqual([])
  expect(await endOverdue()).toEqual([{ ended: 0 }])
  expect(await complete(first, 1)).toBe('completed')
  const { rows } = await pool.query(
    `select status, result, jobs.model, input_tokens, output_tokens, cardinality(used_examples) as examples,
       (select count(*)::int from public.chat_messages where job_id = jobs.id) as answers,
       (select count(*)::int from public.script_versions where job_id = jobs.id) as versions
     from public.generation_jobs as jobs where id = $1`,
    [first],
  )
  expect(rows).toEqual([
    {
      status: 'completed',
      result: 'INT. PIER',
      model: 'former model',
      input_tokens: 11,
      output_tokens: 12,
      examples: 1,
      answers: 1,
      versions: 1,
    },
  ])
  expect(await new WorkQueue(pool).claim()).toMatchObject({
    id: second,
    prompt: 'Go on',
    mode: 'change',
    target_start: null,
    alternatives: null,
  })
})
