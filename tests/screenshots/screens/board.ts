import type { Page } from '@playwright/test'
import { BOARD_SCRIPT } from '../fixture.ts'
import { expect, screen, type Screen } from '../screen.ts'

const card = (page: Page, heading: string) =>
  page.locator('[data-card]').filter({ hasText: heading }).first()

async function start(page: Page, address: string, view: 'page' | 'both' = 'page'): Promise<void> {
  await page.addInitScript((shown) => {
    localStorage.setItem('script-writer-view', shown)
    localStorage.setItem('script-writer-show-as', 'board')
  }, view)
  await page.goto(address)
}

async function openBoard(page: Page, view: 'page' | 'both' = 'page'): Promise<void> {
  await start(page, `/editor/${BOARD_SCRIPT}`, view)
  await expect(card(page, 'RIVER')).toBeAttached()
  await expect(page.getByText(/^\d+ \d\/8 pages?$/).first()).toBeAttached()
}

export const boardScreens: readonly Screen[] = [
  screen('script-board-empty', 'beginner', async (page) => {
    await start(page, '/editor/new')
    await expect(page.getByText('Nothing is on the board yet.')).toBeVisible()
  }),
  screen('script-board-full', 'reviewing', (page) => openBoard(page)),
  screen(
    'script-board-both',
    'reviewing',
    async (page) => {
      await openBoard(page, 'both')
      await card(page, 'DEPOT - LATER').click()
      await expect(page.getByText(/^Scene 3/).first()).toBeVisible()
    },
    { only: 'desktop' },
  ),
  screen('script-board-selected', 'reviewing', async (page) => {
    await openBoard(page)
    await card(page, 'TRAM 28').click()
    await card(page, 'DEPOT - LATER').click({ modifiers: ['Shift'] })
    await expect(page.locator('[data-card][aria-pressed="true"]')).toHaveCount(2)
  }),
  screen('script-board-edit', 'reviewing', async (page) => {
    await openBoard(page)
    await card(page, 'TRAM 28').click()
    await page.keyboard.press('F2')
    await expect(page.getByRole('textbox', { name: 'Synopsis' })).toBeVisible()
  }),
  screen('script-board-menu', 'reviewing', async (page) => {
    await openBoard(page)
    await card(page, 'TRAM 28').hover()
    await page.getByRole('button', { name: 'Actions for Scene 2, INT. TRAM 28 - NIGHT' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
  }),
  screen('script-board-filter', 'reviewing', async (page) => {
    await openBoard(page)
    await page.getByRole('button', { name: 'Everybody' }).click()
    await page.getByRole('menuitemradio', { name: 'MARTA' }).click()
    await expect(page.getByText('3 of 10 cards')).toBeVisible()
  }),
  screen(
    'script-board-drag',
    'reviewing',
    async (page) => {
      await openBoard(page)
      const from = await card(page, 'VAULT - NIGHT').boundingBox()
      const to = await card(page, 'DEPOT - LATER').boundingBox()
      if (!from || !to) throw new Error('The cards are not there.')
      await page.mouse.move(from.x + 60, from.y + 20)
      await page.mouse.down()
      await page.mouse.move(from.x + 40, from.y + 20, { steps: 2 })
      await page.mouse.move(to.x + 90, to.y + to.height - 8, { steps: 4 })
      await expect(page.locator('[data-drop-line]')).toBeVisible()
    },
    { only: 'desktop' },
  ),
]
