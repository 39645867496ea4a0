import type { Locator, Page } from '@playwright/test'
import { middleOf } from '../../support/browser/finger.ts'
import { PHONE } from '../../support/browser/page.ts'
import {
  type ComponentsServer,
  startComponentsServer,
} from '../../support/browser/components-server.ts'
import { expect, test } from '../fixtures.ts'

// One development server for the whole file: the page exists in development only.
test.describe.configure({ mode: 'default' })

let server: ComponentsServer

test.beforeAll(async () => {
  server = await startComponentsServer()
})

test.afterAll(() => server.close())

async function open(page: Page): Promise<void> {
  await page.goto(server.address)
  await expect(page.getByRole('heading', { name: 'Components' })).toBeVisible()
  // The rest of the page is hidden, because axe and every role locator walk through all that is shown.
  const others = 'main > :not(:has(nav[aria-label="Scenes"]))'
  await page.addStyleTag({ content: `${others} { display: none }` })
}

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
  await open(page)

  await test.step('arrows, Home, End, Enter, Alt with arrows', async () => {
    const tram = row(page, 'Int. Tram 28')
    await expect(tram).toHaveAttribute('aria-current', 'true')
    await list(page).getByRole('searchbox').focus()
    await page.keyboard.press('Tab')
    await expect(tram).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(row(page, 'Int. Depot')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(row(page, 'Int. Depot')).toHaveAttribute('aria-current', 'true')
    await expect(tram).not.toHaveAttribute('aria-current')

    await page.keyboard.press('Alt+ArrowUp')
    await expect
      .poll(() => places(page, 3))
      .toEqual(['Ext. Alfama - Night', 'Int. Depot - Later', 'Int. Tram 28 - Night'])
    await expect(row(page, 'Int. Depot')).toBeFocused()
    await expect(
      list(page).getByText('Scene 3, Int. Depot - Later: moved to place 2 of 1,000.'),
    ).toBeAttached()

    await page.keyboard.press('End')
    await expect(row(page, 'Int. Room 1000 ')).toBeFocused()
    await expect(row(page, 'Int. Room 1000 ')).toBeInViewport()
    await page.keyboard.press('ArrowDown')
    await expect(row(page, 'Int. Room 1000 ')).toBeFocused()
    await page.keyboard.press('Home')
    await expect(row(page, 'Ext. Alfama')).toBeFocused()

    // A scene that cannot be moved.
    await row(page, 'Ext. River').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => places(page, 4)).toContain('Ext. River - Dawn')
    expect((await places(page, 4)).at(3)).toBe('Ext. River - Dawn')
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
    await list(page).getByRole('button', { name: 'Move Scene 2, Int. Tram 28 - Night' }).click()
    await page.getByRole('menuitem', { name: 'Move up' }).click()
    await expect
      .poll(() => places(page, 3))
      .toEqual(['Ext. Alfama - Night', 'Int. Tram 28 - Night', 'Int. Depot - Later'])
  })

  await test.step('a scene is dragged by mouse, past the edge of the list too, and Escape cancels', async () => {
    await list(page).scrollIntoViewIfNeeded()
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
    expect((await places(page, 1)).at(0)).toBe('Ext. Alfama - Night')

    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(over.x, over.y - 8, { steps: 4 })
    await page.mouse.up()
    await expect
      .poll(() => places(page, 3))
      .toEqual(['Int. Tram 28 - Night', 'Ext. Alfama - Night', 'Int. Depot - Later'])
    // The drag did not count as a click.
    await expect(row(page, 'Ext. Alfama')).not.toHaveAttribute('aria-current')

    const box = await list(page).boundingBox()
    const first = await middleOf(row(page, 'Int. Tram'))
    await page.mouse.move(first.x, first.y)
    await page.mouse.down()
    await page.mouse.move(first.x, (box?.y ?? 0) + (box?.height ?? 0) - 4, { steps: 4 })
    await expect(row(page, 'Int. Room 12 ')).toBeInViewport()
    await page.mouse.up()
    await expect(
      list(page).getByText(/Scene 2, Int\. Tram 28 - Night: moved to place \d\d/),
    ).toBeAttached()
  })

  await test.step('on a phone the scenes are in a sheet', async () => {
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: 'Open scenes' }).click()
    const sheet = page.getByRole('dialog', { name: 'Scenes' })
    await expect(sheet).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
  })
})
