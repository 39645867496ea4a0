import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { createPerson, signInAs, sql } from '../../support/browser/people.ts'
import { expectConsoleErrors } from '../../support/browser/page.ts'
import { addScript } from '../../support/browser/scripts.ts'
import {
  buildPage,
  expectState,
  openText,
  servePage,
  stateOf,
  storedText,
  storedVersions,
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

test.beforeEach(async ({ context }) => {
  await servePage(context, script)
})

const KEEP = '**/rest/v1/rpc/keep_draft'

async function newTab(context: BrowserContext, workId: string): Promise<Page> {
  const page = await context.newPage()
  await openText(page, workId)
  return page
}

test('typed text reaches the server in small requests, and other tabs at once', async ({
  page,
  context,
  consoleErrors,
}) => {
  const writer = await createPerson('typist')
  await signInAs(page, writer)
  const workId = randomUUID()
  await openText(page, workId)
  await typeAt(page, 'end', 'INT. TRAM - NIGHT\n\nRain.')
  await expectState(page, { storage: 'stored', error: null, hasUnsent: false })
  expect(await storedText(workId)).toBe('INT. TRAM - NIGHT\n\nRain.')

  const other = await newTab(context, workId)
  await expect(textArea(other)).toHaveValue('INT. TRAM - NIGHT\n\nRain.')
  const reads: string[] = []
  page.on('request', (request) => reads.push(new URL(request.url()).pathname))
  await typeAt(other, 'end', '\n\nA bell.')
  await expect(textArea(page)).toHaveValue('INT. TRAM - NIGHT\n\nRain.\n\nA bell.')
  expect(reads).toEqual([])

  await test.step('a line of a 60 KB text costs at most 2 KB', async () => {
    const scenes = 'INT. TRAM - NIGHT\n\nRain on the windows, and nobody inside.\n\n'.repeat(1_000)
    const id = await addScript(writer, 'Long', scenes)
    const [long] = await sql<{ work_id: string }>(
      'select work_id from public.scripts where id = $1',
      [id],
    )
    await openText(other, long?.work_id ?? '')
    const sent = other.waitForRequest(KEEP)
    await typeAt(other, 30_000, 'A line.')
    const { requestBodySize, requestHeadersSize } = await (await sent).sizes()
    expect(requestBodySize).toBeGreaterThan(100)
    expect(requestBodySize + requestHeadersSize).toBeLessThan(2_048)
    await expectState(other, { storage: 'stored' })
  })

  await test.step('a lost response does not repeat the change', async () => {
    let lost = 0
    await page.route(KEEP, async (route) => {
      lost += 1
      if (lost > 1) return route.fallback()
      await route.fetch()
      return route.abort('connectionreset')
    })
    const before = await textArea(page).inputValue()
    await typeAt(page, 'end', 'Once.')
    await expect.poll(() => lost).toBe(1)
    await typeAt(page, 'end', ' And on.')
    await expectState(page, { storage: 'stored', error: null })
    expect(await storedText(workId)).toBe(`${before}Once. And on.`)
    expectConsoleErrors(consoleErrors, /ERR_CONNECTION_RESET|409/)
  })

  await test.step('the script is deleted elsewhere: the text stays on the screen', async () => {
    const before = await textArea(page).inputValue()
    await sql('delete from public.script_drafts where work_id = $1', [workId])
    await expectState(page, { error: 'draft_not_found' })
    await expect(textArea(page)).toHaveValue(before)
  })
})

test.describe('in a browser of its own', () => {
  test.use({ ownContext: true })

  test('text typed without the server survives a reload, a closed tab and a crash', async ({
    page,
    context,
    consoleErrors,
  }) => {
    await signInAs(page, await createPerson('offline'))
    const workId = randomUUID()
    await openText(page, workId)
    await typeAt(page, 'end', 'one\n\ntwo\n\nthree')
    await expectState(page, { storage: 'stored' })
    const second = await newTab(context, workId)
    const third = await newTab(context, workId)

    await context.setOffline(true)
    await typeAt(page, 3, ' of the first tab')
    await expectState(page, { storage: 'offline', hasUnsent: true })
    await context.setOffline(false)
    await expectState(page, { storage: 'stored', error: null })
    expect(await storedText(workId)).toBe('one of the first tab\n\ntwo\n\nthree')
    await expectState(third, { revision: (await stateOf(page))['revision'] })

    const reconnect = await unreachable(context)
    await typeAt(page, 'end', ' of the first')
    await expectState(page, { storage: 'offline' })
    await page.reload()
    await expect(textArea(page)).toHaveValue('one of the first tab\n\ntwo\n\nthree of the first')
    await typeAt(second, 25, ' of the second')
    await typeAt(third, 0, 'zero, of the third\n')
    await expectState(second, { storage: 'offline' })
    await expectState(third, { storage: 'offline' })
    await second.close()
    // The whole browser process of these pages dies.
    const crashed = third.waitForEvent('crash')
    await third.goto('chrome://crash').catch(() => undefined)
    // Otherwise the next tab could be opened in the dying process.
    await crashed
    await page.close()

    await reconnect()
    const next = await newTab(context, workId)
    const all =
      'zero, of the third\none of the first tab\n\ntwo of the second\n\nthree of the first'
    await expect(textArea(next)).toHaveValue(all)
    await expectState(next, { storage: 'stored', error: null })
    expect(await storedText(workId)).toBe(all)
    expectConsoleErrors(consoleErrors, /ERR_INTERNET_DISCONNECTED|409/)
  })
})

test('a browser that cannot store sends at once, and says when nobody has the text', async ({
  page,
  context,
  consoleErrors,
}) => {
  await signInAs(page, await createPerson('full'))
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('', 'QuotaExceededError')
    }
  })
  const workId = randomUUID()
  await openText(page, workId)
  await typeAt(page, 'end', 'INT. TRAM - NIGHT')
  await expectState(page, { storage: 'stored' })
  expect(await storedText(workId)).toBe('INT. TRAM - NIGHT')
  const reconnect = await unreachable(context)
  await typeAt(page, 'end', '\n\nRain.')
  await expectState(page, { storage: 'unstored' })
  await reconnect()
  await expectState(page, { storage: 'stored' })
  expect(await storedText(workId)).toBe('INT. TRAM - NIGHT\n\nRain.')
  expectConsoleErrors(consoleErrors, /ERR_INTERNET_DISCONNECTED|409/)
})

test('overlapping edits are both kept, and the writer decides', async ({
  page,
  context,
  elsewhere: other,
  consoleErrors,
}) => {
  const writer = await createPerson('overlap')
  await signInAs(page, writer)
  const workId = randomUUID()
  await openText(page, workId)
  await typeAt(page, 'end', 'one\n\ntwo')
  await expectState(page, { storage: 'stored' })
  await servePage(other, script)
  await signInAs(other, writer)
  await openText(other, workId)

  await context.setOffline(true)
  await typeAt(page, 'end', ' here')
  await typeAt(other, 'end', ' elsewhere')
  await typeAt(other, 0, 'zero\n')
  await expectState(other, { storage: 'stored' })
  await context.setOffline(false)
  const theirs = page.getByRole('button', { name: 'Use theirs' })
  await expect(theirs).toBeVisible()
  await expectState(page, { storage: 'stored' })
  await expect(textArea(page)).toHaveValue('zero\none\n\ntwo here')
  await typeAt(page, 'end', '\n\nthree')
  // The decision cannot be stored in this browser, and the older copy must not undo it on connecting.
  const connected = Promise.withResolvers<void>()
  await page.routeWebSocket(/realtime/, async (socket) => {
    await connected.promise
    socket.connectToServer()
  })
  await page.reload()
  await expect(theirs).toBeVisible()
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('', 'QuotaExceededError')
    }
  })
  await theirs.click()
  await expect(theirs).toBeHidden()
  const decided = 'zero\none\n\ntwo elsewhere\n\nthree'
  await expect(textArea(page)).toHaveValue(decided)
  await expect(textArea(other)).toHaveValue(decided)
  connected.resolve()
  await typeAt(other, 'end', ' four')
  await expect(textArea(page)).toHaveValue(`${decided} four`)
  await expect(theirs).toBeHidden()
  expectConsoleErrors(consoleErrors, /ERR_INTERNET_DISCONNECTED|409/)
  const versions = await storedVersions(workId)
  expect(versions).toContainEqual(['typed', 'zero\none\n\ntwo elsewhere'])
  expect(versions).toContainEqual(['typed', 'one\n\ntwo here'])
  expect(versions).toContainEqual(['merge', 'zero\none\n\ntwo here'])
})
