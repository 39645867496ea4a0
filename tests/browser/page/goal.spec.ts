import type { Page } from '@playwright/test'
import { createPerson, signInAs } from '../../support/browser/people.ts'
import { applyAnswer } from '../../support/browser/review.ts'
import { expectStored, scriptPage, startIn } from '../../support/browser/script-page.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { goTo, openText, typeKeys } from '../../support/browser/typing.ts'
import { expect, test } from '../fixtures.ts'

const SCRIPT = 'INT. TRAM - NIGHT\n\nRain falls.\n'

const today = (page: Page) =>
  page.getByRole('region', { name: 'Counts' }).getByRole('button', { name: / words$| today$/ })

/** As when the writer looks at another tab and comes back, which syncs at once. */
const lookAgain = (page: Page) =>
  page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))

test('the daily goal counts what the writer types, on all devices together', async ({
  page,
  elsewhere,
}) => {
  const writer = await createPerson('goal')
  const id = await addScript(writer, 'Tram', SCRIPT)
  const open = async (one: Page) => {
    await startIn(one, 'page')
    await signInAs(one, writer)
    await openText(one, id)
    await expect(scriptPage(one)).toContainText('Rain falls.')
  }
  await open(page)

  await test.step('only typed words count, not an answer', async () => {
    await page.getByRole('button', { name: 'Set a daily goal' }).click()
    const dialog = page.getByRole('dialog', { name: 'Daily goal' })
    await dialog.getByLabel('Amount').fill('8')
    await dialog.getByRole('button', { name: 'Save goal' }).click()
    await expect(today(page)).toHaveText('today 0 of 8 words')
    await goTo(page, { behind: 'Rain falls.' })
    await typeKeys(page, ' Nobody waits')
    await expect(today(page)).toHaveText('today 2 of 8 words')
    const typed = SCRIPT.replace('falls.', 'falls. Nobody waits')
    await expectStored(writer, typed)
    await applyAnswer(writer, `${typed}\nA long answer with many words.\n`)
    await expect(scriptPage(page)).toContainText('A long answer')
    await goTo(page, 'end')
    await typeKeys(page, 'Then silence')
    await expect(today(page)).toHaveText('today 4 of 8 words')
    // What never prints does not count.
    await goTo(page, { behind: 'Nobody waits' })
    await typeKeys(page, '[[but why not]]')
    await expect(page.getByText('+ 3 not printed')).toBeVisible()
    await expect(today(page)).toHaveText('today 4 of 8 words')
  })

  await test.step('another device has the goal and adds its own words', async () => {
    await lookAgain(page)
    await open(elsewhere)
    await expect(today(elsewhere)).toHaveText('today 4 of 8 words')
    await goTo(elsewhere, 'end')
    await typeKeys(elsewhere, ' and some light')
    await expect(today(elsewhere)).toHaveText('today 7 of 8 words')
    await lookAgain(elsewhere)
    await expect(async () => {
      await lookAgain(page)
      await expect(today(page)).toHaveText('today 7 of 8 words', { timeout: 500 })
    }).toPass()
    await goTo(page, 'end')
    await typeKeys(page, ' today.')
    await expect(today(page)).toHaveText('goal reached: 8 words today')
  })

  await test.step('the goal is given up everywhere', async () => {
    await today(page).click()
    const dialog = page.getByRole('dialog', { name: 'Daily goal' })
    await dialog.getByRole('button', { name: 'No goal' }).click()
    const set = 'Set a daily goal'
    await expect(page.getByRole('button', { name: set })).toBeVisible()
    await expect(async () => {
      await lookAgain(elsewhere)
      await expect(elsewhere.getByRole('button', { name: set })).toBeVisible({ timeout: 500 })
    }).toPass()
  })
})
