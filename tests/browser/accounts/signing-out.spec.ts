import type { BrowserContext, Locator, Page } from '@playwright/test'
import { nameField, openMenu, promptBox } from '../../support/browser/chats.ts'
import { allowConsoleErrors, expectConsoleErrors } from '../../support/browser/page.ts'
import { type BrowserPerson, createPerson, signInAs, sql } from '../../support/browser/people.ts'
import { startIn, scriptPage } from '../../support/browser/script-page.ts'
import { addScript } from '../../support/browser/scripts.ts'
import {
  expectStorage,
  goTo,
  OFFLINE,
  openText,
  pageText,
  STORED,
  storedText,
  typeKeys,
  unreachable,
} from '../../support/browser/typing.ts'
import { expect, test } from '../fixtures.ts'

// Going offline can also catch parts of the page that are loaded after it is shown.
const FAILED = /ERR_INTERNET_DISCONNECTED|409|Could not load a part of the page, retrying/

const TRAM = 'INT. TRAM - NIGHT'

async function openTextAs(page: Page, person: BrowserPerson, id: string): Promise<void> {
  await startIn(page, 'page')
  await signInAs(page, person)
  await openText(page, id)
}

async function newTab(context: BrowserContext, id: string): Promise<Page> {
  const page = await context.newPage()
  await startIn(page, 'page')
  await openText(page, id)
  return page
}

async function typeAtEnd(page: Page, text: string): Promise<void> {
  await goTo(page, 'end')
  await typeKeys(page, text)
}

/** Types in a tab that cannot reach the server, and closes the tab. */
async function leaveText(
  context: BrowserContext,
  id: string,
  text: string,
): Promise<() => Promise<void>> {
  const tab = await newTab(context, id)
  const reconnect = await unreachable(context)
  // A route alone is not enough: a request still waiting to be aborted when its tab closes gets through.
  await tab.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  })
  await typeAtEnd(tab, text)
  await expectStorage(tab, OFFLINE)
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

/** From the editor, whose button is in a menu. */
async function logOutByKeys(page: Page): Promise<void> {
  const menu = await openMenu(page)
  await menu.getByText('Log out').focus()
  await page.keyboard.press('Enter')
}

test('an expired session loses nothing, also in the same tab; signing out online asks nothing and leaves nothing', async ({
  page,
  context,
  consoleErrors,
}) => {
  const [anna, bert] = [await createPerson('anna'), await createPerson('bert')]
  const id = await addScript(anna, 'Tram', TRAM)
  await openTextAs(page, anna, id)
  await typeAtEnd(page, '\nRain.')
  await expectStorage(page, STORED)

  const reconnect = await unreachable(context)
  await typeAtEnd(page, ' Secret thunder.')
  await expectStorage(page, OFFLINE)
  await sql('delete from auth.sessions where user_id = $1', [anna.id])
  await reconnect()
  await expect(page).toHaveURL('/login')
  expectConsoleErrors(consoleErrors, /40[0139]|ERR_INTERNET_DISCONNECTED/)
  expect(await copiesOf(page, anna)).toBeGreaterThan(0)
  expect(await storedText(id)).not.toContain('Secret')

  await test.step('signing in again in the same tab sends what was typed', async () => {
    await page.getByLabel('Email').fill(anna.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(anna.password)
    await page.keyboard.press('Enter')
    await expect(scriptPage(page)).toContainText('Rain. Secret thunder.')
    await expectStorage(page, STORED)
    expect(await storedText(id)).toContain('Rain. Secret thunder.')
  })

  await test.step('another user of the browser sees nothing of it', async () => {
    const own = await addScript(bert, 'Own', 'EXT. STOP - DAY')
    await openTextAs(page, bert, own)
    expect(await pageText(page)).toBe('EXT. STOP - DAY')
    await openTextAs(page, anna, id)
  })

  const other = await newTab(context, id)
  await typeAtEnd(other, ' More.')
  await goTo(page, { behind: TRAM })
  await typeKeys(page, '!')
  await logOutByKeys(page)
  // Nothing is unsent, but the script is not saved.
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL('/login')
  const stored = await storedText(id)
  expect(stored).toContain(`${TRAM}!`)
  expect(stored).toContain('Secret thunder. More.')
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
  const id = await addScript(writer, 'Tram', TRAM)
  await openTextAs(page, writer, id)
  const reconnect = await unreachable(context)
  await typeAtEnd(page, '\nRain.')
  await expectStorage(page, OFFLINE)
  await logOutByKeys(page)
  await expect(question(page)).toHaveAccessibleDescription(
    "It hasn't reached the server yet. If you sign out now, it's deleted here and can't be recovered. If you stay signed in, it's sent as soon as the server can be reached again.",
  )
  await expect(stay(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(scriptPage(page)).toContainText('Rain.')
  expect(await copiesOf(page, writer)).toBeGreaterThan(0)
  await reconnect()
  await expectStorage(page, STORED)
  expect(await storedText(id)).toContain('Rain.')

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
  await startIn(late, 'page')
  await openText(late, id)
  await unreachable(context)
  await typeAtEnd(late, ' In another tab.')
  await expectStorage(late, OFFLINE)
  // Its retries stop too, so that they do not tell it of the sign-out.
  await late.evaluate(() => Object.assign(window, { asksNoMore: true }))
  await typeAtEnd(page, ' Thunder.')
  await page.bringToFront()
  await logOutByKeys(page)
  await stay(page).press('Tab')
  await expect(discard(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await expect.poll(() => copiesOf(page, writer)).toBe(0)
  await typeAtEnd(late, ' Too late.')
  await late.evaluate(async () => {
    window.dispatchEvent(new Event('pagehide'))
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(await copiesOf(late, writer)).toBe(0)
  expectConsoleErrors(consoleErrors, FAILED)
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
  const kept = await addScript(writer, 'Kept', TRAM)
  const lost = await addScript(writer, 'Lost', TRAM)
  const reconnect = await leaveText(context, kept, '\nRain.')
  // Not even the code that sends texts can be loaded.
  await context.setOffline(true)
  await reconnect()
  await logOut(page).click()
  await expect(question(page)).toBeVisible()
  await stay(page).click()
  await expect(logOut(page)).toBeFocused()
  await expect(page).toHaveURL('/dashboard')
  await context.setOffline(false)
  await expect.poll(() => storedText(kept)).toContain('Rain.')

  await leaveText(context, lost, '\nThunder.')
  await logOut(page).click()
  await discard(page).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => copiesOf(page, writer)).toBe(0)
  expect(await storedText(lost)).toBe(TRAM)
  expectConsoleErrors(consoleErrors, FAILED)
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
  await leaveText(context, await addScript(writer, 'Left', TRAM), '\nRain.')
  await unreachable(context)
  await (await openMenu(page)).getByText('Log out').click()
  await discard(page).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => copiesOf(page, writer)).toBe(0)
  const left = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(left).not.toContain(writer.id)
  expect(left).not.toContain('secret')
  expectConsoleErrors(consoleErrors, FAILED)
})
