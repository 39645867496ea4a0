import type { Page } from '@playwright/test'
import { scriptPage } from '../../support/browser/script-page.ts'
import { expect, screen, type Screen } from '../screen.ts'
import { REVIEWED_SCRIPT, scriptId } from '../fixture.ts'

const show = (page: Page, choices: Record<string, string>) =>
  page.addInitScript((stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  }, choices)

async function openPage(page: Page, choices: Record<string, string> = {}): Promise<void> {
  await show(page, { 'script-writer-view': 'page', ...choices })
  await page.goto(`/editor/${scriptId(1)}`)
  await expect(scriptPage(page)).toContainText('TRAM')
  await expect(page.getByText(/words/)).toBeVisible()
}

async function runCommand(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Commands' }).click()
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
  await page.keyboard.insertText(words)
  await page.keyboard.press('Enter')
}

async function openReview(page: Page): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 1100
  await show(page, { 'script-writer-view': isPhone ? 'page' : 'both' })
  await page.goto(`/editor/${REVIEWED_SCRIPT}`)
  await expect(page.getByText('Change 1 of 3', { exact: true })).toBeVisible()
}

export const pageScreens: readonly Screen[] = [
  screen('page-new', 'beginner', async (page) => {
    await show(page, { 'script-writer-view': 'page' })
    await page.goto('/editor/new')
    await expect(scriptPage(page)).toBeVisible()
  }),
  screen('page-full', 'writer', (page) => openPage(page)),
  screen('page-scenes', 'writer', async (page) => {
    await openPage(page)
    await page.getByRole('button', { name: 'Scenes', exact: true }).click()
    await expect(page.getByRole('navigation', { name: 'Scenes' })).toBeVisible()
  }),
  screen(
    'page-both',
    'writer',
    async (page) => {
      await openPage(page, { 'script-writer-view': 'both' })
      await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeVisible()
    },
    { only: 'desktop' },
  ),
  screen('page-review', 'reviewing', (page) => openReview(page)),
  screen(
    'page-review-scenes',
    'reviewing',
    async (page) => {
      await openReview(page)
      await page.getByRole('button', { name: 'Scenes', exact: true }).click()
      await expect(page.getByRole('navigation', { name: 'Scenes' })).toBeVisible()
    },
    { only: 'desktop' },
  ),
  screen('page-focus', 'reviewing', async (page) => {
    await openReview(page)
    await runCommand(page, 'Focus mode')
    await expect(page.getByRole('banner')).toBeHidden()
  }),
  screen('page-shortcuts', 'writer', async (page) => {
    await openPage(page)
    await runCommand(page, 'Keyboard shortcuts')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  }),
  screen('page-find', 'writer', async (page) => {
    await openPage(page)
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('textbox', { name: 'Find' }).fill('tram')
    await expect(page.getByRole('search').getByRole('status')).toContainText('found')
  }),
  screen('page-find-skipped', 'writer', async (page) => {
    await openPage(page)
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('textbox', { name: 'Find' }).fill('mara')
    await page.getByRole('button', { name: 'Replace all' }).click()
    await expect(page.getByText('2 skipped')).toBeVisible()
    await expect(page.getByText('MARA is a character.')).toBeVisible()
  }),
  screen('page-setup', 'writer', async (page) => {
    await openPage(page)
    await page.getByRole('button', { name: 'Page setup' }).click()
    await expect(page.getByRole('dialog', { name: 'Page setup' })).toBeVisible()
  }),
  screen('page-production', 'writer', async (page) => {
    await openPage(page)
    await page.getByRole('button', { name: 'Production' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
  }),
  screen('page-commands', 'writer', async (page) => {
    await openPage(page)
    await page.getByRole('button', { name: 'Commands' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }),
  screen('page-title-page', 'writer', async (page) => {
    await openPage(page)
    await runCommand(page, 'title page')
    await expect(page.getByRole('dialog', { name: 'Title page' })).toBeVisible()
  }),
  screen('page-goal-invalid', 'writer', async (page) => {
    await openPage(page)
    await page.getByRole('button', { name: 'Set a daily goal' }).click()
    const dialog = page.getByRole('dialog', { name: 'Daily goal' })
    await dialog.getByLabel('Amount').fill('0')
    await dialog.getByRole('button', { name: 'Save goal' }).click()
    await expect(dialog.getByText('Please enter a whole number')).toBeVisible()
  }),
  screen('page-reading', 'writer', async (page) => {
    await openPage(page)
    await runCommand(page, 'reading mode')
    await expect(page.getByRole('article', { name: 'Script, for reading' })).toBeVisible()
  }),
  screen('page-sides', 'writer', async (page) => {
    await openPage(page)
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'Character sides (.pdf)...' }).click()
    await expect(page.getByRole('dialog', { name: 'Character sides' })).toBeVisible()
  }),
  screen('page-missing-characters', 'writer', async (page) => {
    await openPage(page)
    const missing = ['雨', '漢', '👩‍👧'].map((character, n) => ({
      character,
      isOnTitlePage: n === 0,
      pages: [
        ['1', String(n + 1)],
        ['7', '7'],
      ],
    }))
    await page.route('**/functions/v1/export-script', (route) =>
      route.fulfill({ json: { missing, more: 12 } }),
    )
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'PDF (.pdf)' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  }),
  screen(
    'page-choose-scenes',
    'writer',
    async (page) => {
      await openPage(page, { 'script-writer-view': 'both' })
      await page.getByRole('button', { name: 'Scenes', exact: true }).click()
      const list = page.getByRole('navigation', { name: 'Scenes' })
      await list.getByRole('button', { name: 'Choose scenes for the chat' }).click()
      await list.getByRole('checkbox').first().click()
      await expect(list.getByRole('checkbox', { checked: true })).toHaveCount(1)
    },
    { only: 'desktop' },
  ),
]
