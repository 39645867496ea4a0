import type { Page } from '@playwright/test'
import { NOTED_SCRIPT } from '../fixture.ts'
import { expect, screen, type Screen } from '../screen.ts'

async function openPage(page: Page, address: string, view: 'page' | 'both' = 'page') {
  await page.addInitScript((shown) => localStorage.setItem('script-writer-view', shown), view)
  await page.goto(address)
  await expect(page.getByRole('textbox', { name: 'Script page' })).toBeVisible()
}

async function openMarked(page: Page, view: 'page' | 'both' = 'page'): Promise<void> {
  await openPage(page, `/editor/${NOTED_SCRIPT}`, view)
  await expect(page.locator('mark.note-text').first()).toBeVisible()
}

/** From the header, or from the account's menu where that has no room. */
async function openPanel(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Notes', exact: true })
  if (await button.isVisible()) await button.click()
  else {
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Notes' }).click()
  }
  await expect(page.locator('[data-side-panel]')).toBeVisible()
}

const hideReading = (page: Page) => page.getByRole('button', { name: 'Hide', exact: true }).click()

export const notesScreens: readonly Screen[] = [
  screen('notes-empty', 'beginner', async (page) => {
    await openPage(page, '/editor/new')
    await openPanel(page)
    await expect(page.getByText('No notes yet')).toBeVisible()
  }),
  screen('notes-list', 'reviewing', async (page) => {
    await openMarked(page)
    await openPanel(page)
    await expect(page.getByText('7 open')).toBeVisible()
    await hideReading(page)
  }),
  screen(
    'notes-current',
    'reviewing',
    async (page) => {
      await openMarked(page, 'both')
      await openPanel(page)
      await hideReading(page)
      await page.getByRole('button', { name: /^Go to “RUI/ }).click()
      await expect(page.locator('mark.note-current')).toBeVisible()
    },
    { only: 'desktop' },
  ),
  screen('notes-read', 'reviewing', async (page) => {
    await openMarked(page)
    await openPanel(page)
    await expect(page.getByText(/^Judged as a chamber piece/)).toBeVisible()
  }),
  screen(
    'notes-add',
    'reviewing',
    async (page) => {
      await openMarked(page)
      await page.getByText('Rain on every window.').dblclick()
      await page.keyboard.press('Alt+m')
      await expect(page.getByRole('textbox', { name: 'Your note' })).toBeFocused()
    },
    { only: 'desktop' },
  ),
  screen(
    'notes-sheet',
    'reviewing',
    async (page) => {
      await openMarked(page)
      await page.locator('mark.note-text').first().click()
      await expect(page.getByRole('region', { name: 'Notes' })).toBeVisible()
    },
    { only: 'phone' },
  ),
  screen('notes-reading', 'reviewing', async (page) => {
    await openMarked(page)
    await openPanel(page)
    await page.getByRole('button', { name: 'Read the script...' }).click()
    await expect(page.getByText(/^This uses/)).toBeVisible()
  }),
  screen('notes-reader', 'reviewing', async (page) => {
    await openMarked(page)
    await openPanel(page)
    await page.getByRole('button', { name: 'Read the script...' }).click()
    await page.getByRole('button', { name: 'New reader...' }).click()
    await page.getByRole('button', { name: 'Save reader' }).click()
    await expect(page.getByText('Please enter a name.')).toBeVisible()
  }),
]
