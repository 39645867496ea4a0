import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { accepted, ask, cancel, countsOf, ended, setUsed } from '../generation-fixture.ts'
import { hostileFixture, inTheMiddle, underWay } from '../hostile-fixture.ts'

const fixture = forFile(hostileFixture)
const anna = forFile(() => fixture.person('anna'))
const bert = forFile(() => fixture.person('bert'))

test('a failed job is refunded, with or without partial text', async () => {
  await setUsed(fixture, anna, 7)
  await setUsed(fixture, bert, 7)
  fixture.behave((answer) => answer.refuse(401))
  const refusedKey = await ended(anna, await accepted(anna))
  expect(refusedKey).toMatchObject({ status: 'failed', code: 'provider_refused_key', result: null })
  expect(await countsOf(fixture, anna)).toMatchObject({ used: 7 })

  const { jobId, answer } = await underWay(fixture, anna, 'FADE')
  expect(await countsOf(fixture, anna)).toMatchObject({ used: 8 })
  answer.reset()
  expect(await ended(anna, jobId)).toMatchObject({ status: 'failed', result: null })
  expect(await countsOf(fixture, anna)).toMatchObject({ used: 7 })
  expect(await countsOf(fixture, bert)).toMatchObject({ used: 7 })
})

test('at the limit, a failed job makes room for exactly one more', async () => {
  const asker = await fixture.person('asker')
  await setUsed(fixture, asker, 99)
  fixture.behave((answer) => answer.refuse(401))
  await ended(asker, await accepted(asker))
  const { jobId } = await underWay(fixture, asker, '')
  expect(await ask(asker)).toMatchObject({ status: 429 })
  await cancel(asker, jobId)
  expect(await ask(asker)).toMatchObject({ status: 429 })
})

test('the refund goes to the month that was charged', async () => {
  const asker = await fixture.person('asker')
  const { pool } = fixture.database
  const { jobId, answer } = await inTheMiddle(fixture, asker, '')
  // As if it had been requested at the end of the previous month.
  await pool.query(
    "update public.generation_jobs set month = month - interval '1 month' where id = $1",
    [jobId],
  )
  await pool.query(
    `insert into public.api_usage (user_id, month, monthly_generations)
     values ($1, private.this_month() - interval '1 month', 5)`,
    [asker.id],
  )
  answer.reset()
  fixture.behave((next) => next.refuse(401))
  expect(await ended(asker, jobId)).toMatchObject({ status: 'failed' })
  const { rows } = await pool.query(
    'select monthly_generations as used from public.api_usage where user_id = $1 order by month',
    [asker.id],
  )
  expect(rows).toEqual([{ used: 4 }, { used: 1 }])
})
