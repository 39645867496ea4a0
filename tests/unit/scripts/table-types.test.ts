import { expect, test } from 'vitest'
import type {
  Catalogue,
  Column,
  DatabaseFunction,
  ForeignKey,
  Relation,
} from '../../../scripts/table-types/catalogue.ts'
import { checkNullableResults } from '../../../scripts/table-types/nullable-results.ts'
import { writeTypes } from '../../../scripts/table-types/write-types.ts'

const builtIn = (name: string) => ({ schema: 'pg_catalog', name, isArray: false })
const ours = (name: string) => ({ schema: 'public', name, isArray: false })

const column = (name: string, rest: Partial<Column> = {}): Column => ({
  name,
  type: builtIn('text'),
  isNullable: false,
  hasDefault: false,
  isComputed: false,
  checks: [],
  ...rest,
})

const table = (name: string, ...columns: Column[]): Relation => ({
  name,
  kind: 'table',
  columns,
  foreignKeys: [],
})

const foreignKey = (name: string, isOneToOne: boolean): ForeignKey => ({
  name,
  columns: ['film_id', 'user_id'],
  isOneToOne,
  target: 'films',
  targetColumns: ['id', 'user_id'],
})

const returning = (
  name: string,
  returns: Partial<DatabaseFunction['returns']>,
  ...args: DatabaseFunction['args']
): DatabaseFunction => ({
  name,
  args,
  returns: { type: builtIn('void'), isSet: false, columns: [], ...returns },
})

/** The text with whitespace collapsed, because its layout is up to the formatter. */
const write = (catalogue: Partial<Catalogue>) =>
  writeTypes({ relations: [], functions: [], enums: [], ...catalogue }).replaceAll(/\s+/g, ' ')

const writeColumns = (...columns: Column[]) => write({ relations: [table('films', ...columns)] })

test('the first line says which command wrote the rest', () => {
  const [first] = writeTypes({ relations: [], functions: [], enums: [] }).split('\n')
  expect(first).toMatch(/^\/\/ Generated .*`npm run generate:tables`/)
})

test('an empty database has nothing in any of its parts', () => {
  const nothing = '{ [_ in never]: never }'
  expect(write({})).toContain(
    `Tables: ${nothing} Views: ${nothing} Functions: ${nothing} Enums: ${nothing} CompositeTypes: ${nothing}`,
  )
})

test.for([
  ['uuid', 'string'],
  ['text', 'string'],
  ['timestamptz', 'string'],
  ['date', 'string'],
  ['int4', 'number'],
  ['int8', 'number'],
  ['bool', 'boolean'],
  ['jsonb', 'Json'],
] as const)('a column of type %s is a %s', ([type, text]) => {
  expect(writeColumns(column('it', { type: builtIn(type) }))).toContain(`Row: { "it": ${text} }`)
})

test('an array is one of its elements', () => {
  const type = { ...builtIn('int4'), isArray: true }
  expect(writeColumns(column('years', { type }))).toContain('Row: { "years": number[] }')
})

test('an unmapped type fails, and the message says where to add it', () => {
  expect(() => writeColumns(column('words', { type: builtIn('tsvector') }))).toThrow(
    'No TypeScript type for pg_catalog.tsvector: add one in scripts/table-types/type-text.ts',
  )
  const elsewhere = { ...ours('films'), schema: 'elsewhere' }
  expect(() => writeColumns(column('film', { type: elsewhere }))).toThrow('elsewhere.films')
})

test.for([
  ["(role = ANY (ARRAY['admin'::text, 'writer'::text]))", '"admin" | "writer"'],
  ["(topic = 'Script Writing'::text)", '"Script Writing"'],
  [`("the ""role""" = ANY (ARRAY['a'::text, 'b'::text]))`, '"a" | "b"'],
  [`(role = ANY (ARRAY['it''s, ]'::text, 'say "no"'::text]))`, `"it's, ]" | "say \\"no\\""`],
  ["(role = ''::text)", '""'],
] as const)('the check %s makes a text one of %s', ([check, union]) => {
  expect(writeColumns(column('it', { checks: [check] }))).toContain(`Row: { "it": ${union} }`)
})

test.for([
  "(content <> ''::text)",
  String.raw`(prompt ~ '\S'::text)`,
  '(octet_length(content) <= 1048576)',
  "(lower(role) = 'admin'::text)",
  "((role = 'a'::text) OR (role ~ 'b'::text))",
  "(role <> ALL (ARRAY['a'::text, 'b'::text]))",
  "(role = ANY (ARRAY['a'::text, lower('B'::text)]))",
  'private.is_title(title, 200)',
])('the check %s leaves a text any text', (check) => {
  expect(writeColumns(column('it', { checks: [check] }))).toContain('Row: { "it": string }')
})

test('other checks beside a list of texts change nothing about it', () => {
  const checks = ["(it <> ''::text)", "(it = ANY (ARRAY['a'::text, 'b'::text]))"]
  expect(writeColumns(column('it', { checks, isNullable: true }))).toContain(
    'Row: { "it": "a" | "b" | null }',
  )
})

test('what is nullable or has a default may be left out of an insert, anything out of an update', () => {
  const text = writeColumns(
    column('a'),
    column('b', { isNullable: true }),
    column('c', { hasDefault: true }),
  )
  expect(text).toContain('Row: { "a": string "b": string | null "c": string }')
  expect(text).toContain('Insert: { "a": string "b"?: string | null "c"?: string }')
  expect(text).toContain('Update: { "a"?: string "b"?: string | null "c"?: string }')
})

test('what the database computes is read and never sent', () => {
  const text = writeColumns(column('a', { hasDefault: true, isComputed: true }))
  expect(text).toContain('Row: { "a": string } Insert: { "a"?: never } Update: { "a"?: never }')
})

test('foreign keys become relationships', () => {
  const seen = {
    ...table('seen'),
    foreignKeys: [foreignKey('second', true), foreignKey('first', false)],
  }
  const rest = 'referencedRelation: "films" referencedColumns: ["id","user_id"] }'
  const columns = 'columns: ["film_id","user_id"]'
  expect(write({ relations: [seen] })).toContain(
    `Relationships: [{ foreignKeyName: "first" ${columns} isOneToOne: false ${rest}, ` +
      `{ foreignKeyName: "second" ${columns} isOneToOne: true ${rest}]`,
  )
})

test('an argument with a default may be left out', () => {
  const args = [
    { name: 'query', type: builtIn('text'), hasDefault: false },
    { name: 'most', type: builtIn('int4'), hasDefault: true },
  ]
  expect(write({ functions: [returning('search', {}, ...args)] })).toContain(
    '"search": { Args: { "most"?: number "query": string } Returns: undefined }',
  )
})

test('a function without arguments takes none', () => {
  expect(write({ functions: [returning('now', { type: builtIn('timestamptz') })] })).toContain(
    '"now": { Args: never Returns: string }',
  )
})

test('a function that returns a table returns an array of its columns', () => {
  const columns = [
    { name: 'title', type: builtIn('text') },
    { name: 'id', type: builtIn('uuid') },
  ]
  const found = returning('found', { type: builtIn('record'), isSet: true, columns })
  expect(write({ functions: [found] })).toContain('Returns: { "id": string "title": string }[] }')
})

test.for([
  [false, `Returns: Database['public']['Tables']["films"]['Row'] `, 'true isSetofReturn: false'],
  [true, `Returns: Database['public']['Tables']["films"]['Row'][] `, 'false isSetofReturn: true'],
] as const)(
  'a function that returns rows (a set: %s) names their table',
  ([isSet, returns, one]) => {
    const functions = [returning('film', { type: ours('films'), isSet })]
    expect(write({ relations: [table('films')], functions })).toContain(
      `${returns}SetofOptions: { from: '*' to: "films" isOneToOne: ${one} }`,
    )
  },
)

test('functions that share a name are any of them', () => {
  const arg = { name: 'id', type: builtIn('uuid'), hasDefault: false }
  const functions = [returning('film', {}, arg), returning('film', { type: builtIn('int4') })]
  const text =
    '"film": { Args: never Returns: number } | { Args: { "id": string } Returns: undefined }'
  expect(write({ functions }).replaceAll('  ', ' ')).toContain(text)
  expect(write({ functions: functions.toReversed() })).toBe(write({ functions }))
})

test('types of the database itself are named where they are used', () => {
  const relations = [
    { ...table('size', column('width', { isNullable: true })), kind: 'composite' as const },
    { ...table('newest', column('film', { type: ours('films') })), kind: 'view' as const },
    table('films', column('mood', { type: ours('mood') }), column('size', { type: ours('size') })),
  ]
  const functions = [returning('current', { type: ours('mood') })]
  const enums = [{ name: 'mood', values: ['fine', 'awful'] }]
  const text = write({ relations, functions, enums })
  expect(text).toContain(
    `"mood": Database['public']['Enums']["mood"] "size": Database['public']['CompositeTypes']["size"]`,
  )
  expect(text).toContain(
    `Views: { "newest": { Row: { "film": Database['public']['Tables']["films"]['Row'] } Relationships: [] } }`,
  )
  expect(text).toContain(`Returns: Database['public']['Enums']["mood"] }`)
  expect(text).toContain('Enums: { "mood": "fine" | "awful" }')
  expect(text).toContain('CompositeTypes: { "size": { "width": string | null } }')
})

test('the order in which the database tells things does not matter', () => {
  const relations = [
    table('b', column('d'), column('C'), column('é'), column('_a')),
    table('a', column('z')),
  ]
  const functions = [returning('g', {}), returning('f', {})]
  const enums = [
    { name: 'n', values: ['2', '1'] },
    { name: 'm', values: ['x'] },
  ]
  const turned = {
    relations: relations
      .map((relation) => ({ ...relation, columns: relation.columns.toReversed() }))
      .toReversed(),
    functions: functions.toReversed(),
    enums: enums.toReversed(),
  }
  expect(write({ relations, functions, enums })).toBe(write(turned))
  expect(write({ relations })).toContain('"C": string "_a": string "d": string "é": string')
})

test('a result column that may be null is typed so, and the list names nothing unknown', () => {
  const columns = ['label', 'number'].map((name) => ({ name, type: builtIn('text') }))
  const history = returning('script_history', { isSet: true, columns })
  expect(write({ functions: [history] })).toContain(
    'Returns: { "label": string | null "number": string }[]',
  )
  expect(() => checkNullableResults({ relations: [], functions: [history], enums: [] })).toThrow(
    /^No function has the result draft_text\.script_id, .*script_history\.job_id: change /,
  )
})
