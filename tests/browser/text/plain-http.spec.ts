import type { Page } from '@playwright/test'
import { nameField, promptBox, saveButton } from '../../support/browser/chats.ts'
import { answers, heldAnswer, unsaved } from '../../support/browser/generation.ts'
import { allowConsoleErrors } from '../../support/browser/page.ts'
import { type BrowserPerson, createPerson, signInByHand } from '../../support/browser/people.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { rounds } from '../../support/rounds.ts'
import { chooseView, scriptPage, startIn } from '../../support/browser/script-page.ts'
import {
  expectStorage,
  goTo,
  pageText,
  sameText,
  STORED,
  typeKeys,
} from '../../support/browser/typing.ts'
import { expect, test } from '../fixtures.ts'

const address = () => {
  const url = new URL(process.env['SCRIPT_WRITER_URL'] ?? '')
  url.hostname = 'script.test'
  return url
}

async function signIn(page: Page, person: BrowserPerson, at = address()) {
  await page.goto(new URL('/login', at).href)
  await signInByHand(page, person)
  await expect(page.getByRole('heading', { name: 'My Scripts' })).toBeVisible()
}

/** A browser drops the header that only counts on https, and says so. */
const DROPPED = /Cross-Origin-Opener-Policy/

test('on plain http a script is written, answered, saved and copied', async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('plain')
  await startIn(page, 'page')
  await signIn(page, writer)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  await page.getByRole('button', { name: 'Create New Script' }).click()
  await goTo(page, 'end')
  await typeKeys(page, 'INT. TRAM - NIGHT\n\nFirst.\n\nEXT. STOP - DAY\n\nSecond.')
  await expectStorage(page, STORED)

  await test.step('an answer arrives, is copied, and the script is saved', async () => {
    await chooseView(page, 'Both')
    const answer = heldAnswer('Say something')
    await promptBox(page).fill(answer.prompt)
    await page.keyboard.press('Enter')
    await answer.say('Nothing to add.')
    await answer.end()
    await expect(answers(page)).toContainText('Nothing to add.')
    await nameField(page).fill('Plain')
    await saveButton(page).click()
    await expect(unsaved(page)).toBeHidden()
    const opened = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'Open in Google Docs' }).click()
    const docs = await opened
    await docs.getByRole('button', { name: 'Copy to clipboard' }).click()
    await expect(docs.getByText('Copied to clipboard')).toBeVisible()
    await docs.close()
    await promptBox(page).focus()
    await page.keyboard.press('Control+v')
    await expect(promptBox(page)).toHaveValue('Nothing to add.')
    await promptBox(page).fill('')
    await chooseView(page, 'Page')
  })

  allowConsoleErrors(consoleErrors, DROPPED)
})

const ROUNDS = rounds('http-tabs')

test('on plain http every line is stored once, while a second tab reloads and another browser types', async ({
  page,
  elsewhere,
  consoleErrors,
}) => {
  test.setTimeout(120_000 + ROUNDS * 20_000)
  const writer = await createPerson('tabs')
  const id = await addScript(
    writer,
    'Tram',
    'INT. TRAM - NIGHT\n\nFirst.\n\nEXT. STOP - DAY\n\nSecond.',
  )
  const second = await page.context().newPage()
  const open = async (one: Page) => {
    await one.goto(new URL(`/editor/${id}`, address()).href)
    await expect(scriptPage(one)).toContainText('First.')
  }
  for (const one of [page, elsewhere]) {
    await startIn(one, 'page')
    await signIn(one, writer)
    await open(one)
  }
  await startIn(second, 'page')
  const lines: string[] = []
  const write = async (one: Page, place: { behind: string } | 'end', line: string) => {
    lines.push(line)
    await goTo(one, place)
    await typeKeys(one, `\n\n${line}`, [15, 150])
  }
  for (let round = 1; round <= ROUNDS; round += 1) {
    const typing = Promise.all([
      write(page, { behind: 'First.' }, `Here the tram goes on, ${round}.`),
      write(elsewhere, 'end', `There somebody waits, ${round}.`),
    ]).then(() => true)
    do await open(second)
    while (!(await Promise.race([typing, Promise.resolve(false)])))
  }
  const text = await sameText(id, page, second, elsewhere)
  const found = text.split('\n').filter((line) => /\d/.test(line))
  expect(found.toSorted()).toEqual(lines.toSorted())
  for (const one of [page, second, elsewhere])
    await expect(one.getByRole('toolbar', { name: 'Changed here and elsewhere' })).toHaveCount(0)
  allowConsoleErrors(consoleErrors, DROPPED)
})

test('where the browser blocks storage, /login says so, and a script is written and stored', async ({
  page,
  consoleErrors,
}) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  })
  const writer = await createPerson('blocked')
  await page.goto('/login')
  await expect(
    page.getByText('Your browser blocks storage for this site. Reloading a page signs you out.'),
  ).toBeVisible()
  await signIn(page, writer, new URL(page.url()))
  await page.getByRole('button', { name: 'Create New Script' }).click()
  await chooseView(page, 'Page')
  await goTo(page, 'end')
  await typeKeys(page, 'INT. TRAM - NIGHT')
  await expectStorage(page, STORED)
  await expect(scriptPage(page)).toContainText('INT. TRAM - NIGHT')
  expect(await pageText(page)).toBe('INT. TRAM - NIGHT')
  expect(consoleErrors).toEqual([])
})
