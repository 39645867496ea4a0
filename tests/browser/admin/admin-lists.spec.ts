import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import {
  createCrowd,
  openAdmin,
  toast,
  usersTable,
  withOwnTimes,
  broken,
} from '../../support/browser/admin.ts'
import { createPerson, sql } from '../../support/browser/people.ts'
import { hold } from '../../support/browser/chats.ts'
import { expect, test } from '../fixtures.ts'

const tag = () => `crowd${randomUUID().slice(0, 6)}-`
const rows = (page: Page) => usersTable(page).getByRole('row')

/** The log lists the changes to these people only, not those that other tests make. */
const showChangesTo = (page: Page, name: string) =>
  page.route('**/rest/v1/audit_log*', (route) => {
    const url = new URL(route.request().url())
    url.searchParams.append('user_email', `like.${name}*`)
    return route.continue({ url: url.href })
  })

test('101 people are shown in pages of 50 and searched, and the log of changes grows on request', async ({
  page,
}) => {
  const crowd = tag()
  await createCrowd(crowd, 101)
  await showChangesTo(page, crowd)
  const admin = await openAdmin(page)
  await page.getByRole('searchbox').fill(crowd.toUpperCase())
  await expect(page.getByText('1 to 50 of 101')).toBeVisible()
  await expect(rows(page)).toHaveCount(51)
  await expect(rows(page).nth(1)).toContainText(`${crowd}101@`)
  const [previous, next] = ['Previous page', 'Next page'].map((name) =>
    page.getByRole('button', { name }),
  ) as [ReturnType<Page['getByRole']>, ReturnType<Page['getByRole']>]
  await expect(previous).toBeDisabled()

  const answer = await hold(page, '**/rpc/list_users')
  await next.click()
  await expect(usersTable(page)).toHaveAttribute('aria-busy', 'true')
  await expect(rows(page)).toHaveCount(51)
  await expect(page.getByText('1 to 50 of 101')).toBeVisible()
  answer()
  await expect(page.getByText('51 to 100 of 101')).toBeVisible()
  await page.unroute('**/rpc/list_users')
  await expect(rows(page).nth(1)).toContainText(`${crowd}051@`)

  await next.press('Enter')
  await expect(page.getByText('101 to 101 of 101')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await expect(next).toBeDisabled()
  await expect(previous).toBeFocused()

  await test.step('the previous page is shown when the last page becomes empty', async () => {
    await sql('delete from auth.users where email = $1', [`${crowd}001@example.com`])
    await expect(page.getByText('51 to 100 of 100')).toBeVisible()
  })

  await test.step('a new search starts on its first page', async () => {
    await page.getByRole('searchbox').fill(`${crowd}00`)
    await expect(page.getByText('1 to 8 of 8')).toBeVisible()
    await expect(next).toBeHidden()
  })

  await test.step('the list can be filtered by status, also by keyboard', async () => {
    await expect(rows(page)).toHaveCount(9)
    const filter = page.getByRole('group', { name: 'Status' })
    await filter.getByRole('radio', { name: 'All' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(filter.getByRole('radio', { name: 'Approved' })).toBeChecked()
    // Every third user is approved.
    await expect(rows(page)).toHaveCount(4)
    await page.keyboard.press('ArrowRight')
    await expect(rows(page)).toHaveCount(6)
    await filter.getByText('All').click()
    await expect(rows(page)).toHaveCount(9)
  })

  await test.step('the audit log lists who did what to whom, newest first', async () => {
    const log = page.getByRole('table', { name: 'Changes, newest first' })
    const person = `${crowd}002@example.com`
    await rows(page).filter({ hasText: person }).getByRole('button', { name: 'Grant' }).click()
    const entry = log.getByRole('row').nth(1)
    await expect(entry.getByRole('cell').nth(3)).toContainText(person)
    await expect(entry.getByRole('cell').nth(1)).toContainText(admin.email)
    await expect(entry.getByRole('cell').nth(2)).toContainText('Learning Loop granted')
    const linesOfTime = await entry.locator('time').evaluate((time) => time.getClientRects().length)
    expect(linesOfTime).toBe(1)
    await expect(log.getByRole('row').nth(2).getByRole('cell').nth(1)).toContainText('Operator')
    await expect(log.getByRole('row')).toHaveCount(21)

    const more = page.getByRole('button', { name: 'Show more' })
    await more.click()
    await expect(more).toBeHidden()
    await expect(log.locator('tr:focus')).toHaveCount(1)
    // Every third one was approved. All have the same timestamp: paging neither loses nor repeats one.
    const approved = log.getByRole('row').filter({ hasText: 'Approved' })
    const addresses = (await approved.allTextContents()).map((text) => /\d{3}(?=@)/.exec(text)?.[0])
    expect(addresses).toHaveLength(33)
    expect(new Set(addresses).size).toBe(33)
  })
})

const chart = (page: Page) => page.getByRole('region', { name: 'Generations per day' })

/** How many pixels of the chart have exactly this theme colour. */
const painted = (page: Page, token: string) =>
  page.evaluate((name) => {
    const canvas = document.querySelector('canvas')
    const wanted = getComputedStyle(document.documentElement).getPropertyValue(name).trim()
    const drawing = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
    const data = drawing?.data ?? new Uint8ClampedArray()
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(wanted.slice(at, at + 2), 16))
    let count = 0
    for (let at = 0; at < data.length; at += 4) {
      if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count += 1
    }
    return count
  }, token)

test('a list and a chart that fail to load can be retried; the chart moves nothing and follows the theme', async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('busy')
  await withOwnTimes(
    'generation_jobs',
    `insert into public.generation_jobs (user_id, prompt, status, result, created_at, finished_at)
     select '${writer.id}', 'A train.', 'completed', 'FADE IN:', now() - interval '9 days', now()
     from generate_series(1, 1234)`,
  )
  const nothing = Array.from({ length: 30 }, (_, n) => ({
    day: `2026-01-${String(n + 1).padStart(2, '0')}`,
    generations: 0,
  }))
  const held = Promise.withResolvers<void>()
  await page.route('**/rpc/generations_per_day', async (route) => {
    await held.promise
    await route.fulfill(broken)
  })
  // Another test's new account would reload the list before the click does.
  await page.routeWebSocket('**/realtime/**', () => undefined)
  await page.route('**/rpc/list_users', (route) => route.fulfill(broken))
  await page.emulateMedia({ colorScheme: 'light' })
  await page.clock.install()
  await openAdmin(page)
  await test.step('a list that cannot be loaded can be retried', async () => {
    await expect(toast(page, 'Failed to fetch users. Please try again.').first()).toBeVisible()
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to fetch users.' })
    await expect(alert).toBeVisible()
    await page.unroute('**/rpc/list_users')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(usersTable(page)).toBeVisible()
    await expect(alert).toBeHidden()
  })
  // Measured from the top of the page, not of the viewport: a click below the users may scroll.
  const topOf = (part: Locator) =>
    part.evaluate((element) => element.getBoundingClientRect().top + scrollY)
  const before = await topOf(usersTable(page))
  await test.step('a chart that cannot be loaded can be retried', async () => {
    held.resolve()
    await expect(chart(page).getByText("Couldn't load the chart.")).toBeVisible()
    expect(consoleErrors.splice(0).join()).toContain('500')
    await page.unroute('**/rpc/generations_per_day')
    await chart(page).getByRole('button', { name: 'Try again' }).click()
    await expect(
      chart(page).getByText(/^by scriptwriters, last 30 days, 1,\d{3} total$/),
    ).toBeVisible()
  })
  await test.step('it is listed for screen readers', async () => {
    const table = chart(page).getByRole('table', {
      name: 'Generations of scriptwriters per day over the last 30 days',
    })
    await expect(table.getByRole('row')).toHaveCount(31)
    await expect(table.getByRole('row').nth(21).getByRole('cell')).toHaveText('1,234')
    await expect(table.getByRole('row').nth(22).getByRole('cell')).toHaveText('0')
  })
  await test.step('the users above it have stayed where they were', async () => {
    expect(await topOf(usersTable(page))).toBe(before)
    expect(await topOf(chart(page))).toBeGreaterThan(before)
  })
  await test.step("it is drawn in the theme's colours, and fits", async () => {
    await expect.poll(() => painted(page, '--accent')).toBeGreaterThan(500)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => painted(page, '--accent')).toBeGreaterThan(500)
    await page.setViewportSize({ width: 500, height: 800 })
    const fits = () => page.locator('canvas').evaluate((drawing) => drawing.clientWidth < 500)
    await expect.poll(fits).toBe(true)
  })
  await test.step('it has an empty state; a list that cannot be renewed stays, and says so', async () => {
    await page.route('**/rpc/generations_per_day', (route) => route.fulfill({ json: nothing }))
    await page.route('**/rpc/list_users', (route) => route.fulfill(broken))
    // Both are renewed after a while.
    await page.clock.fastForward(61_000)
    await expect(
      chart(page).getByText(/^No generations by scriptwriters in the last 30 days\. Usage has/),
    ).toBeVisible()
    const card = page.getByRole('region', { name: 'User Management' })
    await expect(card.getByText('Failed to fetch users. Please try again.')).toBeVisible()
    await expect(usersTable(page)).toBeVisible()
    expect(consoleErrors.splice(0).join()).toContain('500')
  })
})
