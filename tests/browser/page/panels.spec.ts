import type { Locator, Page } from '@playwright/test'
import { middleOf } from '../../support/browser/finger.ts'
import { PHONE } from '../../support/browser/page.ts'
import { openScript } from '../../support/browser/chats.ts'
import { scriptPage } from '../../support/browser/script-page.ts'
import { expect, test } from '../fixtures.ts'

/** Where the list has room beside the page. */
const WIDE = { width: 1600, height: 720 }

const opening = [
  'EXT. ALFAMA - NIGHT\n\n= Rain. The city as a machine.\n\nRain.',
  'INT. TRAM 28 - NIGHT\n\nINÊS\nEarly.\n\nRUI\nLate.',
  'INT. DEPOT - LATER\n\nRUI\nHere.\n\nINÊS\nHere.',
  'EXT. RIVER - DAWN\n\nThe boat.',
  'INT. KITCHEN - DAY\n\nINÊS\nCoffee?',
]

/** More scenes than any real script has. */
const SCRIPT = Array.from(
  { length: 1_000 },
  (_, index) => opening[index] ?? `INT. ROOM ${index + 1} - DAY\n\nA door.`,
).join('\n\n')

const list = (page: Page): Locator => page.getByRole('navigation', { name: 'Scenes' })
const row = (page: Page, heading: string): Locator =>
  list(page).getByRole('button', { name: new RegExp(`^Scene \\S+ ${heading}`, 'i') })
const places = (page: Page, count: number) =>
  list(page)
    .getByRole('listitem')
    .evaluateAll(
      (items, shown) =>
        items.slice(0, shown).map((item) => item.querySelector('[title]')?.textContent),
      count,
    )

test('the scene list works by keyboard and mouse, and is a sheet on a phone', async ({ page }) => {
  await page.setViewportSize(WIDE)
  await openScript(page, SCRIPT)
  await page.getByRole('button', { name: 'Scenes', exact: true }).click()

  await test.step('arrows, Home, End, Enter, Alt with arrows', async () => {
    const tram = row(page, 'Int. Tram 28')
    await tram.click()
    await expect(tram).toHaveAttribute('aria-current', 'true')
    await list(page).getByRole('searchbox').focus()
    await page.keyboard.press('Tab')
    await expect(tram).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(row(page, 'Int. Depot')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(row(page, 'Int. Depot')).toHaveAttribute('aria-current', 'true')
    await expect(tram).not.toHaveAttribute('aria-current')

    await row(page, 'Int. Depot').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect
      .poll(() => places(page, 3))
      .toEqual(['EXT. ALFAMA - NIGHT', 'INT. DEPOT - LATER', 'INT. TRAM 28 - NIGHT'])
    await expect(row(page, 'Int. Depot')).toBeFocused()
    await expect(
      list(page).getByText('Scene 3, INT. DEPOT - LATER: moved to place 2 of 1,000.'),
    ).toBeAttached()

    await page.keyboard.press('End')
    await expect(row(page, 'Int. Room 1000 ')).toBeFocused()
    await expect(row(page, 'Int. Room 1000 ')).toBeInViewport()
    await page.keyboard.press('ArrowDown')
    await expect(row(page, 'Int. Room 1000 ')).toBeFocused()
    await page.keyboard.press('Home')
    await expect(row(page, 'Ext. Alfama')).toBeFocused()
  })

  await test.step('a filter: Enter jumps to the first match, and nothing can be moved', async () => {
    const box = list(page).getByRole('searchbox', { name: 'Filter scenes' })
    await box.fill('inês')
    await expect(list(page).getByRole('listitem')).toHaveCount(3)
    await expect(list(page).getByText('3 of 1,000 scenes')).toBeVisible()
    await expect(list(page).getByRole('button', { name: /^Move/ })).toHaveCount(0)
    await box.fill('kitchen')
    await box.press('Enter')
    await box.press('Escape')
    await expect(row(page, 'Int. Kitchen')).toHaveAttribute('aria-current', 'true')
    await box.fill('nowhere')
    await expect(list(page).getByText('No scene matches.')).toBeVisible()
    await box.fill('')
    await box.press('ArrowDown')
    await expect(row(page, 'Ext. Alfama')).toBeFocused()
  })

  await test.step('the menu of a handle moves without dragging', async () => {
    await row(page, 'Int. Tram').hover()
    await list(page).getByRole('button', { name: 'Move Scene 3, INT. TRAM 28 - NIGHT' }).click()
    await page.getByRole('menuitem', { name: 'Move up' }).click()
    await expect
      .poll(() => places(page, 3))
      .toEqual(['EXT. ALFAMA - NIGHT', 'INT. TRAM 28 - NIGHT', 'INT. DEPOT - LATER'])
  })

  await test.step('a scene is dragged by mouse, past the edge of the list too, and Escape cancels', async () => {
    await row(page, 'Ext. Alfama').scrollIntoViewIfNeeded()
    const line = page.locator('[data-drop-line]')
    const from = await middleOf(row(page, 'Ext. Alfama'))
    const over = await middleOf(row(page, 'Int. Depot'))
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(over.x, over.y - 8, { steps: 4 })
    await expect(line).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(line).toBeHidden()
    await page.mouse.up()
    expect((await places(page, 1)).at(0)).toBe('EXT. ALFAMA - NIGHT')

    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(over.x, over.y - 8, { steps: 4 })
    await page.mouse.up()
    await expect
      .poll(() => places(page, 3))
      .toEqual(['INT. TRAM 28 - NIGHT', 'EXT. ALFAMA - NIGHT', 'INT. DEPOT - LATER'])
    // The drag did not count as a click.
    await expect(scriptPage(page)).not.toBeFocused()

    const box = await list(page).boundingBox()
    const first = await middleOf(row(page, 'Int. Tram'))
    await page.mouse.move(first.x, first.y)
    await page.mouse.down()
    await page.mouse.move(first.x, (box?.y ?? 0) + (box?.height ?? 0) - 4, { steps: 4 })
    await expect(row(page, 'Int. Room 30 ')).toBeInViewport()
    await page.mouse.up()
    await expect(
      list(page).getByText(/Scene 1, INT\. TRAM 28 - NIGHT: moved to place \d\d/),
    ).toBeAttached()
  })

  await test.step('on a phone the scenes are in a sheet', async () => {
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: 'Scenes', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Scenes' })
    await expect(sheet).toBeVisible()
    // Escape ends a drag, and nothing else.
    const current = sheet.locator('[data-scene][aria-current]')
    await expect(current).toBeInViewport()
    const { x, y } = await middleOf(current)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y - 60, { steps: 4 })
    await expect(page.locator('[data-drop-line]')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-drop-line]')).toBeHidden()
    await page.mouse.up()
    await expect(sheet).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
  })
})
