import { openEditor } from '../../support/browser/chats.ts'
import { dragByFinger } from '../../support/browser/finger.ts'
import { createPerson } from '../../support/browser/people.ts'
import { applyAnswer, keptBy, reviewBar, reviewPlace } from '../../support/browser/review.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { expectStored, scriptPage, startIn } from '../../support/browser/script-page.ts'
import { expect, test } from '../fixtures.ts'

test.use({
  hasTouch: true,
  isMobile: true,
  viewport: { width: 390, height: 844 },
})

const scenes = [
  'INT. TRAM - NIGHT\n\nRain.\n\nRUI\nI walked.\n\n',
  'EXT. RIVER - DAWN\n\nRui waits.\n\n',
  'INT. KITCHEN - DAY\n\nCoffee.\n',
]

test('changes are kept and undone by touch, and a scene is moved by a finger, byte for byte', async ({
  page,
}) => {
  const writer = await createPerson('finger')
  const before = scenes.join('')
  await startIn(page, 'page')
  await openEditor(page, writer, `/editor/${await addScript(writer, 'Tram', before)}`)
  await expect(scriptPage(page)).toContainText('Rain.')

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
