import type { Page } from '@playwright/test'
import { linkMailedTo } from '../../support/browser/mail.ts'
import { createPerson, sql, uniqueEmail } from '../../support/browser/people.ts'
import { PASSWORD } from '../../support/people.ts'
import { expectBadField, expectNotice, expectConsoleErrors } from '../../support/browser/page.ts'
import { expect, test } from '../fixtures.ts'

const email = (page: Page) => page.getByLabel('Email')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const confirmation = (page: Page) => page.getByLabel('Confirm Password')
const submit = (page: Page) => page.getByRole('button', { name: 'Sign up' })

const sessionsOf = (address: string) =>
  sql('select from auth.sessions s join auth.users u on u.id = user_id where email = $1', [address])

async function fill(page: Page, address: string, first: string, second = first): Promise<void> {
  await email(page).fill(address)
  await password(page).fill(first)
  await confirmation(page).fill(second)
  await submit(page).click()
}

test('a password manager knows the fields, and every mistake is reported', async ({
  page,
  consoleErrors,
}) => {
  let requests = 0
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/signup')) requests += 1
  })
  await page.goto('/signup')
  await expect(email(page)).toBeFocused()
  await test.step('a password manager can save the new account', async () => {
    await expect(email(page)).toHaveAttribute('autocomplete', 'username')
    for (const field of [password(page), confirmation(page)]) {
      await expect(field).toHaveAttribute('autocomplete', 'new-password')
      await expect(field).toHaveAttribute('minlength', '6')
    }
  })
  await test.step('validation runs in order, each error as a toast and at its field', async () => {
    await fill(page, 'nobody', 'abc', 'abd')
    await expectNotice(page, 'Sign Up Failed', 'Passwords do not match.')
    await expectBadField(confirmation(page), 'Passwords do not match.')

    await fill(page, 'nobody', 'abcdef')
    await expectNotice(page, 'Invalid email', 'Please enter a valid email address.')
    await expectBadField(email(page), 'Please enter a valid email address.')

    await fill(page, 'anna@example.com', 'abcdef')
    await expectNotice(page, 'Weak password', 'Password must be at least 8 characters long.')
    await expectBadField(password(page), 'Password must be at least 8 characters long.')
    expect(requests).toBe(0)
  })
  await test.step("refusals are shown in the server's words", async () => {
    const known = await createPerson('known')
    await fill(page, known.email, PASSWORD)
    await expectNotice(page, 'Sign Up Failed', 'User already registered')
    await expectBadField(email(page), 'User already registered')

    await fill(page, uniqueEmail('common'), 'password1')
    const words = 'Password is one of the most common ones, please choose another.'
    await expectNotice(page, 'Sign Up Failed', words)
    await expectBadField(password(page), words)
    expectConsoleErrors(consoleErrors, /422/)
  })
  await test.step('a network error is reported', async () => {
    await page.route('**/auth/v1/signup**', (route) => route.abort())
    await fill(page, uniqueEmail('unlucky'), PASSWORD)
    await expectNotice(
      page,
      'Sign Up Failed',
      "Can't reach the server. Please check your connection.",
    )
    expectConsoleErrors(consoleErrors, /ERR_FAILED/)
  })
  await test.step('one button shows both passwords', async () => {
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password(page)).toHaveAttribute('type', 'text')
    await expect(confirmation(page)).toHaveAttribute('type', 'text')
  })
})

test('after sign-up every tab is on /login and signed out, without showing another page', async ({
  page,
  context,
}) => {
  const address = uniqueEmail('new')
  const visited: string[] = []
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url())
    if (visited.at(-1) !== pathname) visited.push(pathname)
  })
  const other = await context.newPage()
  await other.goto('/login')
  await expect(other.getByLabel('Email')).toBeVisible()
  await page.goto('/signup')
  const request = page.waitForRequest('**/auth/v1/signup**')
  await fill(page, ` ${address} `, PASSWORD)

  await expect(page).toHaveURL('/login')
  await expectNotice(
    page,
    'Signed up successfully! Please check your email to confirm your account (if enabled).',
  )
  const redirect = new URL((await request).url()).searchParams.get('redirect_to')
  expect(redirect).toBe(`${new URL(page.url()).origin}/dashboard`)
  expect(visited).toEqual(['/signup', '/login'])
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain(
    'script-writer-session',
  )
  await expect(other).toHaveURL('/login')
  expect(await sessionsOf(address)).toHaveLength(0)

  // Only the password is left to type.
  await expect(email(page)).toHaveValue(address)
  await expect(password(page)).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/pending')
})

/** Requests a confirmation mail as the sign-up does, and returns its link. */
async function confirmationLink(page: Page, address: string): Promise<string> {
  await sql('insert into auth.users (id, email) values (gen_random_uuid(), $1)', [address])
  const { anonKey } = (await (await page.request.get('/config.json')).json()) as { anonKey: string }
  const target = new URLSearchParams({ redirect_to: new URL('/dashboard', page.url()).href })
  await page.request.post(`/auth/v1/resend?${target}`, {
    headers: { apikey: anonKey },
    data: { email: address, type: 'signup' },
  })
  return linkMailedTo(address, /confirm/i)
}

test('a confirmation link says that the address is confirmed, and a second time that it was used', async ({
  page,
}) => {
  const address = uniqueEmail('confirmed')
  await page.goto('/login')
  const link = await confirmationLink(page, address)
  await page.goto(link)
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
  // The session that the link opened is ended, because nobody uses it.
  await expect.poll(() => sessionsOf(address)).toHaveLength(0)
  await page.goto(link)
  await expect(page).toHaveURL('/login')
  await expect(
    page.getByText('This confirmation link has expired or was already used.'),
  ).toBeVisible()
})
