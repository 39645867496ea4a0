import { beforeAll, describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import type { Client } from '../../support/client.ts'
import { holdLock } from '../../support/database/held-lock.ts'
import { only, restFixture, untyped } from '../../support/rest/fixture.ts'
import { setStanding } from '../../support/people.ts'

const fixture = forFile(restFixture)
const other = forFile(() => fixture.person('other'))

beforeAll(async () => {
  await setStanding(fixture.database.pool, other, { role: 'admin', approved: true })
})

type Price = {
  model: string
  input_price?: unknown
  output_price?: unknown
  cached_price?: unknown
}

const setPrices = (client: Client, month: string, prices: unknown, currency?: string) =>
  untyped(client).rpc('set_model_prices', {
    month,
    prices,
    ...(currency !== undefined && { currency }),
  })

const price = (model: string, input: unknown, output: unknown, cached: unknown = null): Price => ({
  model,
  input_price: input,
  output_price: output,
  cached_price: cached,
})

const use = (month: string, model: string, numbers: number[]) =>
  fixture.database.pool.query(
    `insert into private.usage_by_day (day, user_id, model, generations, tokens_in, tokens_out, tokens_cached)
     values ($1, $2, $3, 1, $4, $5, $6)`,
    [`${month}-07`, fixture.anna.id, model, ...numbers],
  )

const costs = async (month: string) =>
  only(await fixture.admin.client.rpc('admin_usage', { month: `${month}-01` }).order('model')).map(
    ({ model, cost }) => [model, cost],
  )

const entries = async (action: string) =>
  only(
    await fixture.admin.client
      .from('audit_log')
      .select('actor_email, user_id, detail')
      .eq('action', action as 'price_changed')
      .order('at'),
  )

describe('the estimated cost', () => {
  test('is that of input, cached input and output, per million tokens', async () => {
    await use('2011-01', 'a', [1_500_000, 200_000, 500_000])
    await use('2011-01', 'b', [1_500_000, 200_000, 500_000])
    await use('2011-01', 'c', [1_000_000, 0, 0])
    // More cached than sent: a provider's wrong count must not lead to negative costs.
    await use('2011-01', 'd', [10, 0, 1_000_000])
    await use('2011-01', '', [0, 0, 0])
    await setPrices(fixture.admin.client, '2011-01-20', [
      price('a', 2, 10, 0.5),
      price('b', 2, 10),
      price('d', 2, 10, 0.5),
    ])
    expect(await costs('2011-01')).toEqual([
      ['a', 4.25],
      ['b', 5],
      ['c', null],
      ['d', 0.5],
      [null, 0],
    ])
    const days = only(
      await fixture.admin.client.rpc('admin_usage_per_day', { month: '2011-01-01' }),
    )
    expect(days.reduce((sum, { cost }) => sum + cost, 0)).toBe(9.75)
  })

  test('of a month does not change with a later price, and a price can end', async () => {
    for (const month of ['2012-01', '2012-02', '2012-03', '2012-04']) {
      await use(month, 'm', [1_000_000, 0, 0])
    }
    await setPrices(fixture.admin.client, '2012-04-01', [price('m', null, null)])
    await setPrices(fixture.admin.client, '2012-02-01', [price('m', 1, 1)])
    await setPrices(fixture.admin.client, '2012-03-01', [price('m', 3, 3)])
    const all = await Promise.all(['2012-01', '2012-02', '2012-03', '2012-04'].map(costs))
    // When April's price was cleared there was no earlier price to end, so March's price still applies.
    expect(all).toEqual([[['m', null]], [['m', 1]], [['m', 3]], [['m', 3]]])
    await setPrices(fixture.admin.client, '2012-04-01', [price('m', null, null)])
    expect(await costs('2012-04')).toEqual([['m', null]])
    expect(await costs('2012-03')).toEqual([['m', 3]])
  })
})

describe('prices', () => {
  test('are entered by admins and logged with what they were before', async () => {
    await setPrices(fixture.admin.client, '2013-05-01', [price('logged', 1, 2)], '€')
    await setPrices(other.client, '2013-05-01', [price('logged', 1.5, 2, 0.1)], 'EUR')
    // Nothing changes, so nothing is logged.
    await setPrices(other.client, '2013-05-01', [price('logged', 1.5, 2, 0.1)], 'EUR')
    const about = (await entries('price_changed')).filter(({ detail }) =>
      detail?.startsWith('logged'),
    )
    expect(about).toEqual([
      {
        actor_email: fixture.admin.email,
        user_id: null,
        detail: 'logged, 2013-05: - / - / - → 1 / 2 / -',
      },
      {
        actor_email: other.email,
        user_id: null,
        detail: 'logged, 2013-05: 1 / 2 / - → 1.5 / 2 / 0.1',
      },
    ])
    expect((await entries('currency_changed')).map(({ detail }) => detail)).toEqual([
      'USD → €',
      '€ → EUR',
    ])
    expect((await fixture.admin.client.rpc('price_currency')).data).toBe('EUR')
    expect(
      (await other.client.rpc('admin_model_prices', { month: '2013-06-01' })).data,
    ).toContainEqual({
      model: 'logged',
      input_price: 1.5,
      output_price: 2,
      cached_price: 0.1,
      from_month: '2013-05-01',
      tokens: 0,
    })
  })

  test('of two admins at once are entered one after the other, each with what was before', async () => {
    const { awaitedBy, release } = await holdLock(
      fixture.database.pool,
      'lock table private.model_prices in share row exclusive mode',
    )
    const both = Promise.all([
      setPrices(fixture.admin.client, '2013-08-01', [price('raced', 1, 2)]),
      setPrices(other.client, '2013-08-01', [price('raced', 3, 4)]),
    ])
    await awaitedBy(2)
    await release()
    expect((await both).map(({ error }) => error)).toEqual([null, null])
    const details = (await entries('price_changed'))
      .map(({ detail }) => detail?.split(': ')[1])
      .slice(-2)
    expect([
      ['- / - / - → 1 / 2 / -', '1 / 2 / - → 3 / 4 / -'],
      ['- / - / - → 3 / 4 / -', '3 / 4 / - → 1 / 2 / -'],
    ]).toContainEqual(details)
  })

  test('that make no sense are refused, all of them', async () => {
    const good = price('refused', 1, 1)
    const bad: unknown[] = [
      null,
      'x',
      {},
      [good, 7],
      [good, { input_price: 1 }],
      [good, { model: 7 }],
      [good, price('refused too', -1, 1)],
      [good, price('refused too', 1, 1_000_001)],
      [good, price('refused too', 'NaN', 1)],
      [good, price('refused too', 'two', 1)],
      [good, price('refused too', 1, null)],
      [good, price('refused too', null, null, 1)],
      [good, price('', 1, 1)],
      [good, price('x'.repeat(201), 1, 1)],
      Array.from({ length: 201 }, (_, n) => price(`refused ${n}`, 1, 1)),
    ]
    for (const prices of bad) {
      const { status } = await setPrices(fixture.admin.client, '2014-01-01', prices)
      expect({ prices, status }).toEqual({ prices, status: 400 })
    }
    for (const currency of ['', ' ', 'nine chars', 'A B', 'a\u0007']) {
      const { status } = await setPrices(fixture.admin.client, '2014-01-01', [good], currency)
      expect({ currency, status }).toEqual({ currency, status: 400 })
    }
    const { rows } = await fixture.database.pool.query(
      "select from private.model_prices where model like 'refused%'",
    )
    expect(rows).toEqual([])
  })
})

test('a long table is read in pages and sorted by the server', async () => {
  await fixture.database.pool.query(
    `insert into private.usage_by_day (day, user_id, model, generations)
     select '2016-01-05', null, 'model ' || lpad(n::text, 4, '0'), n from generate_series(1, 1203) as n`,
  )
  const { data, count } = await fixture.admin.client
    .rpc('admin_usage', { month: '2016-01-01' }, { get: true, count: 'exact' })
    .order('generations', { ascending: false })
    .range(1200, 1210)
  expect(count).toBe(1203)
  expect(data?.map(({ generations }) => generations)).toEqual([3, 2, 1])
})
