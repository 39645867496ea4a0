import type { Locator } from '@playwright/test'
import { expectAccessible } from '../../support/browser/axe.ts'
import { openMenu, openScript } from '../../support/browser/chats.ts'
import { dragByFinger } from '../../support/browser/finger.ts'
import { applyAnswer, keptBy, reviewBar, reviewPlace } from '../../support/browser/review.ts'
import { chooseView, expectStored, scriptPage } from '../../support/browser/script-page.ts'
import { expect, test } from '../fixtures.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

/** What a phone's keyboard leaves. */
const KEYBOARD_OPEN = { width: 390, height: 450 }

const scenes = [
  'INT. TRAM - NIGHT\n\nRain.\n\nRUI\nI walked.\n\n',
  'EXT. RIVER - DAWN\n\nRui waits.\n\n',
  'INT. KITCHEN - DAY\n\nCoffee.\n',
]

test('changes are kept and undone by touch, and a scene is moved by a finger, byte for byte', async ({
  page,
}) => {
  const before = scenes.join('')
  const { writer } = await openScript(page, before)

  await test.step('changes are kept and undone by touch', async () => {
    const answer = before
      .replace('Rain.', 'Snow.')
      .replace('I walked.', 'I ran.')
      .replace('Rui waits.', 'Nobody.')
      .replace('Coffee.', 'Tea.')
    await applyAnswer(writer, answer)
    await reviewPlace(page, 'Change 1 of 4')
    const inText = (name: string) => scriptPage(page).locator('.review-tools').getByText(name)
    await inText('Keep').first().tap()
    await reviewPlace(page, 'of 3')
    await expect.poll(() => keptBy(writer)).toEqual([1])
    await inText('Undo').first().tap()
    await reviewPlace(page, 'of 2')
    await expectStored(writer, answer.replace('I ran.', 'I walked.'))
    await reviewBar(page).getByRole('button', { name: 'Keep all', exact: true }).tap()
    await expect(reviewBar(page)).toHaveCount(0)
    await expect.poll(() => keptBy(writer)).toEqual([1, 3, 4])
  })

  await test.step('the scenes are in a bottom sheet, and one is dragged by its handle', async () => {
    const opener = page.getByRole('button', { name: 'Scenes', exact: true })
    await opener.tap()
    const sheet = page.getByRole('dialog', { name: 'Scenes' })
    const handle = sheet.getByRole('button', { name: /^Move Scene 1/ })
    await dragByFinger(page, handle, sheet.getByRole('button', { name: /^Scene 3/ }), () =>
      expect(page.locator('[data-drop-line]')).toBeVisible(),
    )
    await expectStored(
      writer,
      'EXT. RIVER - DAWN\n\nNobody.\n\n' +
        'INT. TRAM - NIGHT\n\nSnow.\n\nRUI\nI walked.\n\n' +
        'INT. KITCHEN - DAY\n\nTea.\n',
    )
    // Escape clears the filter first, and then closes the sheet.
    const filter = sheet.getByRole('searchbox')
    await filter.fill('river')
    await page.keyboard.press('Escape')
    await expect(filter).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(opener).toBeFocused()
  })
})

/** How much of the window's height an element takes, and which others cover a point of it. */
const measured = (place: Locator) =>
  place.evaluate((element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
    const above = new Set<string>()
    for (let x = left + 4; x < right; x += width / 6)
      for (let y = top + 4; y < bottom; y += height / 6) {
        const found = document.elementFromPoint(x, y)
        if (!found || !element.contains(found))
          above.add(found?.outerHTML.slice(0, 80) ?? 'nothing')
      }
    return { share: height / window.innerHeight, above: [...above], bottom, right }
  })

test('with the keyboard open half of the screen is text, nothing covers the prompt, and undo is a button', async ({
  page,
}) => {
  const before = scenes.join('').repeat(4)
  const { writer } = await openScript(page, before)
  const counts = page.getByRole('region', { name: 'Counts' })

  await test.step('who has stored the text can be read', async () => {
    const storage = counts.getByText('Saved', { exact: true })
    await expect(storage).toBeVisible()
    const { right } = await measured(storage)
    expect(right).toBeLessThan(390)
  })

  await test.step('the text gets the room, also during a review', async () => {
    await scriptPage(page).locator('.cm-line', { hasText: 'Rain.' }).first().tap()
    await page.setViewportSize(KEYBOARD_OPEN)
    const text = page.locator('.script-page')
    await expect(counts).toBeHidden()
    expect((await measured(text)).share).toBeGreaterThan(0.6)
    await applyAnswer(writer, before.replace('Rain.', 'Snow.').replace('Coffee.', 'Tea.'))
    await reviewPlace(page, 'Change 1 of 2')
    await expect(scriptPage(page)).toBeFocused()
    expect((await measured(text)).share).toBeGreaterThanOrEqual(0.5)
    const elements = await measured(page.getByRole('toolbar', { name: 'Elements' }))
    expect(elements).toMatchObject({ above: [], bottom: KEYBOARD_OPEN.height })
    await expectAccessible(page)
    await reviewBar(page).getByRole('button', { name: 'Keep all', exact: true }).tap()
    await expect(reviewBar(page)).toHaveCount(0)
  })

  await test.step('undo and redo are buttons, and the keyboard stays open', async () => {
    await scriptPage(page).locator('.cm-line', { hasText: 'Snow.' }).first().tap()
    await page.keyboard.press('End')
    await page.keyboard.type(' Wind.')
    await page.getByRole('button', { name: 'Undo', exact: true }).tap()
    await expect(scriptPage(page)).not.toContainText('Wind.')
    await page.getByRole('button', { name: 'Redo', exact: true }).tap()
    await expect(scriptPage(page)).toContainText('Snow. Wind.')
    await expect(scriptPage(page)).toBeFocused()
  })

  await test.step('nothing covers the prompt', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await chooseView(page, 'Chat')
    const prompt = page.getByRole('textbox', { name: 'Prompt' })
    await prompt.tap()
    await page.setViewportSize(KEYBOARD_OPEN)
    await expect(page.getByRole('group', { name: 'View' })).toBeHidden()
    for (const part of [
      page.locator('form', { has: prompt }),
      page.getByRole('group', { name: 'Quick actions' }),
    ]) {
      const { above, bottom } = await measured(part)
      expect(above).toEqual([])
      expect(bottom).toBeLessThanOrEqual(KEYBOARD_OPEN.height)
    }
    expect((await measured(page.getByRole('log'))).share).toBeGreaterThan(0.2)
  })

  await test.step('the theme is in the menu', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const menu = await openMenu(page)
    await menu.getByRole('menuitemradio', { name: 'Dark' }).tap()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})
