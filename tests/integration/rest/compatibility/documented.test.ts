import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { restFixture } from '../../../support/rest/fixture.ts'

// Sends what docs/data-api.md says is refused, and compares the answer.

const text = readFileSync(new URL('../../../../docs/data-api.md', import.meta.url), 'utf8')

const fixture = forFile(restFixture)

const bare = (cell: string) => cell.trim().replace(/^`(.*)`$/, '$1')

/** The rows of the table below a heading that names the path. */
function rowsOf(path: string): string[][] {
  const section = text.split(/^## /m).find((part) => part.split('\n')[0]?.includes(path)) ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split(' |')
        .slice(0, 5)
        .map((cell) => bare(cell.replace(/^\|/, ''))),
    )
}

type Answer = { code?: string; message?: string; details?: string | null }

async function send(base: string, request = '', header = '') {
  const [method = '', path = '', given = '{}'] = request.split(' ')
  const [name, value = ''] = header.split(': ')
  const headers = new Headers({ apikey: fixture.anonKey })
  if (base === '/rest/v1') headers.set('authorization', `Bearer ${fixture.anna.token}`)
  if (method !== 'GET') headers.set('content-type', 'application/json')
  if (name) headers.set(name, value)
  const body = method === 'POST' || method === 'PATCH' ? { body: given } : {}
  const response = await fetch(`${fixture.server.url}${base}${path}`, { method, headers, ...body })
  return { status: response.status, ...((await response.json()) as Answer) }
}

describe.each(['/rest/v1', '/auth/v1'])('%s', (base) => {
  const rows = rowsOf(base)

  test('is described', () => expect(rows.length).toBeGreaterThan(9))

  test.each(rows)('%s %s is a %s %s', async (request, header, status, code, sentence) => {
    const answer = await send(base, request, header)
    expect([String(answer.status), answer.code ?? '']).toEqual([status, code])
    expect([answer.message, answer.details]).toContain(sentence)
  })
})
