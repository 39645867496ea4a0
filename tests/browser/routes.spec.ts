import type { Page } from '@playwright/test'
import { createPerson, setApproved, signInAs } from '../support/browser/people.ts'
import { goInApp } from '../support/browser/in-app.ts'
import { expectAccessible } from '../support/browser/axe.ts'
import { keepStill } from '../support/browser/page.ts'
import { addScript } from '../support/browser/scripts.ts'
import { hold } from '../support/browser/chats.ts'
import { expect, test } from './fixtures.ts'

const SCRIPT = '/editor/00000000-0000-4000-8000-000000000000'

/** Where each address of the route table leads. */
type Table = Record<string, string>

const everybody: Table = {
  '/auth/reset-password': '/auth/reset-password',
  '/no/such/page': '/no/such/page',
}

const anonymous: Table = {
  ...everybody,
  '/': '/login',
  '/login': '/login',
  '/signup': '/signup',
  '/pending': '/login',
  '/dashboard': '/login',
  '/editor': '/login',
  '/editor/new': '/login',
  [SCRIPT]: '/login',
  '/admin': '/login',
}

const unapproved: Table = {
  ...everybody,
  '/': '/pending',
  '/login': '/pending',
  '/signup': '/pending',
  '/pending': '/pending',
  '/dashboard': '/pending',
  '/editor': '/pending',
  '/editor/new': '/pending',
  [SCRIPT]: '/pending',
  '/admin': '/pending',
}

const writer: Table = {
  ...everybody,
  '/': '/dashboard',
  '/login': '/dashboard',
  '/signup': '/dashboard',
  '/pending': '/dashboard',
  '/dashboard': '/dashboard',
  '/editor': '/editor',
  '/editor/new': '/editor/new',
  '/admin': '/dashboard',
}

const byLoading = (page: Page, address: string) => page.goto(address)

async function walk(page: Page, table: Table, go: typeof goInApp | typeof byLoading = byLoading) {
  for (const [address, end] of Object.entries(table)) {
    await go(page, address)
    // While session or profile are loading there is no main element.
    await expect(page.getByRole('main').first(), `${address} shows a page`).toBeVisible()
    await expect(page, `from ${address}`).toHaveURL(end)
  }
}

test('a signed-out visitor reaches only the public pages', async ({ page }) => {
  await walk(page, { '/editor/new': '/login' })
  await walk(page, anonymous, goInApp)
})

test('an unapproved administrator has no more access than any unapproved user', async ({
  page,
}) => {
  await keepStill(page)
  await signInAs(page, await createPerson('demoted', { role: 'admin', approved: false }))
  await walk(page, { '/admin': '/pending' })
  await test.step('axe finds nothing on /pending', async () => {
    await expect(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Theme/ })).toBeVisible()
    await expectAccessible(page)
  })
  await walk(page, unapproved, goInApp)
  await test.step('an address that is reached while another is being left leads on too', async () => {
    await page.evaluate(() => {
      const replaceState = history.replaceState.bind(history)
      // As going back or forward twice does: the second arrives before React has drawn the first redirect's page.
      history.replaceState = (state: { idx: number }, ...rest) => {
        history.replaceState = replaceState
        history.replaceState(state, ...rest)
        queueMicrotask(() => {
          const next = { usr: null, key: crypto.randomUUID(), idx: state.idx + 1 }
          history.pushState(next, '', '/editor')
          dispatchEvent(new PopStateEvent('popstate', { state: next }))
        })
      }
    })
    await goInApp(page, '/dashboard')
    await expect(page).toHaveURL('/pending')
    await expect(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible()
  })
})

test('an approved administrator reaches /admin too', async ({ page }) => {
  const person = await createPerson('admin', { role: 'admin' })
  const own = `/editor/${await addScript(person, 'My own')}`
  const other = `/editor/${await addScript(await createPerson('other'), 'Not mine')}`
  await signInAs(page, person)
  await walk(page, { '/admin': '/admin' })
  const same = { '/': '/dashboard', '/login': '/dashboard', '/pending': '/dashboard' }
  await walk(page, { [own]: own, ...same, [other]: '/dashboard', '/admin': '/admin' }, goInApp)
})

test('a spinner shows instead of a page while the session is loading', async ({ page }) => {
  const person = await createPerson('expired')
  await signInAs(page, person, { expires_at: 1 })
  const release = await hold(page, '**/auth/v1/token**')
  await page.goto('/admin')
  await expect(page.getByText('Loading…')).toBeVisible()
  await expect(page.getByRole('main')).toHaveCount(0)
  release()
  await expect(page.getByText(person.email)).toBeVisible()
  await expect(page, 'no page for a writer').toHaveURL('/dashboard')
})

test('the dashboard requests profile and list once and in parallel', async ({ page }) => {
  const person = await createPerson('ahead')
  await addScript(person, 'Both are there')
  await signInAs(page, person)
  await page.routeWebSocket('**/realtime/**', () => undefined)
  const release = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route(/rest\/v1\/(profiles|saved_scripts)/, async (route) => {
    asked.push(new URL(route.request().url()).pathname)
    await release.promise
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect.poll(() => asked.toSorted()).toEqual(['/rest/v1/profiles', '/rest/v1/saved_scripts'])
  await expect(page.getByRole('main')).toHaveCount(0)
  release.resolve()
  await expect(page.getByRole('article')).toContainText('Both are there')
  expect(asked).toHaveLength(2)
})

for (const connection of ['live', 'without live changes']) {
  test(`approval and restriction move an open page by themselves, ${connection}`, async ({
    page,
  }) => {
    if (connection !== 'live') {
      await page.routeWebSocket('**/realtime/**', (socket) => socket.close())
      await page.clock.install()
    }
    const approve = async (approved: boolean) => {
      await setApproved(person, approved)
      // Without live changes the profile is polled every 4 s.
      if (connection !== 'live') await page.clock.runFor(4_000)
    }
    const person = await createPerson('moving', { approved: false })
    const script = `/editor/${await addScript(person, 'Still there')}`
    await signInAs(page, person)
    await page.goto(script)
    await expect(page).toHaveURL('/pending')
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await expect(page.getByText('Your account is awaiting administrator approval.')).toBeVisible()
    await expect(page.getByText("You'll be notified by email once it's approved.")).toBeVisible()
    await page.evaluate(() => {
      document.body.dataset['loaded'] = 'once'
    })
    await approve(true)
    await expect(page).toHaveURL('/dashboard')
    // Not the empty list that was loaded before the approval.
    await expect(page.getByRole('article')).toContainText('Still there')
    await test.step('a script that could not be read before the approval opens after it', async () => {
      await page.getByRole('link', { name: 'Still there' }).click()
      await expect(page.getByRole('textbox', { name: 'Script Name' })).toHaveValue('Still there')
      await expect(page).toHaveURL(script)
    })
    if (connection === 'live')
      await test.step('an approved writer reaches everything but /admin', async () => {
        const other = `/editor/${await addScript(await createPerson('other'), 'Not mine')}`
        const scripts = { [other]: '/dashboard', [SCRIPT]: '/dashboard', [script]: script }
        await walk(page, { ...writer, ...scripts }, goInApp)
      })
    await approve(false)
    await expect(page).toHaveURL('/pending')
    await test.step('a restricted user reaches only /pending and the public pages', () =>
      // This holds however the page has learned of the restriction.
      walk(page, connection === 'live' ? unapproved : { '/dashboard': '/pending' }, goInApp))
    // None of these steps reloaded the page.
    await expect(page.locator('body')).toHaveAttribute('data-loaded', 'once')
  })
}
