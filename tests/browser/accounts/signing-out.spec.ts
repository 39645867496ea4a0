import { randomUUID } from 'node:crypto'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { nameField, openMenu, promptBox } from '../../support/browser/chats.ts'
import {
  allowConsoleErrors,
  expectConsoleErrors,
  expectLegible,
  SIZES,
  THEMES,
} from '../../support/browser/page.ts'
import {
  type BrowserPerson,
  createPerson,
  eventually,
  signInAs,
  sql,
} from '../../support/browser/people.ts'
import {
  buildPage,
  expectState,
  openText,
  servePage,
  storedText,
  textArea,
  typeAt,
  unreachable,
} from '../../support/working-text-page/serve.ts'
import { expect, test } from '../fixtures.ts'

// The page is built once for the whole file.
test.describe.configure({ mode: 'default' })

let script: string

test.beforeAll(async () => {
  script = await buildPage()
})

const OFFLINE = /ERR_INTERNET_DISCONNECTED|409/

async function openTextAs(page: Page, person: BrowserPerson, workId: string): Promise<void> {
  await servePage(page, script)
  await signInAs(page, person)
  await openText(page, workId)
}

async function newTab(context: BrowserContext, workId: string): Promise<Page> {
  const page = await context.newPage()
  await servePage(page, script)
  await openText(page, workId)
  return page
}

/** Types in a tab that cannot reach the server, and closes the tab. */
async function leaveText(
  context: BrowserContext,
  workId: string,
  text: string,
): Promise<() => Promise<void>> {
  const tab = await newTab(context, workId)
  const reconnect = await unreachable(context)
  // A route alone is not enough: a request still waiting to be aborted when its tab closes gets through.
  await tab.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  })
  await typeAt(tab, 'end', text)
  await expectState(tab, { storage: 'offline' })
  // The page is left before the server is reachable again, or the tab would send the text.
  await tab.goto('about:blank')
  await tab.close()
  return reconnect
}

/** How many copies of this person's texts the browser holds. */
const copiesOf = (page: Page, { id }: BrowserPerson): Promise<number> =>
  page.evaluate(async (name) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const request = indexedDB.open(name)
    // The database does not exist and must not be created.
    request.addEventListener('upgradeneeded', () => request.transaction?.abort())
    request.addEventListener('error', () =>
      request.error?.name === 'AbortError' ? resolve(0) : reject(request.error ?? new Error()),
    )
    request.addEventListener('success', () => {
      const database = request.result
      const stores = [...database.objectStoreNames]
      const counts = stores.map((store) => database.transaction(store).objectStore(store).count())
      const last = counts.at(-1)
      last?.addEventListener('success', () => {
        database.close()
        resolve(counts.reduce((sum, { result }) => sum + result, 0))
      })
    })
    return promise
  }, `script-writer-texts:${id}`)

const question = (page: Page): Locator =>
  page.getByRole('alertdialog', { name: 'Some of your text is only in this browser' })
const stay = (page: Page) => question(page).getByRole('button', { name: 'Stay signed in' })
const discard = (page: Page) =>
  question(page).getByRole('button', { name: 'Sign out and discard it' })
const logOut = (page: Page): Locator => page.getByRole('button', { name: /^Log ?out$/ })

test('an expired session loses nothing; signing out online asks nothing and leaves nothing behind', async ({
  page,
  context,
  consoleErrors,
}) => {
  const [anna, bert] = [await createPerson('anna'), await createPerson('bert')]
  const workId = randomUUID()
  await openTextAs(page, anna, workId)
  await typeAt(page, 'end', 'INT. TRAM - NIGHT')
  await expectState(page, { storage: 'stored' })

  const reconnect = await unreachable(context)
  await typeAt(page, 'end', '\n\nSecret rain.')
  await expectState(page, { storage: 'offline' })
  await sql('delete from auth.sessions where user_id = $1', [anna.id])
  await reconnect()
  await expect(page.getByText('Signed out')).toBeVisible()
  expectConsoleErrors(consoleErrors, /40[0139]|ERR_INTERNET_DISCONNECTED/)
  expect(await copiesOf(page, anna)).toBe(2)

  await openTextAs(page, bert, workId)
  await expect(textArea(page)).toHaveValue('')
  expect(await storedText(workId)).toBe('INT. TRAM - NIGHT')
  await openTextAs(page, anna, workId)
  await expect(textArea(page)).toHaveValue('INT. TRAM - NIGHT\n\nSecret rain.')
  await expectState(page, { storage: 'stored' })
  expect(await storedText(workId)).toBe('INT. TRAM - NIGHT\n\nSecret rain.')

  const other = await newTab(context, workId)
  await typeAt(other, 'end', ' More.')
  await typeAt(page, 0, '.')
  await logOut(page).click()
  await expect(page.getByText('Signed out')).toBeVisible()
  await expect(other.getByText('Signed out')).toBeVisible()
  expect(await storedText(workId)).toBe('.INT. TRAM - NIGHT\n\nSecret rain. More.')
  await expect.poll(() => copiesOf(page, anna)).toBe(0)
  // A tab may send a request while signing out, and if two tabs write at once, one has to merge first (409).
  // After leaving, the page logs nothing more.
  await page.goto('about:blank')
  allowConsoleErrors(consoleErrors, /40[139]/)
})

test('unsent text is asked about before signing out: staying keeps it, discarding erases it in every tab', async ({
  page,
  context,
  consoleErrors,
}) => {
  const writer = await createPerson('unsent')
  const workId = randomUUID()
  await openTextAs(page, writer, workId)
  await typeAt(page, 'end', 'INT. TRAM - NIGHT')
  await expectState(page, { storage: 'stored' })

  const reconnect = await unreachable(context)
  await typeAt(page, 'end', '\n\nRain.')
  await expectState(page, { storage: 'offline' })
  await logOut(page).focus()
  await page.keyboard.press('Enter')
  await expect(question(page)).toHaveAccessibleDescription(
    "It hasn't reached the server yet. If you sign out now, it's deleted here and can't be recovered. If you stay signed in, it's sent as soon as the server can be reached again.",
  )
  await expect(stay(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(logOut(page)).toBeFocused()
  await expect(textArea(page)).toHaveValue('INT. TRAM - NIGHT\n\nRain.')
  expect(await copiesOf(page, writer)).toBe(2)
  await reconnect()
  await expectState(page, { storage: 'stored' })
  expect(await storedText(workId)).toBe('INT. TRAM - NIGHT\n\nRain.')

  // This tab learns of the sign-out only from its own requests, so it would go on writing.
  const late = await context.newPage()
  await late.addInitScript(() => {
    BroadcastChannel.prototype.addEventListener = () => undefined
    const set = window.setTimeout.bind(window)
    const isHeld = (wait: number) => wait > 300 && 'asksNoMore' in window
    Object.assign(window, {
      setTimeout: (work: () => void, wait = 0) => set(() => isHeld(wait) || work(), wait),
    })
  })
  await servePage(late, script)
  await openText(late, workId)
  await unreachable(context)
  await typeAt(late, 'end', ' In another tab.')
  await expectState(late, { storage: 'offline' })
  // Its retries stop too, so that they do not tell it of the sign-out.
  await late.evaluate(() => Object.assign(window, { asksNoMore: true }))
  await typeAt(page, 'end', ' Thunder.')
  await page.bringToFront()
  await logOut(page).click()
  await stay(page).press('Tab')
  await expect(discard(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Signed out')).toBeVisible()
  await expect.poll(() => copiesOf(page, writer)).toBe(0)
  await typeAt(late, 'end', ' Too late.')
  await late.evaluate(async () => {
    window.dispatchEvent(new Event('pagehide'))
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(await copiesOf(late, writer)).toBe(0)
  expectConsoleErrors(consoleErrors, OFFLINE)
})

test('the dashboard asks about what a closed tab left, and sends it after reconnecting', async ({
  page,
  context,
  consoleErrors,
}) => {
  const writer = await createPerson('left')
  await signInAs(page, writer)
  await page.goto('/dashboard')
  await expect(logOut(page)).toBeVisible()
  const [kept, lost] = [randomUUID(), randomUUID()]
  const reconnect = await leaveText(context, kept, 'INT. TRAM - NIGHT')
  // Not even the code that sends texts can be loaded.
  await context.setOffline(true)
  await reconnect()
  await logOut(page).click()
  await expectLegible(page, SIZES, THEMES, question(page))
  await stay(page).click()
  await expect(logOut(page)).toBeFocused()
  await expect(page).toHaveURL('/dashboard')
  await context.setOffline(false)
  await eventually(async () =>
    (await storedText(kept)) === 'INT. TRAM - NIGHT' ? true : undefined,
  )

  await leaveText(context, lost, 'EXT. STOP - DAY')
  await logOut(page).click()
  await discard(page).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => copiesOf(page, writer)).toBe(0)
  expect(await storedText(lost)).toBeUndefined()
  expectConsoleErrors(consoleErrors, OFFLINE)
})

test('the editor asks only once, also with unsaved changes, and no draft stays behind', async ({
  page,
  context,
  consoleErrors,
}) => {
  const writer = await createPerson('once')
  await signInAs(page, writer)
  await page.goto('/editor/new')
  await nameField(page).fill('Unsaved')
  await promptBox(page).fill('My secret wish')
  await leaveText(context, randomUUID(), 'INT. TRAM - NIGHT')
  await unreachable(context)
  await (await openMenu(page)).getByText('Log out').click()
  await discard(page).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => copiesOf(page, writer)).toBe(0)
  const left = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(left).not.toContain(writer.id)
  expect(left).not.toContain('secret')
  expectConsoleErrors(consoleErrors, OFFLINE)
})
