import type { Page } from '@playwright/test'
import { chatLog, openEditor, openMenu } from '../../support/browser/chats.ts'
import { unsaved } from '../../support/browser/generation.ts'
import { goInApp } from '../../support/browser/in-app.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import {
  allowConsoleErrors,
  DESKTOP,
  expectConsoleErrors,
  expectNotice,
} from '../../support/browser/page.ts'
import { createPerson, sql } from '../../support/browser/people.ts'
import { startIn } from '../../support/browser/script-page.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { watchSubscriptions } from '../../support/browser/subscriptions.ts'
import { expect, test } from '../fixtures.ts'

const script = (weather: string) =>
  `INT. TRAM - NIGHT\n\n${weather} on the windows.\n\nINT. BAR - DAY\n\nBeer.`

/** A script that was saved three times: with rain, hail and snow. */
async function savedThrice() {
  const writer = await createPerson('historian')
  const id = await addScript(writer, 'Tram', script('Rain'))
  for (const weather of ['Hail', 'Snow'])
    await sql('update public.scripts set content = to_jsonb($2::text) where id = $1', [
      id,
      script(weather),
    ])
  return { writer, address: `/editor/${id}` }
}

const OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|WebSocket/

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: /History/ })
const versions = (page: Page) => page.getByRole('list', { name: 'Versions' })
const version = (page: Page, number: number) =>
  versions(page).getByRole('button', { name: `Version ${number} ·` })
const named = (page: Page, name: string) =>
  versions(page).getByRole('button', { name: new RegExp(`^${name}`) })
const sheet = (page: Page) => page.getByRole('main', { name: 'Version' }).getByRole('article')

async function openHistory(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'History' }).click()
  await expect(named(page, 'Now')).toBeFocused()
}

test('the history stands in place of the script: read, named and restored by keyboard, here and in another tab', async ({
  page,
}) => {
  const { writer, address } = await savedThrice()
  await openEditor(page, writer, address)
  const other = await page.context().newPage()
  await other.goto(address)
  await expect(chatLog(other)).toContainText('Snow on the windows.')

  await openHistory(page)
  await expect(page).toHaveURL(address)
  await expect(chatLog(page)).toBeHidden()
  await expect(versions(page).getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(version(page, 3)).toContainText(/Imported.*11 words.*same as now/)
  await expect(page.getByRole('button', { name: 'Restore this version' })).toBeHidden()
  await page.keyboard.press('End')
  await expect(version(page, 1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sheet(page)).toContainText('Rain on the windows.')
  await expectAccessible(page)
  await page.setViewportSize(DESKTOP)

  await page.getByRole('button', { name: 'Name this version' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(' Table read draft ')
  await page.keyboard.press('Enter')
  await expect(named(page, 'Table read draft named')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Named only' }).check()
  await expect(versions(page).getByRole('button')).toHaveCount(2)

  await page.getByRole('button', { name: 'Restore this version' }).click()
  await expectNotice(page, 'Version Restored')
  await expect(heading(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'History' })).toBeFocused()
  for (const tab of [page, other]) {
    await expect(chatLog(tab)).toContainText('Rain on the windows.')
    await expect(unsaved(tab)).toBeVisible()
  }
  await openHistory(other)
  await expect(named(other, 'Restored .*Version 4')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(chatLog(page)).toContainText('Snow on the windows.')
  await expect(named(other, 'Now')).toContainText('Restored or moved')
  await named(other, 'Table read draft').click()
  await other.getByRole('button', { name: 'Rename this version' }).click()
  await other.getByRole('button', { name: 'Remove name' }).click()
  await expect(version(other, 1)).toBeVisible()
})

test('Escape, the arrow and the Back button leave the history, and the script is as it was', async ({
  page,
  consoleErrors,
}) => {
  const { writer, address } = await savedThrice()
  await startIn(page, 'page')
  await openEditor(page, writer, address)
  const text = page.getByRole('textbox', { name: 'Script page' })
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(' And wine.')
  await page.keyboard.press('Control+K')
  await page.keyboard.type('history')
  const found = page.getByRole('option', { name: 'History and comparison' })
  await expect(found).toHaveAttribute('aria-selected', 'true')
  // The page is busy when it gets the focus back, and still has its cursor.
  await page.getByLabel('Script page').evaluate((element) => {
    const beBusy = () => {
      const end = performance.now() + 300
      while (performance.now() < end);
    }
    element.addEventListener('focusin', beBusy, { once: true })
  })
  await page.keyboard.press('Enter')
  await expect(named(page, 'Now')).toContainText('Typed by you')
  await page.keyboard.press('Escape')
  await expect(text).toBeFocused()
  // The parts around the page get what is typed right before they are drawn for another reason.
  await page.getByRole('textbox', { name: 'Script Name' }).evaluate(async (title) => {
    document.execCommand('insertText', false, ' Cold.')
    // The editor hears of it before the next task.
    await new Promise<void>(queueMicrotask)
    title.focus()
    document.execCommand('insertText', false, 'The ')
  })
  await openHistory(page)
  await expect(
    sheet(page).getByRole('insertion').filter({ hasText: 'And wine. Cold.' }),
  ).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'History' })).toBeFocused()
  await page.goForward()
  await version(page, 1).click()
  // A restore into an open page can be undone there, even if the live update arrives before the response.
  await page.route('**/rpc/restore_version_for', async (route) => {
    const response = await route.fetch()
    await expect(page.getByLabel('Script page')).toContainText('Rain on the windows.')
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await expect(text).toContainText('Rain on the windows.')
  await expect(page).toHaveURL(address)
  await text.click()
  await page.keyboard.press('Control+z')
  await expect(text).toContainText('Snow on the windows.')
  await expect(text).toContainText('Beer. And wine. Cold.')

  await openHistory(page)
  await expect(named(page, 'Now')).toContainText('Restored or moved')
  await expect(versions(page)).not.toContainText('Pasted by you')
  await version(page, 1).click()
  await sheet(page).getByRole('button', { name: 'Insert into script: scene 1' }).click()
  await expect(text).toBeFocused()
  await expect(text).toContainText('Rain on the windows.')
  await openHistory(page)
  await page.reload()
  await expect(heading(page)).toBeVisible()
  await page.getByRole('button', { name: 'Back to the script' }).click()
  await expect(text).toContainText('Rain on the windows.')
  // Text typed or undone right after a restore may conflict with it on the server, and is then merged.
  allowConsoleErrors(consoleErrors, /409/)
})

test('a new script has no versions; on a phone a version opens over the list; what fails says why and can be tried again; of a thousand only those in view are rendered', async ({
  page,
  consoleErrors,
}) => {
  const { writer, address } = await savedThrice()
  const subscriptions = watchSubscriptions(page)
  await openEditor(page, writer)
  await test.step('a new script has no versions yet, and offline it says that some are missing', async () => {
    await openHistory(page)
    await expect(page.getByText(/^No versions yet/)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'History' }).click()
    await expect(page.getByText(/^You are offline\. What is missing/)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.context().setOffline(false)
    // Requests that were running when the page went offline fail.
    allowConsoleErrors(consoleErrors, OFFLINE)
  })

  await goInApp(page, address)
  await expect(chatLog(page)).toContainText('Snow on the windows.')
  await page.setViewportSize({ width: 390, height: 740 })
  const refuse = (message: string) => ({ status: 400, json: { code: 'XX', message } })
  const { asked } = subscriptions
  await page.route('**/rpc/script_history*', (route) => route.fulfill(refuse('not now')))
  await (await openMenu(page)).getByRole('menuitem', { name: 'History' }).click()
  await expect(page.getByText('Failed to load the history: not now')).toBeVisible()
  // Once subscribed, the page may reload the list on its own, so wait for that first.
  await expect.poll(() => subscriptions.asked).toBeGreaterThan(asked)
  await expect.poll(() => subscriptions.waiting.size).toBe(0)
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await page.unroute('**/rpc/script_history*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(version(page, 2)).toBeVisible()
  await page.route('**/rpc/version_text', (route) => route.fulfill(refuse('not this one')))
  await version(page, 1).click()
  await expect(page.getByText('Failed to load the version: not this one')).toBeVisible()
  await page.unroute('**/rpc/version_text')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(sheet(page)).toContainText('Rain on the windows.')
  await page.getByRole('button', { name: 'All versions' }).click()
  await version(page, 2).click()
  await expect(sheet(page).getByRole('insertion')).toContainText('Hail')
  await expect(versions(page)).toBeHidden()

  await page.route('**/rpc/restore_version_for', (route) =>
    route.fulfill(refuse('the disk is full')),
  )
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await expect(
    page.getByText('Failed to restore the version: the disk is full').first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(version(page, 2)).toBeFocused()
  await version(page, 2).click()
  await page.getByRole('button', { name: 'All versions' }).click()
  await expect(versions(page).getByRole('button')).toHaveCount(4)
  await page.getByRole('button', { name: 'Back to the script' }).click()
  await expect(page.getByRole('button', { name: 'Account' })).toBeFocused()
  expectConsoleErrors(consoleErrors, /status of/)

  await test.step('of a thousand versions only those in view are rendered', async () => {
    await page.setViewportSize(DESKTOP)
    const rows = Array.from({ length: 1_000 }, (_, index) => ({
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      number: 1_000 - index,
      created_at: new Date(Date.UTC(2026, 0, 1000 - index)).toISOString(),
      origin: index % 2 === 0 ? 'typed' : 'pasted',
      label: null,
      job_id: null,
      words: 30_000 - index,
    }))
    await page.route('**/rpc/script_history*', (route) => {
      const isFirst = new URL(route.request().url()).searchParams.get('offset') !== '1000'
      return route.fulfill({ json: isFirst ? rows : [] })
    })
    await page.route('**/rpc/version_text', (route) => route.fulfill({ json: 'INT. TRAM - DAY' }))
    await openHistory(page)
    await page.keyboard.press('End')
    await expect(version(page, 1)).toBeFocused()
    await expect(version(page, 1)).toContainText('29,001 words')
    expect(await versions(page).getByRole('listitem').count()).toBeLessThan(60)
  })
  allowConsoleErrors(consoleErrors, OFFLINE)
})

test('any two versions are compared: scenes that are the same collapse, and keys lead from change to change', async ({
  page,
}) => {
  const writer = await createPerson('comparer')
  const scene = (place: string, says: string) => `INT. ${place} - NIGHT\n\n${says}\n\n`
  const tram = scene('TRAM', 'Rain on every window of an empty tram.')
  const bank = scene('BANK', 'A vault door the size of a house, and a man who listens to it.')
  const quay = scene('QUAY', 'Gulls over the water. Nobody else is up at this hour.')
  const roof = scene('ROOF', 'They share one cigarette and no plan.')
  const id = await addScript(writer, 'Job', tram + bank + quay)
  for (const text of [
    tram + quay + bank,
    tram.replace('Rain', 'Snow').replace('empty', 'old') + quay + bank + roof,
  ])
    await sql('update public.scripts set content = to_jsonb($2::text) where id = $1', [id, text])
  await openEditor(page, writer, `/editor/${id}`)
  await openHistory(page)
  const bar = page.getByRole('main', { name: 'Version' })
  await expect(bar.getByText('2 changes in 1 of 4 scenes · 1 scene added')).toBeVisible()
  await expect(sheet(page).getByRole('deletion')).toHaveText([/Rain/, /empty/])
  await expect(sheet(page).getByRole('insertion').first()).toHaveText(/^Added: Snow/)
  await expect(sheet(page).getByRole('region', { name: 'Scene 4' })).toContainText('new scene')
  const same = sheet(page).getByRole('button', { name: /^Scenes 2 and 3 unchanged · \d+ words/ })
  await expect(sheet(page)).not.toContainText('Gulls')
  await same.click()
  await expect(sheet(page)).toContainText('Gulls over the water.')
  await page.keyboard.press('Alt+J')
  await expect(sheet(page).locator('[data-current]')).toHaveText([/Rain/, /Snow/])
  await page.keyboard.press('Alt+K')
  await expect(sheet(page).locator('[data-current]')).toContainText('ROOF')
  await bar.getByRole('button', { name: 'Next' }).click()
  await expect(sheet(page).locator('[data-current]')).toHaveCount(2)

  await bar.getByRole('button', { name: 'Export with revision marks' }).click()
  await page.getByRole('menuitemradio', { name: 'Pink' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Final Draft' }).click()
  expect((await download).suggestedFilename()).toMatch(/^Job pink .*\.fdx$/)

  await version(page, 2).click()
  await expect(
    sheet(page).getByRole('button', { name: /^Scene \d moved .* · text unchanged$/ }),
  ).toBeVisible()
  await bar.getByLabel('Compared with').selectOption('nothing')
  await expect(sheet(page)).toContainText('Rain on every window')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await sheet(page).getByRole('button', { name: 'Copy scene 2' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`${quay.trim()}\n`)
})
