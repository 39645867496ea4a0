import type { Page } from '@playwright/test'
import { NOTED_SCRIPT } from '../fixture.ts'
import { expect, type Screen } from '../screen.ts'

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
  {
    name: 'notes-empty',
    as: 'beginner',
    async open(page) {
      await openPage(page, '/editor/new')
      await openPanel(page)
      await expect(page.getByText('No notes yet')).toBeVisible()
    },
  },
  {
    name: 'notes-list',
    as: 'reviewing',
    async open(page) {
      await openMarked(page)
      await openPanel(page)
      await expect(page.getByText('7 open')).toBeVisible()
      await hideReading(page)
    },
  },
  {
    name: 'notes-current',
    as: 'reviewing',
    only: 'desktop',
    async open(page) {
      await openMarked(page, 'both')
      await openPanel(page)
      await hideReading(page)
      await page.getByRole('button', { name: /^Go to “RUI/ }).click()
      await expect(page.locator('mark.note-current')).toBeVisible()
    },
  },
  {
    name: 'notes-read',
    as: 'reviewing',
    async open(page) {
      await openMarked(page)
      await openPanel(page)
      await expect(page.getByText(/^Judged as a chamber piece/)).toBeVisible()
    },
  },
  {
    name: 'notes-add',
    as: 'reviewing',
    only: 'desktop',
    async open(page) {
      await openMarked(page)
      await page.getByText('Rain on every window.').dblclick()
      await page.keyboard.press('Alt+m')
      await expect(page.getByRole('textbox', { name: 'Your note' })).toBeFocused()
    },
  },
  {
    name: 'notes-sheet',
    as: 'reviewing',
    only: 'phone',
    async open(page) {
      await openMarked(page)
      await page.locator('mark.note-text').first().click()
      await expect(page.getByRole('region', { name: 'Notes' })).toBeVisible()
    },
  },
  {
    name: 'notes-reading',
    as: 'reviewing',
    async open(page) {
      await openMarked(page)
      await openPanel(page)
      await page.getByRole('button', { name: 'Read the script...' }).click()
      await expect(page.getByText(/^This uses/)).toBeVisible()
    },
  },
  {
    name: 'notes-reader',
    as: 'reviewing',
    async open(page) {
      await openMarked(page)
      await openPanel(page)
      await page.getByRole('button', { name: 'Read the script...' }).click()
      await page.getByRole('button', { name: 'New reader...' }).click()
      await page.getByRole('button', { name: 'Save reader' }).click()
      await expect(page.getByText('Please enter a name.')).toBeVisible()
    },
  },
]
