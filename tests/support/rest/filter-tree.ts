import * as fc from 'fast-check'
import { escapeLiteral } from 'pg'

/** A row of the table that random filters are tried on. */
export type FilterRow = {
  id: number
  label: string
  remark: string | null
  number: number | null
  flag: boolean | null
  at: string | null
}

type Text = 'label' | 'remark'
type Column = Exclude<keyof FilterRow, 'id'>
type Comparison = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte'

export type Leaf = { not: boolean } & (
  | { kind: 'compare'; column: Column; operator: Comparison; value: string | number | boolean }
  | { kind: 'like'; column: Text; operator: 'like' | 'ilike'; pattern: string }
  | { kind: 'is'; column: Column; state: 'null' | 'not_null' | 'true' | 'false' | 'unknown' }
  | { kind: 'in'; column: Exclude<Column, 'flag'>; values: (string | number)[] }
)
export type Tree = Leaf | { kind: 'and' | 'or'; not: boolean; parts: Tree[] }

const HOSTILE = [
  '',
  ' ',
  ',',
  '.',
  '"',
  '""',
  "'",
  '\\',
  '\\"',
  '(',
  ')',
  '()',
  'a,b',
  'a.b',
  'eq.1',
  'null',
  'not.eq.a',
  'and(id.eq.1)',
  'or',
  '{a,b}',
  '%',
  '_',
  '50%',
  'a_b',
  '$1',
  ';--',
  "'; drop table x; --",
  '&id=eq.1',
  '#',
  '?',
  '+',
  'a b',
  'A',
  'a',
  'ä',
  'Ä',
  'ß',
  'é',
  'e\u0301',
  '日本',
  '😀',
  '\n',
  '\t',
  '\u2028',
  '[1,2)',
  '"a","b"',
  'a\\,b',
  '(a)',
  '):',
  '::text',
  '->>',
  '*',
]
export const texts = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
  {
    weight: 1,
    arbitrary: fc
      .string({
        unit: fc.constantFrom('a', 'B', ',', '.', '"', '\\', '(', ')', ' ', '%', '_'),
        maxLength: 5,
      })
      .map(String),
  },
)
export const numbers = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(-2147483648, 2147483647),
)
export const times = fc.constantFrom(
  '2026-01-01T00:00:00+00:00',
  '2026-01-01T00:00:00.5+00:00',
  '2026-01-01T02:00:00+02:00',
  '2025-12-31T23:59:59.999999+00:00',
  '1999-12-31T00:00:00Z',
  '2400-02-29T12:00:00-11:30',
)

const valueFor: Record<Column, fc.Arbitrary<string | number | boolean>> = {
  label: texts,
  remark: texts,
  number: numbers,
  flag: fc.boolean(),
  at: times,
}
const columns = fc.constantFrom<Column>('label', 'remark', 'number', 'flag', 'at')
const textColumns = fc.constantFrom<Text>('label', 'remark')
const negation = fc.boolean()

const compare = columns.chain((column) =>
  fc.record({
    kind: fc.constant('compare' as const),
    not: negation,
    column: fc.constant(column),
    operator: fc.constantFrom<Comparison>('eq', 'neq', 'gt', 'gte', 'lt', 'lte'),
    value: valueFor[column],
  }),
)
const like = fc.record({
  kind: fc.constant('like' as const),
  not: negation,
  column: textColumns,
  operator: fc.constantFrom('like' as const, 'ilike' as const),
  // A backslash at the very end is an error in SQL too.
  pattern: fc
    .tuple(texts, fc.constantFrom('', '%', '*', '_'))
    .map(([text, end]) => `${text}${end}`)
    .filter((pattern) => !/(?:^|[^\\])(?:\\\\)*\\$/.test(pattern)),
})
const is = columns.chain((column) =>
  fc.record({
    kind: fc.constant('is' as const),
    not: negation,
    column: fc.constant(column),
    state:
      column === 'flag'
        ? fc.constantFrom('null', 'not_null', 'true', 'false', 'unknown')
        : fc.constantFrom('null', 'not_null'),
  }),
)
const isIn = fc.constantFrom('label', 'remark', 'number', 'at').chain((column) =>
  fc.record({
    kind: fc.constant('in' as const),
    not: negation,
    column: fc.constant(column),
    values: fc
      .array(valueFor[column] as fc.Arbitrary<string | number>, { maxLength: 4 })
      // PostgREST does not distinguish a list of one empty text from an empty list.
      .filter((values) => !(values.length > 0 && values.every((value) => value === ''))),
  }),
)
export const leaves = fc.oneof(compare, like, is, isIn) as fc.Arbitrary<Leaf>

export const trees: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree; leaf: Leaf; group: Tree }>(
  (tie) => ({
    tree: fc.oneof({ maxDepth: 3, withCrossShrink: true }, tie('leaf'), tie('group')),
    leaf: leaves,
    group: fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      not: negation,
      parts: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
    }),
  }),
).tree

const SIGNS = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' }
const literal = (value: unknown) => escapeLiteral(String(value))

function leafSql(leaf: Leaf): string {
  if (leaf.kind === 'is') return `${leaf.column} is ${leaf.state.replace('_', ' ')}`
  if (leaf.kind === 'like')
    return `${leaf.column} ${leaf.operator} ${literal(leaf.pattern.replaceAll('*', '%'))}`
  if (leaf.kind === 'compare')
    return `${leaf.column} ${SIGNS[leaf.operator]} ${literal(leaf.value)}`
  return leaf.values.length === 0
    ? 'false'
    : `${leaf.column} in (${leaf.values.map(literal).join(', ')})`
}

/** The tree in SQL. */
export const treeSql = (tree: Tree): string =>
  `${tree.not ? 'not ' : ''}(${
    'parts' in tree ? tree.parts.map(treeSql).join(` ${tree.kind} `) : leafSql(tree)
  })`

const quoted = (value: unknown) => `"${String(value).replace(/["\\]/g, '\\$&')}"`

function leafText(leaf: Leaf): string {
  const negated = leaf.not ? 'not.' : ''
  if (leaf.kind === 'is') return `${leaf.column}.${negated}is.${leaf.state}`
  if (leaf.kind === 'in')
    return `${leaf.column}.${negated}in.(${leaf.values.map(quoted).join(',')})`
  const value = leaf.kind === 'like' ? leaf.pattern : leaf.value
  return `${leaf.column}.${negated}${leaf.operator}.${quoted(value)}`
}

/** The tree in the syntax of `or=(...)`. */
export const treeText = (tree: Tree): string =>
  'parts' in tree
    ? `${tree.not ? 'not.' : ''}${tree.kind}(${tree.parts.map(treeText).join(',')})`
    : leafText(tree)
