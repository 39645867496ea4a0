import type { SupabaseClient } from '@supabase/supabase-js'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import {
  type FilterRow,
  type Leaf,
  leaves,
  numbers,
  texts,
  times,
  type Tree,
  trees,
  treeSql,
  treeText,
} from '../../support/rest/filter-tree.ts'
import { restFixture, untilSeen, untyped } from '../../support/rest/fixture.ts'
import { rounds, SEED } from '../../support/rounds.ts'

// Random filters through the official client, compared with the same conditions in SQL.

const BATCHES = rounds('rest-filters')
const BATCH = 16
const TEST_TIMEOUT = 180_000

let client: SupabaseClient
let rows: FilterRow[]

const fixture = forFile(restFixture)

beforeAll(async () => {
  client = untyped(fixture.anna.client)
  const row = fc.record({
    label: texts,
    remark: fc.option(texts),
    number: fc.option(numbers),
    flag: fc.option(fc.boolean()),
    at: fc.option(times),
  })
  rows = fc
    .sample(row, { numRuns: 120, seed: 1 })
    .map((each, index) => Object.assign(each, { id: index + 1 }))
  await fixture.database.pool.query(`
    create table public.filtered (
      id integer primary key,
      label text collate "C" not null,
      remark text collate "C",
      number integer,
      flag boolean,
      at timestamptz
    );
    grant select, insert on public.filtered to authenticated;
    notify pgrst, 'reload schema'`)
  // Through the API: what is read back must equal what was sent.
  await untilSeen(fixture, 'filtered')
  await client.from('filtered').insert(rows).throwOnError()
})

type Builder = ReturnType<ReturnType<SupabaseClient['from']>['select']>

/** The client's own filter methods, which quote values themselves. */
function applyLeaf(builder: Builder, leaf: Leaf): Builder {
  const { column } = leaf
  if (leaf.kind === 'is') {
    return leaf.not
      ? builder.not(column, 'is', leaf.state)
      : builder.filter(column, 'is', leaf.state)
  }
  if (leaf.kind === 'in') {
    return leaf.not ? builder.notIn(column, leaf.values) : builder.in(column, leaf.values)
  }
  const value = leaf.kind === 'like' ? leaf.pattern : leaf.value
  if (leaf.not) return builder.not(column, leaf.operator, value)
  const methods = builder as unknown as Record<string, (column: string, value: unknown) => Builder>
  return methods[leaf.operator]?.(column, value) ?? builder
}

const isLeaf = (tree: Tree): tree is Leaf => !('parts' in tree)

function apply(builder: Builder, tree: Tree): Builder {
  if (isLeaf(tree)) return applyLeaf(builder, tree)
  if (tree.kind === 'or' && !tree.not) return builder.or(tree.parts.map(treeText).join(','))
  return builder.or(treeText(tree))
}

/** The client quotes values with , ( or ) without escaping, and leaves all others bare. */
const clientCanSay = (value: string | number) =>
  typeof value === 'number' || (!/["\\]/.test(value) && value !== '')

const sayable = (tree: Tree): boolean =>
  !isLeaf(tree) || tree.kind !== 'in' || tree.values.every(clientCanSay)

async function foundBy(filters: readonly Tree[]): Promise<unknown> {
  const builder = filters.reduce(apply, client.from('filtered').select('id'))
  const { data, error } = await builder.order('id')
  return error ?? (data as { id: number }[]).map(({ id }) => id)
}

/** What each of these lists of conditions finds, asked in one statement. */
async function expectedOf(batch: readonly (readonly Tree[])[]): Promise<number[][]> {
  const found = batch.map(
    (filters) =>
      `(array(select id from public.filtered where ${filters.map(treeSql).join(' and ')} order by id))`,
  )
  const { rows: all } = await fixture.database.pool.query<{ ids: number[] }>(
    `select ids from (values ${found.map((ids) => `(${ids})`).join(', ')}) as found (ids)`,
  )
  return all.map(({ ids }) => ids)
}

async function compareBatch(batch: readonly (readonly Tree[])[]): Promise<void> {
  const found = await Promise.all(batch.map(foundBy))
  const told = batch.map((filters) => filters.map(treeText).join(' & '))
  const expected = await expectedOf(batch)
  expect(found.map((ids, at) => [told[at], ids])).toEqual(
    expected.map((ids, at) => [told[at], ids]),
  )
}

test('what was written is read back', async () => {
  const { data } = await client.from('filtered').select('*').order('id')
  const instant = (time: string | null) => (time === null ? null : Date.parse(time))
  const comparable = ({ id, label, remark, number, flag, at }: FilterRow) =>
    [id, label, remark, number, flag, instant(at)] as const
  expect((data as FilterRow[]).map(comparable)).toEqual(rows.map(comparable))
})

test(
  'one condition by each of the client’s methods finds the same rows',
  async () => {
    const batches = fc.array(fc.array(leaves.filter(sayable), { minLength: 1, maxLength: 2 }), {
      minLength: BATCH,
      maxLength: BATCH,
    })
    await fc.assert(fc.asyncProperty(batches, compareBatch), { numRuns: BATCHES, seed: SEED })
  },
  TEST_TIMEOUT,
)

test(
  'trees of conditions find the same rows',
  async () => {
    const filters = fc.array(trees.filter(sayable), { minLength: 1, maxLength: 2 })
    const batches = fc.array(filters, { minLength: BATCH, maxLength: BATCH })
    await fc.assert(fc.asyncProperty(batches, compareBatch), { numRuns: BATCHES, seed: SEED })
  },
  TEST_TIMEOUT,
)

test('the filters cover each operator and value type, with and without matches', async () => {
  const sample = fc.sample(leaves, { numRuns: 300, seed: SEED })
  const kinds = new Set(sample.map((leaf) => ('operator' in leaf ? leaf.operator : leaf.kind)))
  expect([...kinds].toSorted()).toEqual(
    ['eq', 'gt', 'gte', 'ilike', 'in', 'is', 'like', 'lt', 'lte', 'neq'].toSorted(),
  )
  const sizes = (await expectedOf(sample.map((leaf) => [leaf]))).map(({ length }) => length)
  expect(sizes.filter((size) => size > 0).length).toBeGreaterThan(60)
  expect(sizes.filter((size) => size < rows.length).length).toBeGreaterThan(60)
})
