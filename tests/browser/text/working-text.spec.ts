import type { BrowserContext, Page } from '@playwright/test'
import { expectConsoleErrors } from '../../support/browser/page.ts'
import { type BrowserPerson, createPerson, signInAs, sql } from '../../support/browser/people.ts'
import { scriptPage, startIn } from '../../support/browser/script-page.ts'
import { addScript } from '../../support/browser/scripts.ts'
import {
  expectStorage,
  goTo,
  OFFLINE,
  openText,
  sameText,
  STORED,
  storedText,
  storedVersions,
  typeKeys,
  unreachable,
} from '../../support/browser/typing.ts'
import { expect, test } from '../fixtures.ts'

const KEEP = '**/rest/v1/rpc/keep_draft'
// Going offline can also catch parts of the page that are loaded after it is shown.
const FAILED = /ERR_INTERNET_DISCONNECTED|409|Could not load a part of the page:/

async function openAs(page: Page, person: BrowserPerson, id: string): Promise<void> {
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

async function typeBehind(page: Page, behind: string, text: string): Promise<void> {
  await goTo(page, { behind })
  await typeKeys(page, text)
}

test('typed text reaches the server in small requests, and other tabs at once', async ({
  page,
  context,
}) => {
  const writer = await createPerson('typist')
  const id = await addScript(writer, 'Tram', 'INT. TRAM - NIGHT\n\nRain.')
  await openAs(page, writer, id)
  const other = await newTab(context, id)
  const reads: string[] = []
  page.on('request', (request) => reads.push(new URL(request.url()).pathname))
  await typeBehind(other, 'Rain.', ' A bell.')
  await expect(scriptPage(page)).toContainText('Rain. A bell.')
  expect(reads.filter((path) => path.includes('/rpc/'))).toEqual([])

  await test.step('a line of a 60 KB text costs at most 2 KB', async () => {
    const scenes = 'INT. TRAM - NIGHT\n\nRain on the windows, and nobody inside.\n\n'.repeat(1_000)
    await openText(other, await addScript(writer, 'Long', scenes))
    const sent = other.waitForRequest(KEEP)
    await typeBehind(other, 'Rain on', ' A line.')
    const { requestBodySize, requestHeadersSize } = await (await sent).sizes()
    expect(requestBodySize).toBeGreaterThan(100)
    expect(requestBodySize + requestHeadersSize).toBeLessThan(2_048)
    await expectStorage(other, STORED)
  })
})

test('text for which the server has no room is kept in the browser, and the page says so', async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('prolific')
  const id = await addScript(writer, 'Tram', 'INT. TRAM - NIGHT\n\nRain.')
  await openAs(page, writer, id)
  const resize = (by: number) =>
    sql('update private.stored_texts set bytes = bytes + $2 where user_id = $1', [writer.id, by])
  const full = page.getByRole('alert').filter({ hasText: 'take up all the space' })
  await resize(2 ** 30)
  await typeBehind(page, 'Rain.', ' Too much.')
  await expect(full).toHaveText(
    'Your scripts and their versions take up all the space that this server gives you. Your last changes are kept in this browser only: delete scripts you no longer need, then go on writing here.',
  )
  await expectStorage(page, OFFLINE)
  await page.reload()
  await expect(scriptPage(page)).toContainText('Rain. Too much.')
  await expect(full).toBeVisible()
  expect(await storedText(id)).toBe('INT. TRAM - NIGHT\n\nRain.')

  await resize(-(2 ** 30))
  await typeBehind(page, 'much.', ' No longer.')
  expect(await sameText(id, page)).toBe('INT. TRAM - NIGHT\n\nRain. Too much. No longer.')
  await expect(full).toBeHidden()
  expectConsoleErrors(consoleErrors, /413/)
})

test('text typed without the server survives a reload, a closed tab and a crash', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const writer = await createPerson('offline')
  const id = await addScript(writer, 'Numbers', 'One.\n\nTwo.\n\nThree.')
  await openAs(page, writer, id)
  const second = await newTab(context, id)
  const third = await newTab(context, id)

  await context.setOffline(true)
  await typeBehind(page, 'One.', ' Of the first tab.')
  await expectStorage(page, OFFLINE)
  await context.setOffline(false)
  expect(await sameText(id, page, second, third)).toBe('One. Of the first tab.\n\nTwo.\n\nThree.')

  // The script itself can still be opened.
  const reconnect = await unreachable(context, KEEP)
  await typeBehind(page, 'Three.', ' Of the first.')
  await expectStorage(page, OFFLINE)
  await page.reload()
  await expect(scriptPage(page)).toContainText('Three. Of the first.')
  await typeBehind(second, 'Two.', ' Of the second.')
  await typeBehind(third, 'One.', '\nNew, of the third.')
  await expectStorage(second, OFFLINE)
  await expectStorage(third, OFFLINE)
  await second.close()
  // The whole browser process of these pages dies.
  const crashed = third.waitForEvent('crash')
  await third.goto('chrome://crash').catch(() => undefined)
  // Otherwise the next tab could be opened in the dying process.
  await crashed
  await third.close()
  await page.close()

  await reconnect()
  const next = await newTab(context, id)
  await expect(scriptPage(next)).toContainText('Two. Of the second.')
  const all =
    'One. Of the first tab.\n\nNew, of the third.\n\nTwo. Of the second.\n\nThree. Of the first.'
  await expect.poll(() => storedText(id)).toBe(all)
  expect(await sameText(id, next)).toBe(all)
  await context.close()
})

test('a browser that cannot store sends at once, and says when nobody has the text', async ({
  page,
  context,
  consoleErrors,
}) => {
  const writer = await createPerson('full')
  const id = await addScript(writer, 'Tram', 'INT. TRAM - NIGHT\n\nRain.')
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('', 'QuotaExceededError')
    }
  })
  await openAs(page, writer, id)
  await typeBehind(page, 'Rain.', ' Fog.')
  expect(await sameText(id, page)).toContain('Rain. Fog.')
  const reconnect = await unreachable(context)
  await typeKeys(page, ' Hail.')
  await expect(page.getByRole('alert')).toContainText('Keep this window open.')
  await reconnect()
  expect(await sameText(id, page)).toContain('Fog. Hail.')
  expectConsoleErrors(consoleErrors, FAILED)
})

test.describe('edits of the same line', () => {
  const bar = (page: Page) => page.getByRole('toolbar', { name: 'Changed here and elsewhere' })
  const decide = (page: Page, choice: string) =>
    bar(page).getByRole('button', { name: choice }).click()

  /** Two devices extend a line, one of them offline. */
  async function diverge(page: Page, other: Page, id: string, name: string): Promise<void> {
    await page.context().setOffline(true)
    await typeBehind(page, `${name}.`, ' Here.')
    await expectStorage(page, OFFLINE)
    await typeBehind(other, `${name}.`, ' Elsewhere.')
    await expect.poll(() => storedText(id)).toContain(`${name}. Elsewhere.`)
    await page.context().setOffline(false)
    for (const one of [page, other]) {
      await expect(bar(one)).toBeVisible()
      for (const text of [`${name}. Here.`, `${name}. Elsewhere.`])
        await expect(scriptPage(one)).toContainText(text)
    }
  }

  test('are both shown on both devices until the writer decides, and the decision can be undone', async ({
    page,
    elsewhere,
    consoleErrors,
  }) => {
    const writer = await createPerson('overlap')
    const id = await addScript(writer, 'Tram', 'Rain.\n\nFog.\n\nHail.')
    for (const one of [page, elsewhere]) await openAs(one, writer, id)

    await test.step('Keep mine, and undo', async () => {
      await diverge(page, elsewhere, id, 'Rain')
      await expect(scriptPage(page).getByText('Written elsewhere:')).toBeVisible()
      await expect(scriptPage(page).getByText('Written here:')).toBeVisible()
      await decide(page, 'Keep mine')
      for (const one of [page, elsewhere]) await expect(bar(one)).toBeHidden()
      expect(await sameText(id, page, elsewhere)).toBe('Rain. Here.\n\nFog.\n\nHail.')
      await scriptPage(page).focus()
      await page.keyboard.press('Control+Z')
      for (const one of [page, elsewhere]) await expect(bar(one)).toBeVisible()
      await page.keyboard.press('Control+Shift+Z')
      for (const one of [page, elsewhere]) await expect(bar(one)).toBeHidden()
      const versions = (await storedVersions(id)).map(([, text]) => text)
      expect(versions).toContain('Rain. Elsewhere.\n\nFog.\n\nHail.')
      expect(versions).toContain('Rain. Here.\n\nFog.\n\nHail.')
    })

    await test.step('Keep theirs, on the other device, where mine is theirs', async () => {
      await diverge(page, elsewhere, id, 'Fog')
      await decide(elsewhere, 'Keep theirs')
      expect(await sameText(id, page, elsewhere)).toBe('Rain. Here.\n\nFog. Here.\n\nHail.')
    })

    await test.step('Keep both, after a reload and more typing in one of them', async () => {
      await diverge(page, elsewhere, id, 'Hail')
      await expectStorage(page, STORED)
      await page.reload()
      await expect(bar(page)).toBeVisible()
      await typeBehind(page, 'Hail. Here.', ' On.')
      await expect(scriptPage(elsewhere)).toContainText('Hail. Here. On.')
      await expect(bar(elsewhere)).toBeVisible()
      await decide(page, 'Keep both')
      for (const one of [page, elsewhere]) await expect(bar(one)).toBeHidden()
      expect(await sameText(id, page, elsewhere)).toBe(
        'Rain. Here.\n\nFog. Here.\n\nHail. Elsewhere.\nHail. Here. On.',
      )
    })
    expectConsoleErrors(consoleErrors, FAILED)
  })

  test('are announced beside the chat, and a line deleted elsewhere is not lost', async ({
    page,
    elsewhere,
    consoleErrors,
  }) => {
    const writer = await createPerson('deleted')
    const id = await addScript(writer, 'Tram', 'Rain.\n\nFog.')
    for (const one of [page, elsewhere]) await openAs(one, writer, id)
    // Parts that are still being loaded would fail, and say so.
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await typeBehind(page, 'Rain.', ' Here.')
    await expectStorage(page, OFFLINE)
    await goTo(elsewhere, { behind: 'Rain.' })
    await elsewhere.keyboard.press('Shift+Home')
    await elsewhere.keyboard.press('Delete')
    await elsewhere.keyboard.press('Delete')
    await elsewhere.keyboard.press('Delete')
    await expect.poll(() => storedText(id)).toBe('Fog.')
    const group = page.getByRole('group', { name: 'View' })
    await group.getByRole('button', { name: 'Chat' }).click()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Show on the page' }).click()
    await expect(scriptPage(page).getByText('Changed here, deleted elsewhere:')).toBeVisible()
    await decide(page, 'Keep theirs')
    expect(await sameText(id, page, elsewhere)).toBe('Fog.')
    expectConsoleErrors(consoleErrors, FAILED)
  })
})
