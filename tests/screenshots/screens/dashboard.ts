import type { Page } from '@playwright/test'
import { expect, type Screen } from '../screen.ts'

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

export const dashboardScreens: readonly Screen[] = [
  {
    name: 'dashboard-empty',
    as: 'beginner',
    async open(page) {
      await open(page)
      await expect(page.getByRole('heading', { name: 'No scripts yet' })).toBeVisible()
    },
  },
  {
    name: 'dashboard-loading',
    as: 'writer',
    async open(page) {
      await page.route(LIST, () => undefined)
      await open(page)
      await expect(page.getByText('Loading dashboard...')).toBeVisible()
    },
  },
  { name: 'dashboard-full', as: 'writer', open: openFull },
  {
    name: 'dashboard-error',
    as: 'writer',
    async open(page) {
      await page.route(LIST, (route) => route.fulfill({ status: 500, json: { message: 'no' } }))
      await open(page)
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    },
  },
  {
    name: 'dashboard-nothing-found',
    as: 'writer',
    async open(page) {
      await openFull(page)
      const answered = page.waitForResponse('**/rpc/search_scripts')
      await page.getByRole('searchbox', { name: 'Search scripts' }).fill('nowhere')
      await answered
    },
  },
  {
    name: 'dashboard-delete',
    as: 'writer',
    async open(page) {
      await openFull(page)
      await page.getByRole('button', { name: 'Delete The Last Tram' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'dashboard-admin',
    as: 'admin',
    async open(page) {
      await open(page)
      await expect(page.getByRole('button', { name: /Admin Panel.*3/ })).toBeVisible()
    },
  },
]
