import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { openEditor, saveButton } from '../../support/browser/chats.ts'
import { heldAnswer, send, stopButton } from '../../support/browser/generation.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { allowConsoleErrors, expectNotice } from '../../support/browser/page.ts'
import { createPerson } from '../../support/browser/people.ts'
import { applyAnswer, keptBy, reviewBar, reviewPlace } from '../../support/browser/review.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { expectStored, scriptPage, startIn } from '../../support/browser/script-page.ts'
import { expect, test } from '../fixtures.ts'

const BEFORE = `INT. TRAM - NIGHT

Rain on every window.

INÊS
You are early.

RUI
I walked.

EXT. RIVER - DAWN

Rui waits by the water.

INÊS
You are late.
`

const AFTER = BEFORE.replace('Rain on', 'Snow on')
  .replace('I walked.', 'I ran all the way.')
  .replace('Rui waits by the water.', 'Nobody is there.')
  .replace('You are late.', 'You came.')

const oldText = (page: Page, text: string) => scriptPage(page).locator('del', { hasText: text })
const newText = (page: Page, text: string) => scriptPage(page).locator('ins', { hasText: text })
const button = (page: Page, name: string) =>
  reviewBar(page).getByRole('button', { name, exact: true })

async function openPage(page: Page, name: string, view: 'page' | 'both' = 'page') {
  const writer = await createPerson(name)
  const scriptId = await addScript(writer, 'Tram', BEFORE)
  await startIn(page, view)
  await openEditor(page, writer, `/editor/${scriptId}`)
  await expect(scriptPage(page)).toContainText('Rain on')
  return { writer, scriptId }
}

test('changes are kept, undone and typed over, in two tabs and after a reload', async ({
  page,
  context,
  consoleErrors,
}) => {
  const { writer, scriptId } = await openPage(page, 'reviewer')
  await applyAnswer(writer, AFTER)
  await test.step('old text is struck through, new text marked, and both are named', async () => {
    await reviewPlace(page, 'Change 1 of 4')
    await expect(oldText(page, 'Rain on every window.')).toBeVisible()
    await expect(newText(page, 'Snow on every window.')).toBeVisible()
    await expectAccessible(page, page.getByRole('main'))
  })
  await test.step('it can be exported and saved meanwhile, as the page shows it', async () => {
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Fountain' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toBe(AFTER)
    await saveButton(page).click()
    await expectNotice(page, 'Success!')
    await reviewPlace(page, 'Change 1 of 4')
  })
  await test.step('what is decided without a connection is sent when it is back', async () => {
    await context.setOffline(true)
    await button(page, 'Keep').click()
    await reviewPlace(page, 'Change 1 of 3')
    await expect(oldText(page, 'Rain on')).toHaveCount(0)
    await context.setOffline(false)
    await expect.poll(() => keptBy(writer)).toEqual([1])
    allowConsoleErrors(consoleErrors, /ERR_INTERNET_DISCONNECTED/)
  })
  await test.step('undo another, type over a third', async () => {
    await button(page, 'Undo').click()
    await reviewPlace(page, 'Change 1 of 2')
    await expect(scriptPage(page)).toContainText('I walked.')
    await scriptPage(page).getByText('Nobody is there.').click()
    await page.keyboard.press('End')
    await page.keyboard.insertText(' Not even Rui.')
    await reviewPlace(page, 'Change 1 of 1')
  })
  const now = AFTER.replace('I ran all the way.', 'I walked.').replace(
    'is there.',
    'is there. Not even Rui.',
  )
  await expectStored(writer, now)
  await test.step('the same after a reload, and in another tab', async () => {
    await page.reload()
    await reviewPlace(page, 'Change 1 of 1')
    await expect(newText(page, 'You came.')).toBeVisible()
    await expect(newText(page, 'Nobody')).toHaveCount(0)
    const other = await context.newPage()
    await other.goto(`/editor/${scriptId}`)
    await reviewPlace(other, 'Change 1 of 1')
    await button(other, 'Keep all').click()
    await expect(reviewBar(page)).toHaveCount(0)
    await expect(scriptPage(other)).toContainText('You came.')
    await other.close()
  })
  await expectStored(writer, now)
})

test('keys alone review an answer, Control+Z takes each decision back, and alternatives are switched', async ({
  page,
}) => {
  const { writer } = await openPage(page, 'keys')
  await applyAnswer(writer, AFTER)
  await reviewPlace(page, 'Change 1 of 4')
  await scriptPage(page).focus()
  await page.keyboard.press('Alt+j')
  await reviewPlace(page, 'Change 2 of 4')
  await page.keyboard.press('Alt+k')
  await reviewPlace(page, 'Change 1 of 4')
  await page.keyboard.press('Alt+y')
  await reviewPlace(page, 'Change 1 of 3')
  await page.keyboard.press('Alt+n')
  await reviewPlace(page, 'Change 1 of 2')
  await expectStored(writer, AFTER.replace('I ran all the way.', 'I walked.'))
  await page.keyboard.press('Control+z')
  await reviewPlace(page, 'of 3')
  await page.keyboard.press('Control+z')
  await reviewPlace(page, 'of 4')
  await expectStored(writer, AFTER)
  await test.step('all at once, from the commands', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText('undo all')
    await expect(page.getByRole('option', { name: 'Undo all changes' })).toContainText(
      'Alt+Shift+N',
    )
    await page.keyboard.press('Enter')
    await expect(reviewBar(page)).toHaveCount(0)
    await expectStored(writer, BEFORE)
    await page.keyboard.press('Control+z')
    await reviewPlace(page, 'of 4')
    await page.keyboard.press('Alt+Shift+Y')
    await expect(reviewBar(page)).toHaveCount(0)
    await expectStored(writer, AFTER)
    await page.keyboard.press('Control+z')
    await reviewPlace(page, 'of 4')
  })

  await test.step('alternatives are switched in place, and one of them is kept', async () => {
    await page.keyboard.press('Alt+Shift+Y')
    await expect(reviewBar(page)).toHaveCount(0)
    await expectStored(writer, AFTER)
    const [first, second, third] = [
      AFTER.replace('Snow on', 'Hail on'),
      AFTER.replace('Snow on', 'Fog on'),
      AFTER.replace('I ran all the way.', 'I flew.'),
    ]
    await applyAnswer(writer, first, [second, third])
    await reviewPlace(page, 'Alternative 1 of 3')
    await button(page, 'Next alternative').click()
    await reviewPlace(page, 'Alternative 2 of 3')
    await expectStored(writer, second)
    await button(page, 'Next alternative').click()
    await reviewPlace(page, 'Alternative 3 of 3')
    await expectStored(writer, third)
    await scriptPage(page).focus()
    await page.keyboard.press('Control+z')
    await reviewPlace(page, 'Alternative 2 of 3')
    await button(page, 'Keep all').click()
    await expect(reviewBar(page)).toHaveCount(0)
    await expectStored(writer, second)
  })
})

test('Control+Z takes an answer back; a scene grows where it will stand, and stopping leaves the script as it was', async ({
  page,
}) => {
  const { writer } = await openPage(page, 'watcher', 'both')
  await test.step('Control+Z goes back to before the answer, and nothing is left to review', async () => {
    const held = heldAnswer('Make it colder')
    await send(page, held.prompt)
    await held.say(AFTER)
    await held.end()
    await reviewPlace(page, 'Change 1 of 4')
    await scriptPage(page).focus()
    await page.keyboard.press('Control+z')
    await expect(reviewBar(page)).toHaveCount(0)
    await expectStored(writer, BEFORE)
    await page.keyboard.press('Control+Shift+z')
    await reviewPlace(page, 'of 4')
    await page.keyboard.press('Control+z')
    await expect(reviewBar(page)).toHaveCount(0)
    await expectStored(writer, BEFORE)
  })

  const held = heldAnswer('Make the river colder')
  const streaming = scriptPage(page).locator('.streaming')
  await send(page, held.prompt)
  await held.say('Colder.\n\n<scene id="2">\nEXT. RIVER - DAWN\n\nIce on the wa')
  await expect(streaming).toContainText('Ice on the wa')
  await test.step('below its heading, in front of the next line', async () => {
    const order = await scriptPage(page).evaluate((content) => {
      const texts = [...content.children].map(({ textContent }) => textContent)
      const at = (words: string) => texts.findIndex((text) => text.includes(words))
      return [at('I walked.'), at('Ice on the wa'), at('Rui waits')]
    })
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    await expect(scriptPage(page).getByText('Rui waits')).toHaveClass(/streaming-replaced/)
  })
  await test.step('the line that is being typed in stays in its place', async () => {
    await scriptPage(page).getByText('You are late.').click()
    await page.keyboard.press('End')
    const line = scriptPage(page).getByText('You are late.')
    const before = await line.boundingBox()
    await held.say('ter.\n\nNobody.\n\nNobody at all.\n')
    await expect(streaming).toContainText('Nobody at all.')
    await page.keyboard.type(' Again.')
    expect((await line.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
  })
  await stopButton(page).click()
  await expect(streaming).toHaveCount(0)
  await expectStored(writer, BEFORE.replace('You are late.', 'You are late. Again.'))
  await expect(reviewBar(page)).toHaveCount(0)
})

/** Scenes that fill some pages, after a title page. */
const LONG = [
  'Title: Tram\nAuthor: Ana\n\n',
  ...Array.from(
    { length: 40 },
    (_, n) => `INT. STOP ${n + 1} - NIGHT\n\n${'The tram waits. '.repeat(20).trim()}\n\n`,
  ),
  'EXT. RIVER - DAWN\n\nRui waits.\n',
].join('')

/** Whether the buttons of the current change are completely inside the pane with the text. */
const areButtonsWhole = (page: Page) =>
  page.locator('.script-page').evaluate((pane) => {
    const tools = pane.querySelector<HTMLElement>('.review-tools[data-floating]')
    const [inner, outer] = [tools, pane.querySelector('.cm-scroller')].map((element) =>
      element?.getBoundingClientRect(),
    )
    if (!tools || !inner || !outer || getComputedStyle(tools).visibility !== 'visible') return false
    const isInside =
      inner.left >= outer.left &&
      inner.top >= outer.top &&
      inner.right <= outer.right &&
      inner.bottom <= outer.bottom
    // Nothing lies on top of them.
    const { x, y, width, height } = inner
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return isInside && top !== null && tools.contains(top)
  })

test('an answer is shown where it changes the script, and what is counted is marked', async ({
  page,
  elsewhere,
}) => {
  const writer = await createPerson('arrived')
  await page.setViewportSize({ width: 1280, height: 720 })
  await startIn(page, 'both')
  const address = `/editor/${await addScript(writer, 'Tram', LONG)}`
  await openEditor(page, writer, address)
  await expect(page.getByText(/page 1 of/)).toBeVisible()
  const marked = (text: string) => newText(page, text)
  const answer = LONG.replace('INT. STOP 20 -', 'INT. TERMINUS -').replace('Rui waits.', 'Nobody.')

  await test.step('the page scrolls to the first change, and next and previous follow the bar', async () => {
    await applyAnswer(writer, answer)
    await reviewPlace(page, 'Change 1 of 2')
    await expect(marked('INT. TERMINUS')).toBeInViewport({ ratio: 1 })
    await expect.poll(() => areButtonsWhole(page)).toBe(true)
    await button(page, 'Next change').click()
    await reviewPlace(page, 'Change 2 of 2')
    await expect(marked('Nobody.')).toBeInViewport({ ratio: 1 })
    await button(page, 'Next change').click()
    await reviewPlace(page, 'Change 1 of 2')
    await expect(marked('INT. TERMINUS')).toBeInViewport({ ratio: 1 })
    await button(page, 'Previous change').click()
    await reviewPlace(page, 'Change 2 of 2')
    await expect(marked('Nobody.')).toBeInViewport({ ratio: 1 })
  })

  await test.step('so does a page that is opened for the first time', async () => {
    await startIn(elsewhere, 'both')
    await openEditor(elsewhere, writer, address)
    await reviewPlace(elsewhere, 'Change 1 of 2')
    await expect(newText(elsewhere, 'INT. TERMINUS')).toBeInViewport({ ratio: 1 })
    await expect.poll(() => areButtonsWhole(elsewhere)).toBe(true)
    await elsewhere.close()
  })

  await test.step('where the writer was, what is under review comes before the next one', async () => {
    await scriptPage(page).focus()
    await page.keyboard.press('Control+Home')
    await expect(marked('Nobody.')).not.toBeInViewport()
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('script-writer-places')))
      .toContain('"cursor":0')
    await page.reload()
    await reviewPlace(page, 'Change 1 of 2')
    await expect(marked('INT. TERMINUS')).not.toBeInViewport()
    await button(page, 'Next change').click()
    await reviewPlace(page, 'Change 1 of 2')
    await expect(marked('INT. TERMINUS')).toBeInViewport({ ratio: 1 })
    await button(page, 'Next change').click()
    await reviewPlace(page, 'Change 2 of 2')
    await button(page, 'Keep all').click()
    await expect(reviewBar(page)).toHaveCount(0)
    await expectStored(writer, answer)
  })

  const long = /INT\. STOP 2 [^]*(?=INT\. STOP 9 )/
  const second = answer.replace('Title: Tram', 'Title: Line 28').replace(long, 'INT. BUS - DAY\n\n')
  await test.step('a change of the title page is marked on it, and is one of those that are counted', async () => {
    await applyAnswer(writer, second)
    await reviewPlace(page, 'Change 1 of 2')
    await expect(oldText(page, 'Title: Tram')).toBeInViewport({ ratio: 1 })
    await expect(marked('Title: Line 28')).toBeInViewport({ ratio: 1 })
    await expect.poll(() => areButtonsWhole(page)).toBe(true)
  })

  await test.step('its buttons are never cut off, with more old text than fits, narrow and enlarged', async () => {
    await button(page, 'Next change').click()
    await reviewPlace(page, 'Change 2 of 2')
    for (const [width, height] of [
      [1280, 720],
      [1100, 500],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const zoom of ['150%', 'Fit']) {
        await page.getByRole('button', { name: /^Zoom/ }).click()
        await page.getByRole('menuitemradio', { name: zoom }).click()
        await button(page, 'Next change').click()
        await expect.poll(() => areButtonsWhole(page)).toBe(true)
        await button(page, 'Previous change').click()
        await expect.poll(() => areButtonsWhole(page)).toBe(true)
      }
    }
    const tools = page.locator('.review-tools[data-floating]')
    await tools.getByRole('button', { name: 'Undo' }).click()
    await reviewPlace(page, 'Change 1 of 1')
    await expectStored(writer, answer.replace('Title: Tram', 'Title: Line 28'))
  })
})
