import type { Page } from '@playwright/test'
import {
  addConversation,
  chatList,
  chatLog,
  inList,
  nameField,
  openEditor,
  saveButton,
} from '../../support/browser/chats.ts'
import { answers, send } from '../../support/browser/generation.ts'
import { goInApp } from '../../support/browser/in-app.ts'
import { createPerson, signInAs, sql, signInByHand } from '../../support/browser/people.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import {
  expectBadField,
  expectConsoleErrors,
  expectNotice,
  notices,
  whatOverflows,
} from '../../support/browser/page.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { rounds } from '../../support/rounds.ts'
import { expect, test } from '../fixtures.ts'

const REFUSED = 'Failed to load session: Invalid Refresh Token: Refresh Token Not Found'
const UNREACHABLE = "Can't reach the server. Please check your connection."

const email = (page: Page) => page.getByLabel('Email')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: 'Sign in' })

test('a writer signs in with the Enter key and reaches the dashboard, after every mistake', async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('writer')
  let requests = 0
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/token')) requests += 1
  })
  await page.goto('/login')
  await expect(page).toHaveTitle('Sign in · Script Writer')
  await test.step('links lead to sign-up and back', async () => {
    await page.getByRole('link', { name: 'Sign up' }).click()
    await expect(page).toHaveURL('/signup')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/login')
  })
  await expect(email(page)).toBeFocused()

  await test.step('a password manager recognises every field of a real form', async () => {
    await expect(email(page)).toHaveAttribute('autocomplete', 'username')
    await expect(email(page)).toHaveAttribute('name', 'email')
    await expect(password(page)).toHaveAttribute('autocomplete', 'current-password')
    await expect(password(page)).toHaveAttribute('name', 'password')
    await expect(submit(page)).toHaveAttribute('type', 'submit')
  })
  await test.step('the password can be shown, and Tab moves from field to field', async () => {
    await page.keyboard.press('Tab')
    await expect(password(page)).toBeFocused()
    await page.keyboard.type('shown')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(password(page)).toHaveAttribute('type', 'text')
    const hide = page.getByRole('button', { name: 'Hide password' })
    await expect(hide).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(password(page)).toHaveAttribute('type', 'password')
    await expect(password(page)).toHaveValue('shown')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Forgot password?' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(submit(page)).toBeFocused()
    await password(page).fill('')
  })
  await test.step('missing input is reported at its field, and nothing is sent', async () => {
    await submit(page).click()
    await expectBadField(email(page), 'Please enter your email address.')
    await email(page).fill(` ${writer.email.toUpperCase()} `)
    await submit(page).click()
    await expectBadField(password(page), 'Please enter your password.')
    await expect(email(page)).not.toHaveAttribute('aria-invalid')
    expect(requests).toBe(0)
  })
  await test.step('a refusal shows a toast and marks and focuses the password field', async () => {
    await password(page).fill('not the password')
    await submit(page).click()
    await expectNotice(page, 'Login Failed', 'Invalid login credentials')
    await expectBadField(password(page), 'Invalid login credentials')
    expectConsoleErrors(consoleErrors, /400/)
  })
  await test.step('a network error is reported', async () => {
    await page.route('**/auth/v1/token**', (route) => route.abort())
    await password(page).fill(writer.password)
    await submit(page).click()
    await expectNotice(page, 'Login Failed', UNREACHABLE)
    await expect(page.getByRole('main').getByText(UNREACHABLE)).toBeVisible()
    expectConsoleErrors(consoleErrors, /ERR_FAILED/)
    await page.unroute('**/auth/v1/token**')
  })
  await password(page).press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expectNotice(page, 'Logged in successfully!')
})

test("a second submit sends nothing, and the scripts are requested before the dashboard's code has loaded", async ({
  page,
}) => {
  const writer = await createPerson('quick')
  await page.goto('/login')
  const asked: string[] = []
  await page.route('**/rest/v1/saved_scripts?*', async (route) => {
    asked.push('list')
    await route.continue()
  })
  await page.route('**/assets/dashboard-page-*.js', async (route) => {
    await expect.poll(() => asked).toEqual(['list'])
    await route.continue()
  })
  let requests = 0
  const release = Promise.withResolvers<void>()
  await page.route('**/auth/v1/token**', async (route) => {
    requests += 1
    await release.promise
    await route.continue()
  })
  await email(page).fill(writer.email)
  await password(page).fill(writer.password)
  // Twice in one task, before React can render.
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit()
    form.requestSubmit()
  })
  await expect(submit(page)).toHaveAttribute('aria-busy', 'true')
  await submit(page).click({ force: true })
  await password(page).press('Enter')
  release.resolve()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'My Scripts' })).toBeVisible()
  expect(requests).toBe(1)
  expect(asked).toHaveLength(1)
})

test('signing out shows a toast and leads every tab to /login', async ({
  page,
  context,
  consoleErrors,
}) => {
  const waiting = await createPerson('pending', { approved: false })
  await signInAs(page, waiting)
  const signOut = (tab: Page) => tab.getByRole('button', { name: 'Sign Out' })
  await page.goto('/pending')
  await test.step('one that did not reach the server says so and holds on this device', async () => {
    await page.route('**/auth/v1/logout**', (route) => route.abort())
    await signOut(page).click()
    await expect(page).toHaveURL('/login')
    await expectNotice(
      page,
      'Logout Failed',
      `You're signed out on this device, but the server couldn't be notified: ${UNREACHABLE}`,
    )
    await expect(page.getByRole('region', { name: 'Logout Failed' })).toContainText(UNREACHABLE)
    expectConsoleErrors(consoleErrors, /ERR_FAILED|^Logout Failed/)
    expect(await page.evaluate(() => localStorage.getItem('script-writer-session'))).toBeNull()
    await page.unroute('**/auth/v1/logout**')
  })

  await signInByHand(page, waiting)
  await expect(page).toHaveURL('/pending')
  const other = await context.newPage()
  // Tabs in different processes: the message of the sign-out arrives before the change of the storage.
  await other.addInitScript(() => {
    let last: string | null = null
    Storage.prototype.getItem = function lateItem(this: Record<string, string>, key: string) {
      const item = this[key] ?? null
      if (key !== 'script-writer-session') return item
      last = item ?? last
      return last
    }
  })
  await other.goto('/pending')
  await expect(signOut(other)).toBeVisible()
  await signOut(page).click()
  await expect(page).toHaveURL('/login')
  await expectNotice(page, 'Logged out successfully!')
  await expect(other).toHaveURL('/login')

  await goInApp(page, '/dashboard')
  await expect(page).toHaveURL('/login')
})

test('a session that fails to load says why and is restored with the network', async ({
  page,
  consoleErrors,
}) => {
  await signInAs(page, await createPerson('writer'), { expires_at: 1 })
  const unreachable = /auth\/v1\/token|\/ready$/
  await page.route(unreachable, (route) => route.abort())
  // The client retries for half a minute before it gives up.
  await page.clock.install()
  await page.goto('/dashboard')
  await expect(page.getByText('Loading…')).toBeVisible()
  await page.clock.runFor(2_000)
  await expect(page.getByText("The server isn't answering. Trying again…")).toBeVisible()
  const reason = `Failed to load session: ${UNREACHABLE}`
  await expect(async () => {
    await page.clock.runFor(5_000)
    await expect(page.getByText(reason, { exact: true })).toBeVisible({ timeout: 100 })
  }).toPass()
  await expectNotice(page, 'Auth Error', reason)
  // The session is still stored, so nobody is asked to sign in.
  await expect(page).toHaveURL('/dashboard')
  expectConsoleErrors(consoleErrors, /ERR_FAILED/)

  await page.unroute(unreachable)
  await page.clock.runFor(3_000)
  await expect(page.getByRole('heading', { name: 'My Scripts' })).toBeVisible()
  consoleErrors.splice(0)
})

test('a server that does not answer is reported within 2 s, and asked again', async ({ page }) => {
  await signInAs(page, await createPerson('patient'))
  let asked = 0
  await page.route('**/rest/v1/profiles?*', async (route) => {
    asked += 1
    // The first request hangs.
    if (asked > 1) await route.continue()
  })
  await page.clock.install()
  await page.goto('/dashboard')
  await expect(page.getByText('Loading…')).toBeVisible()
  await page.clock.runFor(2_000)
  await expect(page.getByText("The server isn't answering. Trying again…")).toBeVisible()
  await page.clock.runFor(12_000)
  await page.clock.resume()
  await expect(page.getByRole('heading', { name: 'My Scripts' })).toBeVisible()
})

test('a link is followed after signing in, but not one that another person was sent away from', async ({
  page,
  consoleErrors,
}) => {
  const anna = await createPerson('anna')
  const bert = await createPerson('bert')
  const scriptId = await addScript(anna, 'Her script', 'INT. TRAM - NIGHT')
  await page.goto(`/editor/${scriptId}`)
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Your session has ended.')).toBeHidden()
  await signInByHand(page, anna)
  await expect(page).toHaveURL(`/editor/${scriptId}`)
  await expect(nameField(page)).toHaveValue('Her script')
  await test.step('a session that ended on the server leads to /login and back to the same script', async () => {
    await nameField(page).fill('Her new name')
    page.on('dialog', (dialog) => void dialog.accept())
    // An open page would learn that the session has ended and show /login before it is reloaded.
    await page.goto('about:blank')
    await sql('delete from auth.sessions where user_id = $1', [anna.id])
    await page.goto(`/editor/${scriptId}`)
    await expect(page).toHaveURL('/login')
    await expectNotice(page, 'Auth Error', REFUSED)
    await expect(
      page.getByText('Your session has ended. Please sign in again.', { exact: true }),
    ).toBeVisible()
    await signInByHand(page, anna)
    await expect(page).toHaveURL(`/editor/${scriptId}`)
    await expect(nameField(page)).toHaveValue('Her new name')
    expectConsoleErrors(consoleErrors, /status of 40[0134]/)
  })
  await test.step('a session that ends while a page is open leads to /login by itself', async () => {
    await sql('delete from auth.sessions where user_id = $1', [anna.id])
    await expect(page).toHaveURL('/login')
    // Exact, because a toast may give the same reason for a failed request.
    const ended = page.getByText('Your session has ended. Please sign in again.', { exact: true })
    await expect(ended).toBeVisible()
    await expectNotice(page, 'Auth Error', REFUSED)
  })
  await signInByHand(page, bert)
  await expect(page).toHaveURL('/dashboard')
  expectConsoleErrors(consoleErrors, /status of 40[0134]/)
})

test('a page whose access token alone is refused recovers by itself, every time', async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('renewed')
  const scriptId = await addScript(writer, 'Rain', 'INT. TRAM - NIGHT')
  const chat = await addConversation(writer, 'Chat: Rain', {
    scriptId,
    messages: [['user', 'Make it rain.']],
  })
  /** The session stays as it is, but its token has another signature. */
  const spoilToken = () =>
    page.evaluate((key) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '') as { access_token: string }
      session.access_token = session.access_token.replace(/.{8}$/, 'spoiled_')
      localStorage.setItem(key, JSON.stringify(session))
    }, 'script-writer-session')
  const say = (words: string) =>
    sql(
      `insert into public.chat_messages (user_id, conversation_id, type, content) values ($1, $2, 'user', $3)`,
      [writer.id, chat, words],
    )
  await openEditor(page, writer, `/editor/${scriptId}`)
  await expect(chatLog(page).getByText('Make it rain.')).toBeVisible()
  for (let round = 1; round <= rounds('refused-tokens'); round += 1)
    await test.step(`when it is loaded, round ${round}`, async () => {
      await spoilToken()
      await page.reload()
      await expect(nameField(page)).toHaveValue('Rain')
      await expect(chatLog(page).getByText('Make it rain.')).toBeVisible()
      await expect(inList(chatList(page), 'Chat: Rain')).toBeVisible()
      await expect(page.getByText('100 of 100 generations left')).toBeVisible()
      // Its subscriptions too.
      await say(`Words of round ${round}.`)
      await expect(chatLog(page).getByText(`Words of round ${round}.`)).toBeVisible()
      await expect(notices(page)).toHaveCount(0)
      expectConsoleErrors(consoleErrors, /status of 401/)
    })
  await test.step('while it is open', async () => {
    // A token that was issued less than 10 s ago is not renewed.
    await page.waitForFunction(() => performance.now() > 12_000)
    await spoilToken()
    await send(page, 'Write')
    // The scene itself while it is written, and then what became of it.
    await expect(answers(page)).toContainText('HARBOUR OFFICE')
    await nameField(page).fill('More rain')
    await saveButton(page).click()
    await expectNotice(page, 'Success!')
    expectConsoleErrors(consoleErrors, /status of 401/)
  })
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true })

  test('no field is focused, so that no keyboard covers the page', async ({ page }) => {
    await page.goto('/login')
    await expect(email(page)).toBeVisible()
    await expect(email(page)).not.toBeFocused()
  })
})

test('axe finds nothing on /login and /signup', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: /^Theme/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/signup')
  await expectAccessible(page)
})

test('a visitor reads name and heading before the code of the app has loaded, and nothing moves afterwards', async ({
  page,
}) => {
  let code = Promise.withResolvers<void>()
  await page.route('**/assets/app-*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  const parts = () =>
    page.locator('main').evaluate((main) => {
      const fonts = document.fonts.status
      const wanted = [main.querySelector('span'), ...main.querySelectorAll('h1, h1 + p')]
      return {
        fonts,
        parts: wanted.map((part) => [
          part?.textContent?.replaceAll(/\s/g, ''),
          part?.getBoundingClientRect().toJSON(),
        ]),
      }
    })
  for (const width of [390, 1280]) {
    code = Promise.withResolvers<void>()
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/login', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect.poll(async () => (await parts()).fonts).toBe('loaded')
    const before = await parts()
    expect(before.parts).toHaveLength(3)
    await expect(email(page)).toHaveCount(0)
    code.resolve()
    await expect(email(page)).toBeFocused()
    expect(await parts()).toEqual(before)
  }
})

test('without the typeface of the interface /login fits, and nothing moves when that arrives late', async ({
  page,
}) => {
  let font = Promise.withResolvers<void>()
  await page.route('**/assets/public-sans-*.woff2', async (route) => {
    await font.promise
    await route.continue()
  })
  const places = () =>
    page.locator('#root *').evaluateAll((parts) =>
      parts.map((part) => {
        const { top, height } = part.getBoundingClientRect()
        return `${part.tagName} ${top.toFixed(1)} ${height.toFixed(1)}`
      }),
    )
  for (const width of [360, 1280]) {
    font = Promise.withResolvers<void>()
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/login', { waitUntil: 'commit' })
    await expect(email(page)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Theme/ })).toBeVisible()
    await page.evaluate(() => document.fonts.load('16px "Courier Prime"'))
    expect(await page.evaluate(() => document.fonts.status)).toBe('loading')
    expect(await whatOverflows(page)).toEqual([])
    const before = await places()
    font.resolve()
    await page.evaluate(() => document.fonts.ready)
    expect(await page.evaluate(() => document.fonts.check('16px "Public Sans"'))).toBe(true)
    expect(await places()).toEqual(before)
  }
})
