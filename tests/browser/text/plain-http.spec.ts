import type { Page } from '@playwright/test'
import { nameField, promptBox, saveButton } from '../../support/browser/chats.ts'
import { answers, heldAnswer, unsaved } from '../../support/browser/generation.ts'
import { allowConsoleErrors } from '../../support/browser/page.ts'
import { type BrowserPerson, createPerson, signInByHand } from '../../support/browser/people.ts'
import { chooseView, scriptPage, startIn } from '../../support/browser/script-page.ts'
import { expectStorage, goTo, pageText, STORED, typeKeys } from '../../support/browser/typing.ts'
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
