import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  createCrowd,
  findRow,
  openAdmin,
  toast,
  usersTable,
  withOwnTimes,
  broken,
} from '../../support/browser/admin.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { allowConsoleErrors, DESKTOP, PHONE } from '../../support/browser/page.ts'
import { createPerson, sql } from '../../support/browser/people.ts'
import { hold } from '../../support/browser/chats.ts'
import { expect, test } from '../fixtures.ts'

const SIZES = [PHONE, { width: 800, height: 800 }, DESKTOP]

/** No button of the users table is cut off at its right edge. */
async function expectButtonsInside(page: Page): Promise<void> {
  const table = await usersTable(page).boundingBox()
  for (const button of await usersTable(page).getByRole('button').all()) {
    const box = await button.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(
      (table?.x ?? 0) + (table?.width ?? 0),
    )
  }
}

/** Changes made by other tests would only repeat the same row, and axe examines every row. */
async function showFewChanges(page: Page): Promise<void> {
  await page.route('**/rest/v1/audit_log*', async (route) => {
    const response = await route.fetch()
    const changes = (await response.json()) as unknown[]
    await route.fulfill({ response, json: changes.slice(0, 3) })
  })
}

test('administrators see users as specified, approve and restrict them and grant the Learning Loop', async ({
  page,
  consoleErrors,
}) => {
  test.slow()
  const [older, nameless] = [await createPerson('older'), await createPerson('nameless')]
  await withOwnTimes(
    'profiles',
    `update public.profiles set created_at = now() + interval '1 day' where id = '${older.id}';
     update public.profiles set created_at = now() + interval '2 days', email = null where id = '${nameless.id}'`,
  )
  const waiting = await createPerson('waiting', { approved: false })
  const learner = await createPerson('learner', { learningLoop: true })
  await sql('insert into public.api_usage (user_id, monthly_generations) values ($1, 12)', [
    learner.id,
  ])
  await showFewChanges(page)
  const admin = await openAdmin(page)
  await test.step('administrators are left out, and a missing address shows as Unknown', async () => {
    const rows = usersTable(page).getByRole('row')
    await expect(rows.nth(1).getByRole('cell').first()).toHaveText(/Unknown$/)
    await expect(rows.nth(2)).toContainText(older.email)
    await page.getByRole('searchbox').fill(admin.email)
    await expect(page.getByText('No users match your search.')).toBeVisible()
  })
  await test.step('columns, values and actions', async () => {
    const learnerRow = await findRow(page, learner)
    const heads = ['Email', 'Role', 'Status', 'Learning Loop', 'Monthly Generations', 'Joined']
    await expect(usersTable(page).getByRole('columnheader')).toHaveText([...heads, 'Actions'])
    await expect(page.getByRole('banner')).toContainText(/Script Writer.*v2\.0/)

    const today = await page.evaluate(() => new Date().toLocaleDateString())
    await expect(learnerRow.getByRole('cell')).toHaveText(
      [learner.email, 'scriptwriter', 'Approved', 'Enabled', '12', today, 'Restrict'].map(
        (text) => new RegExp(text.replaceAll('.', String.raw`\.`)),
      ),
    )
    await expect(learnerRow.getByRole('button', { name: 'Revoke', exact: true })).toBeVisible()

    const waitingRow = await findRow(page, waiting)
    await expect(waitingRow.getByText('Pending', { exact: true })).toBeVisible()
    await expect(waitingRow.getByText('Disabled', { exact: true })).toBeVisible()
    await expect(waitingRow.getByRole('button')).toHaveText(['Grant', 'Approve', ''])
    await expect(
      waitingRow.getByRole('button', { name: `More actions for ${waiting.email}` }),
    ).toBeVisible()
  })

  await test.step('axe finds nothing, nothing overflows and no row is cut off', async () => {
    const tag = `seen-${randomUUID().slice(0, 6)}`
    await createPerson(`${tag}-${'long'.repeat(10)}.${'name'.repeat(5)}`)
    await createPerson(tag, { approved: false })
    await page.getByRole('searchbox').fill(tag)
    await expect(usersTable(page).getByRole('row')).toHaveCount(3)
    await expect(page.getByRole('table', { name: 'Changes, newest first' })).toBeVisible()
    await expectAccessible(page)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await expectButtonsInside(page)
    }
    await page.setViewportSize(DESKTOP)
    const short = usersTable(page)
      .getByRole('row')
      .nth(1)
      .getByRole('cell')
      .last()
      .getByRole('button')
    const tops = await short.evaluateAll((buttons) =>
      buttons.map((button) => {
        const { top, height } = button.getBoundingClientRect()
        return Math.round(top + height / 2)
      }),
    )
    expect(tops, 'the button and the menu are in one line').toEqual([tops[0], tops[0]])
  })

  const person = await createPerson('hopeful', { approved: false })
  const kept = await createPerson('kept')
  const row = await findRow(page, person)

  await test.step('a pressed button is busy until the server has answered, without a layout shift', async () => {
    const release = await hold(page, '**/rpc/approve_user')
    const button = row.getByRole('button', { name: 'Approve' })
    // Relative to its row, because the page may still scroll as the list gets shorter.
    const place = () =>
      button.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const around = element.closest('tr')?.getBoundingClientRect() ?? new DOMRect()
        return { x: x - around.x, y: y - around.y, width, height, rowHeight: around.height }
      })
    const before = await place()
    await button.click()
    await expect(button).toHaveAttribute('aria-busy', 'true')
    expect(await place()).toEqual(before)
    await expect(row.getByText('Pending', { exact: true })).toBeVisible()
    release()
  })
  await test.step('approving shows a toast and the new status, and keeps the focus', async () => {
    await expect(toast(page, 'User has been approved successfully.')).toBeVisible()
    await expect(row.getByText('Approved', { exact: true })).toBeVisible()
    await expect(row.getByRole('button', { name: 'Restrict' })).toBeFocused()
    await expect(row.getByRole('button', { name: 'Restrict' })).toHaveAccessibleDescription(
      person.email,
    )
    expect(await sql('select approved from public.profiles where id = $1', [person.id])).toEqual([
      { approved: true },
    ])
  })
  await test.step('Learning Loop access can be granted and revoked', async () => {
    await row.getByRole('button', { name: 'Grant' }).click()
    await expect(toast(page, 'Learning loop access granted successfully.')).toBeVisible()
    await expect(row.getByText('Enabled')).toBeVisible()
    await row.getByRole('button', { name: 'Revoke' }).click()
    await expect(toast(page, 'Learning loop access revoked successfully.')).toBeVisible()
    await expect(row.getByText('Disabled')).toBeVisible()
  })
  await test.step("restricting asks for confirmation: No changes nothing, 'Yes, Restrict' restricts", async () => {
    const question = page.getByRole('alertdialog', { name: 'Restrict User Access' })
    await row.getByRole('button', { name: 'Restrict' }).click()
    await expect(question).toHaveAccessibleDescription(
      `${person.email} Are you sure you want to restrict this user? They will lose access to the scriptwriting tool until re-approved.`,
    )
    await expect(question.getByRole('button')).toHaveText(['No', 'Yes, Restrict'])
    await question.getByRole('button', { name: 'No', exact: true }).click()
    await expect(question).toBeHidden()
    await expect(row.getByText('Approved', { exact: true })).toBeVisible()

    await row.getByRole('button', { name: 'Restrict' }).press('Enter')
    await question.getByRole('button', { name: 'Yes, Restrict' }).click()
    await expect(toast(page, 'User has been restricted successfully.')).toBeVisible()
    await expect(question).toBeHidden()
    await expect(row.getByText('Pending', { exact: true })).toBeVisible()
    await expect(row.getByRole('button', { name: 'Approve' })).toBeFocused()
  })
  await test.step('a change that the server refuses shows an error and leaves the list unchanged', async () => {
    const changes = /rpc\/(approve|restrict|grant|revoke)_/
    await page.route(changes, (route) => route.fulfill(broken))
    const keptRow = await findRow(page, kept)
    await keptRow.getByRole('button', { name: 'Restrict' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Yes, Restrict' }).click()
    await expect(toast(page, 'Failed to restrict user. Please try again.')).toBeVisible()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'No', exact: true }).click()
    await expect(keptRow.getByText('Approved', { exact: true })).toBeVisible()

    await findRow(page, person)
    await row.getByRole('button', { name: 'Approve' }).click()
    await expect(toast(page, 'Failed to approve user. Please try again.')).toBeVisible()
    await expect(row.getByText('Pending', { exact: true })).toBeVisible()
    await row.getByRole('button', { name: 'Grant' }).click()
    await expect(
      toast(page, 'Failed to update learning loop access. Please try again.'),
    ).toBeVisible()
    await expect(row.getByText('Disabled')).toBeVisible()
    expect(consoleErrors.splice(0).join()).toContain('500')
  })

  await test.step('approved users leave the Pending filter, and the focus moves to the row in their place', async () => {
    await page.unrouteAll({ behavior: 'wait' })
    const name = `queue-${Date.now()}-`
    await createCrowd(name, 4)
    await page.getByRole('searchbox').fill('')
    await page.getByRole('searchbox').blur()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type(name)
    await page.getByRole('radio', { name: 'Pending' }).check({ force: true })
    // Every third user is approved; the newest come first.
    const rows = usersTable(page).getByRole('row')
    await expect(rows).toHaveText([/Email/, /004@/, /002@/, /001@/])
    const approve = (number: string) =>
      rows.filter({ hasText: `${number}@` }).getByRole('button', { name: 'Approve' })
    await approve('002').click()
    await expect(approve('001')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(approve('004')).toBeFocused()
    // After the last one the search box has the focus.
    await page.keyboard.press('Enter')
    await expect(page.getByText('No users match your search.')).toBeVisible()
    await expect(page.getByRole('searchbox')).toBeFocused()
    const stillWaiting = 'select from public.profiles where email like $1 and not approved'
    await expect.poll(() => sql(stillWaiting, [`${name}%`])).toEqual([])
  })

  await test.step("'Back to Dashboard' leads to the dashboard and Sign Out to /login", async () => {
    await page.getByRole('link', { name: 'Back to Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard')
    await page.goBack()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/login')
    await expect(toast(page, 'Logged out successfully!')).toBeVisible()
    // Of lists that were still being read.
    allowConsoleErrors(consoleErrors, /status of 401/)
  })
})
