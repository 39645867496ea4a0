import { hash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { textHash } from '../../../../web/features/document/sync/text-hash.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['with https', crypto],
  ['without https, where crypto.subtle is missing', {}],
])('a text has the hash that the server computes, %s', async (_, available) => {
  vi.stubGlobal('crypto', available)
  for (const text of ['', 'Rain.', 'é 日本 😀', 'x'.repeat(1000)])
    expect(await textHash(text)).toBe(hash('sha256', text, 'hex'))
})
