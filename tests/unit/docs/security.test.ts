import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { MOST } from '../../../contract/limits.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const text = read('docs/security.md')

/** Requirements of ASVS 5.0.0 at levels 1 and 2. */
const REQUIREMENTS = 70 + 183

const proofs = [...text.matchAll(/^- `(tests\/[^`]+)`: (.+)$/gm)].map(
  ([, file = '', title = '']) => ({ file, title }),
)

/** `1.3.3-5` is 1.3.3, 1.3.4 and 1.3.5. */
function expand(written: string): string[] {
  const [first = '', last] = written.split('-')
  const [chapter, section, from = '0'] = first.split('.')
  const length = Number(last ?? from) - Number(from) + 1
  return Array.from({ length }, (_, n) => `${chapter}.${section}.${Number(from) + n}`)
}

const rows = [...text.matchAll(/^\| (\d+\.[\d., -]+) \| ([a-z ]+) \| (.+) \|$/gm)].map(
  ([, requirements = '', status = '', reason = '']) => ({
    requirements: requirements.split(', ').flatMap(expand),
    status,
    reason,
  }),
)

describe('docs/security.md', () => {
  test('names at least one test for every promise', () => {
    const promises = text.split('## Inventories')[0]?.split(/^\*\*/m).slice(1) ?? []
    expect(promises.length).toBeGreaterThan(15)
    for (const promise of promises) expect(promise).toMatch(/^- `tests\//m)
  })

  test.each(proofs)('$file has the test "$title"', ({ file, title }) => {
    expect(existsSync(path.join(root, file))).toBe(true)
    const source = read(file)
    const spellings = [title, title.replaceAll("'", String.raw`\'`)]
    const isThere = spellings.some((one) =>
      ["'", '"', '`'].some((quote) => source.includes(`${quote}${one}${quote}`)),
    )
    expect(isThere).toBe(true)
  })

  test('lists every limit of contract/limits.ts with its number', () => {
    const listed = [...text.matchAll(/^\| `(\w+)` \| ([\d,]+) \| .+ \|$/gm)]
    const numbers = listed.map(([, name = '', most = '']) => [
      name,
      Number(most.replaceAll(',', '')),
    ])
    expect(numbers).toEqual(Object.entries(MOST))
  })

  test('gives every requirement of levels 1 and 2 one status and a reason', () => {
    const all = rows.flatMap(({ requirements }) => requirements)
    expect(all.filter((one, index) => all.indexOf(one) !== index)).toEqual([])
    expect(all).toHaveLength(REQUIREMENTS)
    const statuses = new Set(rows.map(({ status }) => status))
    expect(statuses).toEqual(new Set(['met', 'not met', 'not applicable', 'operator']))
  })

  test('refers only to requirements of the table in its promises', () => {
    const known = new Set(rows.flatMap(({ requirements }) => requirements))
    const named = [...text.matchAll(/^\*\*.+\*\* (\d[\d., ]+)/gm)].flatMap(([, list = '']) =>
      list.trim().split(', '),
    )
    expect(named.length).toBeGreaterThan(20)
    // A level 3 requirement that the document names anyway.
    expect(named.filter((one) => !known.has(one))).toEqual(['6.3.8'])
  })
})
