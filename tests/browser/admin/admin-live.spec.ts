import { findRow, openAdmin, toast, usersTable } from '../../support/browser/admin.ts'
import { createPerson, setApproved, signInAs, sql } from '../../support/browser/people.ts'
import { expect, test } from '../fixtures.ts'

/** A list requested at the moment of the change may be refused with 403; nothing else may fail. */
function expectOnlyRefusals(consoleErrors: string[]): void {
  expect(consoleErrors.splice(0).filter((complaint) => !complaint.includes('403'))).toEqual([])
}

test('what others change shows up without a reload, and whoever may no longer see the page leaves it', async ({
  page,
  elsewhere: other,
  consoleErrors,
}) => {
  const person = await createPerson('watched', { approved: false })
  const admin = await openAdmin(page)
  await expect(page.getByRole('table', { name: 'Changes, newest first' })).toBeVisible()
  const listed = (email = '') => usersTable(page).getByRole('row').filter({ hasText: email })
  await expect(listed(person.email)).toBeVisible()

  await test.step('a new sign-up appears in the list and in the pending count', async () => {
    const newcomer = await createPerson('newcomer', { approved: false })
    await expect(listed(newcomer.email)).toBeVisible()
    await expect(page.getByText(/^\d+ pending$/)).toBeVisible()
  })

  await test.step('many changes at once reload the list a few times', async () => {
    const people = await Promise.all(
      Array.from({ length: 10 }, (_, n) => createPerson(`burst${n}`, { approved: false })),
    )
    const last = listed(people[9]?.email)
    await expect(last).toBeVisible()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/rpc/list_users')) asked += 1
    })
    await sql('update public.profiles set approved = true where id = any($1)', [
      people.map(({ id }) => id),
    ])
    await expect(last.getByText('Approved', { exact: true })).toBeVisible()
    expect(asked).toBeLessThan(5)
  })

  const subject = await createPerson('subject', { approved: false })
  await test.step('an approved user leaves /pending, and a restricted one returns to it', async () => {
    await signInAs(other, subject)
    await other.goto('/pending')
    await expect(other.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    const row = await findRow(page, subject)
    await row.getByRole('button', { name: 'Approve' }).click()
    await expect(other).toHaveURL('/dashboard')
    await row.getByRole('button', { name: 'Restrict' }).click()
    await page.getByRole('button', { name: 'Yes, Restrict' }).click()
    await expect(other).toHaveURL('/pending')
  })

  await test.step('a change by another administrator shows up', async () => {
    await sql("update public.profiles set approved = true, role = 'admin' where id = $1", [
      subject.id,
    ])
    await other.getByRole('button', { name: /^Admin Panel/ }).click()
    const row = await findRow(page, person)
    const otherRow = await findRow(other, person)
    await otherRow.getByRole('button', { name: 'Approve' }).click()
    await expect(row.getByText('Approved', { exact: true })).toBeVisible()
    await otherRow.getByRole('button', { name: 'Grant' }).click()
    await expect(row.getByText('Enabled')).toBeVisible()
  })

  const returnToAdmin = async () => {
    await setApproved(admin, true)
    await page.getByRole('button', { name: /^Admin Panel/ }).click()
    await expect(usersTable(page)).toBeVisible()
  }

  await test.step('an administrator who gets restricted is sent to /pending in every browser', async () => {
    await signInAs(other, admin)
    await other.goto('/admin')
    await expect(usersTable(other)).toBeVisible()
    await setApproved(admin, false)
    await expect(page).toHaveURL('/pending')
    await expect(other).toHaveURL('/pending')
    expectOnlyRefusals(consoleErrors)
  })

  await test.step('one restricted while confirming a change changes nothing', async () => {
    await other.goto('about:blank')
    await returnToAdmin()
    const row = await findRow(page, person)
    await row.getByRole('button', { name: 'Restrict' }).click()
    // The response arrives before any live update.
    await page.route('**/rpc/restrict_user', async (route) => {
      await setApproved(admin, false)
      await route.continue()
    })
    await page.getByRole('button', { name: 'Yes, Restrict' }).click()
    await expect(toast(page, 'Failed to restrict user. Please try again.')).toBeVisible()
    await expect(page).toHaveURL('/pending')
    expect(await sql('select approved from public.profiles where id = $1', [person.id])).toEqual([
      { approved: true },
    ])
    expect(consoleErrors.splice(0).join()).toContain('403')
  })

  await test.step('one who becomes a scriptwriter is sent to the dashboard', async () => {
    await returnToAdmin()
    await sql("update public.profiles set role = 'scriptwriter' where id = $1", [admin.id])
    await expect(page).toHaveURL('/dashboard')
    // After leaving, the page logs nothing more.
    await page.goto('about:blank')
    expectOnlyRefusals(consoleErrors)
  })
})
