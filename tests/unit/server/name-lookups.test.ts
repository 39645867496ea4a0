import { describe, expect, test } from 'vitest'
import { lookupsByName } from '../../support/rest/name-lookups.ts'
import { sourcesIn } from '../../support/source-files.ts'

/** Lookups whose names are the project's own, not a caller's. */
const ALLOWED = [
  // Columns of the server's own statements; what a caller asks for is written as JSON text.
  'server/database/statement-batch.ts: row[column.name]',
  // One of the three units that the expression before it accepts.
  "server/process/config.ts: MILLISECONDS[value.at(-1) as 'm' | 'h' | 'd']",
  // Names of our own variables.
  'server/process/config.ts: env[name]',
  'server/process/config.ts: values[name]',
  'server/process/config.ts: values[name]',
  'server/process/config.ts: env[name]',
  'server/process/config.ts: values[name]',
]

test('no name from outside is looked up in a bare object, in server/ and contract/', () => {
  const sources = new Map([...sourcesIn('server'), ...sourcesIn('contract')])
  expect(sources.size).toBeGreaterThan(150)
  expect(lookupsByName(sources).toSorted()).toEqual(ALLOWED.toSorted())
})

describe('the scan', () => {
  const scan = (text: string, other = '') =>
    lookupsByName(
      new Map([
        ['a.ts', text],
        ['b.ts', other],
      ]),
    )

  test.each([
    ['a constant', 'const WIRES: Readonly<Record<string, Wire>> = {}\nWIRES[vsn]', 'WIRES[vsn]'],
    ['a parameter', 'const f = (slots: Record<string, string>) => slots[name]', 'slots[name]'],
    ['a property', 'type A = { data: Record<string, unknown> }\na.data[name]', 'data[name]'],
    ['an optional lookup', 'let a: Record<string, string>\na?.[name]', 'a?.[name]'],
    ['a type with a name', 'type Slots = Record<string, string>\nlet s: Slots\ns[name]', 's[name]'],
    ['an index signature', 'type T = { [key: string]: 1 }\nlet t: T\nt[name]', 't[name]'],
    ['a template as the name', 'let a: Record<string, 1>\na[`${b}=${c}`]', 'a[`${b}=${c}`]'],
    [
      'a name forced to fit',
      'const a = { b: 1 }\na[name as keyof typeof a]',
      'a[name as keyof typeof a]',
    ],
  ])('finds %s', (_what, text, found) => expect(scan(text)).toEqual([`a.ts: ${found}`]))

  test('finds a record that another file declares', () => {
    const declared = 'export const HOMES: Record<string, string> = {}'
    expect(scan("import { HOMES } from './b.ts'\nHOMES[role]", declared)).toEqual([
      'a.ts: HOMES[role]',
    ])
  })

  test.each([
    ['a Map', 'const a = new Map<string, string>()\na.get(name)'],
    ['a literal name', "let a: Record<string, string>\na['sub']"],
    ['an array', 'const a: string[] = []\na[index]'],
    ['a record of listed names', 'let a: Record<Code, string>\na[code]'],
    ['a comment', '// let a: Record<string, string>, a[name]'],
  ])('accepts %s', (_what, text) => expect(scan(text)).toEqual([]))
})
