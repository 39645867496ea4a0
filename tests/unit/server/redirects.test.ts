import { expect, test } from 'vitest'
import { safeRedirect } from '../../../server/auth/mail/mailed-links.ts'

const SITE = 'https://scripts.example.com'
const ALLOWED = ['https://staging.example.com', 'https://app.example.org:8443/somewhere']

test.each([
  'https://scripts.example.com/auth/reset-password',
  'https://scripts.example.com',
  'HTTPS://SCRIPTS.example.com/dashboard?x=1',
  'https://staging.example.com/login',
  'https://app.example.org:8443/',
])('%s is one of ours', (wanted) => expect(safeRedirect(wanted, SITE, ALLOWED)).toBe(wanted))

test.each([
  undefined,
  '',
  '/dashboard',
  '//evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  'https:/\\evil.example',
  'https://evil.example',
  'https://scripts.example.com.evil.example',
  'https://evil.example/https://scripts.example.com',
  'https://scripts.example.com@evil.example',
  'https://user:pass@scripts.example.com',
  'https://scripts.example.com\\@evil.example',
  'https://scripts.example.com:8443',
  'http://scripts.example.com',
  'https://xscripts.example.com',
  'https://sub.scripts.example.com',
  'javascript:alert(1)//https://scripts.example.com',
  'data:text/html,x',
  'https://scripts.example.com\n.evil.example',
  ' https://scripts.example.com',
  'https://app.example.org/',
])('%j falls back to the site', (wanted) =>
  expect(safeRedirect(wanted, SITE, ALLOWED)).toBe(`${SITE}/`),
)

test('a site on this machine goes by all of its names, on its own port', () => {
  const site = 'http://127.0.0.1:3000'
  expect(safeRedirect('http://localhost:3000/x', site, [])).toBe('http://localhost:3000/x')
  expect(safeRedirect('http://[::1]:3000/x', site, [])).toBe('http://[::1]:3000/x')
  expect(safeRedirect('http://localhost:3001/x', site, [])).toBe(`${site}/`)
})
