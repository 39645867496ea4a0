import type { Locator, Page } from '@playwright/test'
import { BOARD_SCRIPT, scriptId } from '../fixture.ts'
import { expect, screen, type Screen } from '../screen.ts'

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 640

/** Opens the panel: on a phone it is a dialog, opened from the menu of the account. */
async function openBible(page: Page, script: string, view = 'page'): Promise<Locator> {
  await page.addInitScript((chosen) => localStorage.setItem('script-writer-view', chosen), view)
  await page.goto(`/editor/${script}`)
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Bible' }).click()
    return page.getByRole('dialog', { name: 'Bible' })
  }
  await page.getByRole('banner').getByRole('button', { name: 'Bible', exact: true }).click()
  return page.getByRole('complementary', { name: 'Bible' })
}

async function openFull(page: Page, view = 'page'): Promise<Locator> {
  const panel = await openBible(page, BOARD_SCRIPT, view)
  await expect(panel.getByRole('heading', { name: 'Rules 1' })).toBeVisible()
  return panel
}

export const bibleScreens: readonly Screen[] = [
  screen('bible-empty', 'writer', async (page) => {
    const panel = await openBible(page, scriptId(1))
    await expect(panel.getByText('What is true in this story')).toBeVisible()
  }),
  screen('bible-full', 'reviewing', async (page) => {
    await openFull(page)
  }),
  screen(
    'bible-both',
    'reviewing',
    async (page) => {
      await openFull(page, 'both')
    },
    { only: 'desktop' },
  ),
  screen('bible-entry', 'reviewing', async (page) => {
    const panel = await openFull(page)
    const entry = panel.getByRole('button', { name: /^Rui/ })
    await entry.click()
    await expect(panel.getByRole('region', { name: 'In the script' })).toBeVisible()
    await entry.scrollIntoViewIfNeeded()
  }),
  screen('bible-edit', 'reviewing', async (page) => {
    const panel = await openFull(page)
    await panel.getByRole('button', { name: /^Inês/ }).click()
    await panel.getByRole('button', { name: 'Edit Inês' }).click()
    await expect(panel.getByRole('form', { name: 'Edit Inês' })).toBeVisible()
  }),
  screen('bible-estimate', 'reviewing', async (page) => {
    const panel = await openFull(page)
    await panel.getByRole('button', { name: 'Read the script for the bible' }).click()
    await expect(panel.getByText(/^It reads/)).toBeVisible()
  }),
  screen('bible-failed', 'writer', async (page) => {
    await page.route('**/rest/v1/story_entries?*', (route) =>
      route.fulfill({ status: 500, json: { message: 'Out of order.' } }),
    )
    const panel = await openBible(page, scriptId(1))
    await expect(panel.getByRole('button', { name: 'Try again' })).toBeVisible()
  }),
]
