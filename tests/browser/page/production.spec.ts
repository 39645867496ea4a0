import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { openScript } from '../../support/browser/chats.ts'
import { expectStored, scriptPage } from '../../support/browser/script-page.ts'
import { expect, test } from '../fixtures.ts'

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `Line ${index + 1}.\n\n`).join('')

async function choose(page: Page, command: string) {
  await page.getByRole('button', { name: 'Production', exact: true }).click()
  await page.getByRole('menuitem', { name: command, exact: true }).click()
  await expect(scriptPage(page)).toBeFocused()
}

test('scene numbers and pages are locked on the page, and taken back; sides and the breakdown are downloaded', async ({
  page,
}) => {
  const talk = 'Coffee.\n\nRUI\nRain.\n\nINÊS\nAgain.\n'
  const text = `INT. TRAM - NIGHT\n\n${lines(30)}INT. BAR - DAY\n\n${talk}`
  const { writer } = await openScript(page, text)
  await scriptPage(page).focus()
  const numbered = text.replace('NIGHT', 'NIGHT #1#').replace('DAY', 'DAY #2#')

  await test.step('locking numbers every scene, and a new one gets a letter', async () => {
    await choose(page, 'Lock scene numbers')
    await expectStored(writer, `Production Lock: scene numbers\n\n${numbered}`)
    await scriptPage(page).getByText('Line 1.', { exact: true }).click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.insertText('INT. HALL - DAY')
    await page.keyboard.press('Enter')
    await page.keyboard.insertText('Dust.')
    await expect(scriptPage(page).locator('[data-number="1A"]')).toBeVisible()
  })

  const before = numbered.replace('Line 1.', 'Line 1.\n\nINT. HALL - DAY #1A#\n\nDust.')
  await test.step('an omitted scene keeps its number and comes back', async () => {
    await expectStored(writer, `Production Lock: scene numbers\n\n${before}`)
    await choose(page, 'Omit scene')
    await expect(scriptPage(page).getByText('OMITTED')).toBeVisible()
    await choose(page, 'Bring back scene')
    await expectStored(writer, `Production Lock: scene numbers\n\n${before}`)
  })

  await test.step('locked pages keep their places: what is added goes to page 1A', async () => {
    await choose(page, 'Lock pages')
    const locked = `Production Lock: scene numbers, pages\n\n${before}`
    await expectStored(writer, locked.replace('Line 25.', '[[=== 2]]\n\nLine 25.'))
    await expect(scriptPage(page).getByText('[[===')).toHaveCount(0)
    await scriptPage(page).getByText('Line 2.', { exact: true }).click()
    await page.keyboard.press('End')
    for (const word of ['One', 'Two']) {
      await page.keyboard.press('Enter')
      await page.keyboard.insertText(`${word} more.`)
    }
    await expect(scriptPage(page).locator('.page-number', { hasText: '1A.' })).toBeAttached()
  })

  await test.step('unlocking leaves the script, and undo locks it again', async () => {
    await choose(page, 'Unlock pages')
    await choose(page, 'Unlock scene numbers')
    const more = before.replace('Line 2.', 'Line 2.\n\nOne more.\n\nTwo more.')
    await expectStored(writer, more)
    await page.keyboard.press('Control+z')
    await expectStored(writer, `Production Lock: scene numbers\n\n${more}`)
  })

  const exportMenu = page.getByRole('button', { name: 'Export' })

  await test.step('the breakdown is a table of the scenes', async () => {
    await exportMenu.click()
    const started = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Scene breakdown (.csv)' }).click()
    const file = await started
    expect(file.suggestedFilename()).toBe('Tram.csv')
    const rows = (await readFile(await file.path(), 'utf8')).split('\r\n')
    expect(rows[3]).toBe('2,INT,BAR,DAY,2,1,"RUI; INÊS",,0,9')
  })

  await test.step('sides are for the character that was chosen', async () => {
    await exportMenu.click()
    await page.getByRole('menuitem', { name: 'Character sides (.pdf)...' }).click()
    const dialog = page.getByRole('dialog', { name: 'Character sides' })
    await dialog.getByRole('combobox', { name: 'Character' }).selectOption('INÊS')
    const started = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    expect((await started).suggestedFilename()).toBe('Tram sides INÊS.pdf')
  })
})

test('a page that is deleted with the hidden note that fixes it is named, and comes back by undo', async ({
  page,
}) => {
  const { writer } = await openScript(
    page,
    'One.\n\n===\n\nTwo.\n\n===\n\nThree.\n\n===\n\nFour.\n',
  )
  await scriptPage(page).focus()
  await choose(page, 'Lock pages')
  const locked = (three: string) =>
    `Production Lock: pages\n\nOne.\n\n===\n\n[[=== 2]]\n\nTwo.${three}\n\n===\n\n[[=== 4]]\n\nFour.\n`
  const whole = locked('\n\n===\n\n[[=== 3]]\n\nThree.')
  await expectStored(writer, whole)

  // Only the sheets near the window are drawn.
  const onSheet = async (text: string) => {
    const line = scriptPage(page).getByText(text, { exact: true })
    await scriptPage(page).hover({ position: { x: 200, y: 100 }, force: true })
    await expect(async () => {
      if (await line.isVisible()) return
      await page.mouse.wheel(0, 300)
      await expect(line).toBeVisible({ timeout: 300 })
    }).toPass()
    return line
  }
  await (await onSheet('Two.')).click()
  await page.keyboard.press('End')
  await (await onSheet('Three.')).click({ modifiers: ['Shift'] })
  await page.keyboard.press('Shift+End')
  await page.keyboard.press('Delete')
  await expectStored(writer, locked('\n\n[[=== 3]]'))
  await expect(scriptPage(page).locator('.page-number', { hasText: '2-3.' })).toBeVisible()
  await expect(scriptPage(page).getByText('[[===')).toHaveCount(0)

  await page.keyboard.press('Control+z')
  await expectStored(writer, whole)
})
