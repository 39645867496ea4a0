import { expect, type Page } from '@playwright/test'
import { type BrowserPerson, signInAs } from './people.ts'

export const card = (page: Page, title: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })

export const cardTitles = (page: Page) =>
  page.getByRole('listitem').getByRole('heading').allTextContents()

export async function openDashboard(page: Page, person: BrowserPerson): Promise<void> {
  await signInAs(page, person)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'My Scripts' })).toBeVisible()
}
