import type { SupabaseClient } from '@supabase/supabase-js'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import {
  type FilterRow,
  judge,
  type Leaf,
  leaves,
  numbers,
  texts,
  times,
  type Tree,
  trees,
  treeText,
} from '../../support/rest/filter-tree.ts'
import { restFixture, untilSeen, untyped } from '../../support/rest/fixture.ts'
import { rounds, SEED } from '../../support/rounds.ts'

// Random filters through the official client, compared with the same rows filtered in JavaScript.

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

const expectedOf = (filters: readonly Tree[]) =>
  rows.filter((row) => filters.every((filter) => judge(filter, row) === true)).map(({ id }) => id)

async function compareBatch(batch: readonly (readonly Tree[])[]): Promise<void> {
  const found = await Promise.all(batch.map(foundBy))
  const told = batch.map((filters) => filters.map(treeText).join(' & '))
  expect(found.map((ids, index) => [told[index], ids])).toEqual(
    batch.map((filters, index) => [told[index], expectedOf(filters)]),
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

test('the filters cover each operator and value type, with and without matches', () => {
  const sample = fc.sample(leaves, { numRuns: 2_000, seed: SEED })
  const kinds = new Set(sample.map((leaf) => ('operator' in leaf ? leaf.operator : leaf.kind)))
  expect([...kinds].toSorted()).toEqual(
    ['eq', 'gt', 'gte', 'ilike', 'in', 'is', 'like', 'lt', 'lte', 'neq'].toSorted(),
  )
  const sizes = sample.map((leaf) => expectedOf([leaf]).length)
  expect(sizes.filter((size) => size > 0).length).toBeGreaterThan(400)
  expect(sizes.filter((size) => size < rows.length).length).toBeGreaterThan(400)
})
