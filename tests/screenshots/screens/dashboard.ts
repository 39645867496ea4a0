import type { Page } from '@playwright/test'
import { expect, screen, type Screen } from '../screen.ts'

const LIST = '**/rest/v1/saved_scripts*'

async function open(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'My Scripts' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Theme/ })).toBeVisible()
}

async function openFull(page: Page): Promise<void> {
  await open(page)
  await expect(page.getByRole('link', { name: 'The Last Tram' })).toBeVisible()
}

/** Leaves unsent text in the browser, as a closed tab does. */
const leaveText = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const json = localStorage.getItem('script-writer-session') ?? '{}'
    const { user } = JSON.parse(json) as { user?: { id: string } }
    const request = indexedDB.open(`script-writer-texts:${user?.id ?? ''}`, 1)
    request.addEventListener('upgradeneeded', () => {
      for (const name of ['bases', 'unsent']) request.result.createObjectStore(name)
    })
    await new Promise((resolve) => request.addEventListener('success', resolve))
    const transaction = request.result.transaction(['bases', 'unsent'], 'readwrite')
    const key = [crypto.randomUUID(), crypto.randomUUID()]
    const splices = [{ start: 0, end: 0, text: 'INT. TRAM - NIGHT' }]
    transaction.objectStore('bases').put({ revision: 0, text: '' }, key)
    transaction
      .objectStore('unsent')
      .put({ steps: [{ origin: 'typed', splices }], overlap: null }, key)
    await new Promise((resolve) => transaction.addEventListener('complete', resolve))
    request.result.close()
  })

export const dashboardScreens: readonly Screen[] = [
  screen('dashboard-empty', 'beginner', async (page) => {
    await open(page)
    await expect(page.getByRole('heading', { name: 'No scripts yet' })).toBeVisible()
  }),
  screen('dashboard-loading', 'writer', async (page) => {
    await page.route(LIST, () => undefined)
    await open(page)
    await expect(page.getByText('Loading dashboard...')).toBeVisible()
  }),
  screen('dashboard-full', 'writer', openFull),
  screen('dashboard-list', 'writer', async (page) => {
    await openFull(page)
    await page.getByRole('button', { name: 'List', exact: true }).click()
  }),
  screen('dashboard-menu', 'writer', async (page) => {
    await openFull(page)
    await page.getByRole('button', { name: 'More for The Last Tram' }).click()
    await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
  }),
  screen('dashboard-rename', 'writer', async (page) => {
    await openFull(page)
    await page.getByRole('button', { name: 'More for The Last Tram' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }),
  screen('dashboard-tags', 'writer', async (page) => {
    await openFull(page)
    await page.getByRole('button', { name: 'More for The Last Tram' }).click()
    await page.getByRole('menuitem', { name: 'Tags' }).click()
    await expect(page.getByRole('checkbox', { name: 'feature' })).toBeChecked()
  }),
  screen('dashboard-filtered', 'writer', async (page) => {
    await openFull(page)
    await page.getByRole('button', { name: 'pilot', exact: true }).click()
  }),
  screen('dashboard-selected', 'writer', async (page) => {
    await openFull(page)
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Select The Last Tram' }).check()
    await page.getByRole('checkbox', { name: 'Select Kitchen Table' }).check()
    await expect(page.getByText('2 selected')).toBeVisible()
  }),
  screen('dashboard-delete-several', 'writer', async (page) => {
    await openFull(page)
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Select The Last Tram' }).check()
    await page.getByRole('checkbox', { name: 'Select Kitchen Table' }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  }),
  screen('dashboard-change-password', 'writer', async (page) => {
    await openFull(page)
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }),
  screen('dashboard-unsaved', 'writer', async (page) => {
    const previews = [
      'INT. ATTIC - NIGHT\n\nThe lamp hums in B flat. Nora tunes her cello to it, one string after the other.',
      'Title: The Night Ferry\n\nEXT. PIER - DAY\n\nFog.',
      'And then nothing happens.',
    ]
    const texts = previews.map((preview, n) => ({
      work_id: `00000000-0000-4000-8000-00000000000${n}`,
      conversation_id: null,
      preview,
      updated_at: `2026-11-17T2${n}:37:00Z`,
    }))
    await page.route('**/rpc/unsaved_texts*', (route) => route.fulfill({ json: texts }))
    await openFull(page)
    await page.getByRole('button', { name: 'Open The Night Ferry' }).scrollIntoViewIfNeeded()
  }),
  screen('dashboard-error', 'writer', async (page) => {
    await page.route(LIST, (route) => route.fulfill({ status: 500, json: { message: 'no' } }))
    await open(page)
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  }),
  screen('dashboard-nothing-found', 'writer', async (page) => {
    await openFull(page)
    const answered = page.waitForResponse('**/rpc/search_scripts')
    await page.getByRole('searchbox', { name: 'Search scripts' }).fill('nowhere')
    await answered
  }),
  screen('dashboard-delete', 'writer', async (page) => {
    await openFull(page)
    await page.getByRole('button', { name: 'Delete The Last Tram' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  }),
  screen('dashboard-unsent-text', 'writer', async (page) => {
    await openFull(page)
    await leaveText(page)
    await page.route('**/rest/v1/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  }),
  screen('dashboard-encoding', 'writer', async (page) => {
    await openFull(page)
    // Too little of a Russian script in Windows-1251 to be recognised.
    const buffer = Buffer.from('ccc0d0c8df0d0a0d0ac4eee6e4fc2e', 'hex')
    const file = { name: 'rain.fountain', mimeType: 'text/plain', buffer }
    await page.getByLabel('Script file').setInputFiles(file)
    await expect(page.getByRole('dialog', { name: 'Which text is right?' })).toBeVisible()
  }),
  screen('dashboard-admin', 'admin', async (page) => {
    await open(page)
    await expect(page.getByRole('button', { name: /Admin Panel.*3/ })).toBeVisible()
  }),
]
