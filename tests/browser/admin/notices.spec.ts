import type { Page } from '@playwright/test'
import { toast } from '../../support/browser/admin.ts'
import { type OwnPerson, signInHere, startOwnServer } from '../../support/browser/own-server.ts'
import {
  expectAccessible,
  expectBadField,
  expectNoOverflow,
  PHONE,
} from '../../support/browser/page.ts'
import { expect, test } from '../fixtures.ts'

// Everybody on a server sees its notices: these tests have a server to themselves.
test.use({ ownContext: true })
test.describe.configure({ mode: 'serial' })

let server: Awaited<ReturnType<typeof startOwnServer>>
let admin: OwnPerson
let writer: OwnPerson

test.beforeAll(async () => {
  server = await startOwnServer()
  admin = await server.signUp('admin@example.com')
  writer = await server.signUp('writer@example.com')
})

test.afterAll(() => server.stop())

test.beforeEach(() => server.sql('delete from public.notices'))

const bar = (page: Page) => page.getByRole('status', { name: 'Notice' })
const row = (page: Page, text: string) =>
  page
    .getByRole('table', { name: 'Notices, newest first' })
    .getByRole('row')
    .filter({ hasText: text })

test('an admin publishes a notice; a writer sees it without a reload, and dismisses it for good', async ({
  page,
  browser,
}) => {
  await signInHere(page, writer)
  await page.goto(`${server.url}/dashboard`)
  await expect(page.getByRole('button', { name: 'New Script' }).first()).toBeVisible()
  await expect(bar(page)).toBeEmpty()

  const adminContext = await browser.newContext()
  const desk = await adminContext.newPage()
  await signInHere(desk, admin)
  await desk.goto(`${server.url}/admin?section=notices`)
  await expect(desk.getByText('There are no notices.')).toBeVisible()
  await test.step('an empty text and an end in the past are refused in words', async () => {
    await desk.getByRole('button', { name: 'Publish' }).click()
    await expectBadField(desk.getByLabel('Text'), 'Please enter a text.')
    await desk.getByLabel('Text').fill('Backup tonight.\nPlease save.')
    await desk.getByLabel('To', { exact: true }).fill('2020-01-01T10:00')
    await desk.getByRole('button', { name: 'Publish' }).click()
    await expectBadField(desk.getByLabel('To', { exact: true }), 'The end is in the past.')
    await expectAccessible(desk)
  })
  await test.step('it is published with a preview', async () => {
    await desk.getByLabel('To', { exact: true }).fill('')
    await expect(desk.getByRole('figure', { name: 'Preview' })).toContainText('Backup tonight.')
    await desk.getByRole('button', { name: 'Publish' }).click()
    await expect(toast(desk, 'The notice has been published.')).toBeVisible()
    await expect(row(desk, 'Backup tonight.')).toContainText('Shown now')
    await expect(bar(desk)).toContainText('Backup tonight.')
    await expect(desk.getByLabel('Text')).toHaveValue('')
  })
  await test.step('the writer sees it at once, above the page, and nothing is covered', async () => {
    await expect(bar(page)).toContainText('Backup tonight.')
    const below = await page.getByRole('banner').boundingBox()
    const shown = await bar(page).boundingBox()
    expect(below?.y).toBeGreaterThanOrEqual((shown?.y ?? 0) + (shown?.height ?? 0) - 1)
    await page.setViewportSize(PHONE)
    await expectNoOverflow(page)
    await expectAccessible(page)
  })
  await test.step('dismissed, it is gone here and after a reload', async () => {
    await page.getByRole('button', { name: 'Dismiss notice' }).click()
    await expect(bar(page)).toBeEmpty()
    await expect
      .poll(() =>
        server.sql('select from private.notice_dismissals where user_id = $1', [writer.id]),
      )
      .toHaveLength(1)
    await page.reload()
    await expect(page.getByRole('button', { name: 'New Script' }).first()).toBeVisible()
    await expect(bar(page)).toBeEmpty()
  })
  await test.step('another one is changed by one admin while another looks, then ended', async () => {
    await server.sql("insert into public.notices (body) values ('First words')")
    await expect(bar(page)).toContainText('First words')
    await row(desk, 'First words')
      .getByRole('button', { name: /^Change/ })
      .click()
    const dialog = desk.getByRole('dialog', { name: 'Change notice' })
    await dialog.getByLabel('Text').fill('Better words')
    await server.sql(
      "update public.notices set body = 'Words of another admin' where body = 'First words'",
    )
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Somebody else has changed this notice.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(bar(page)).toContainText('Words of another admin')
    await row(desk, 'Words of another admin').getByRole('button', { name: /^End/ }).click()
    await desk.getByRole('alertdialog').getByRole('button', { name: 'End now' }).click()
    await expect(toast(desk, 'The notice has ended.')).toBeVisible()
    await expect(bar(page)).toBeEmpty()
    await expect(row(desk, 'Words of another admin')).toContainText('Ended')
  })
  await test.step('a planned one appears when it begins and goes when it ends, without a reload', async () => {
    await server.sql(
      "insert into public.notices (body, starts_at) values ('In a moment', now() + interval '1 second')",
    )
    await expect(bar(page)).toContainText('In a moment')
    await server.sql(
      "update public.notices set ends_at = now() + interval '1 second' where body = 'In a moment'",
    )
    await expect(bar(page)).toBeEmpty()
  })
  await test.step('the section is accessible, full and on a phone', async () => {
    await desk.setViewportSize(PHONE)
    await expectNoOverflow(desk)
    await expectAccessible(desk)
  })
  await adminContext.close()
})
