import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { restFixture, type SignedIn } from '../../support/rest/fixture.ts'

const fixture = forFile(restFixture)

test("this month's count: one's own, for an admin every scriptwriter's, and what is left of the limit", async () => {
  const { admin, anna, bert, pending, database } = fixture
  await database.pool.query(
    `insert into public.api_usage (user_id, month, monthly_generations)
     values ($1, private.this_month(), 7), ($1, private.this_month() - interval '1 month', 99)`,
    [anna.id],
  )
  const usage = ({ client }: SignedIn) =>
    client.from('api_usage').select('monthly_generations').eq('user_id', anna.id).maybeSingle()
  for (const person of [anna, admin])
    expect(await usage(person)).toMatchObject({ data: { monthly_generations: 7 }, error: null })
  expect(await usage(bert)).toMatchObject({ data: null, error: null })
  const allowance = async ({ client }: SignedIn) => (await client.rpc('generation_allowance')).data
  expect(await allowance(anna)).toEqual([{ used: 7, most: 100 }])
  expect(await allowance(bert)).toEqual([{ used: 0, most: 100 }])
  expect(await allowance(pending)).toEqual([])
})
