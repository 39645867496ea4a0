import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database/test-database.ts'
import { startTestServer } from '../support/test-server.ts'

let databaseUrl: string

beforeAll(async () => {
  databaseUrl = (await createTestDatabase()).url
})

async function securityTxt(env: Record<string, string>): Promise<Response> {
  const { url } = await startTestServer({ DATABASE_URL: databaseUrl, ...env })
  return fetch(`${url}/.well-known/security.txt`, { headers: { accept: 'text/html, text/plain' } })
}

describe('/.well-known/security.txt', () => {
  test('names the contact, and expires within a year', async () => {
    const response = await securityTxt({
      SECURITY_CONTACT: 'security@example.com',
      PUBLIC_URL: 'https://scripts.example.com',
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=UTF-8')
    const lines = (await response.text()).trimEnd().split('\n')
    expect(lines).toEqual([
      'Contact: mailto:security@example.com',
      expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT00:00:00\.000Z$/),
      'Preferred-Languages: en',
      'Canonical: https://scripts.example.com/.well-known/security.txt',
    ])
    const days = (Date.parse(lines[1]?.slice('Expires: '.length) ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(178)
    expect(days).toBeLessThan(365)
  })

  test('may name a page, and has no canonical address without PUBLIC_URL', async () => {
    const response = await securityTxt({ SECURITY_CONTACT: 'https://example.com/report' })
    const text = await response.text()
    expect(text).toContain('Contact: https://example.com/report\n')
    expect(text).not.toContain('Canonical')
  })

  test('does not exist without a contact', async () => {
    expect((await securityTxt({})).status).toBe(404)
  })
})
