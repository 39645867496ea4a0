import type { Page } from '@playwright/test'
import { findRow, openAdmin, toast } from '../../support/browser/admin.ts'
import { linkMailedTo } from '../../support/browser/mail.ts'
import {
  DESKTOP,
  expectConsoleErrors,
  expectNoOverflow,
  expectNotice,
  keepStill,
  PHONE,
} from '../../support/browser/page.ts'
import { createPerson, signInAs, sql, uniqueEmail } from '../../support/browser/people.ts'
import { PASSWORD } from '../../support/people.ts'
import { signInElsewhere } from '../../support/browser/security.ts'
import { expect, test } from '../fixtures.ts'

const SECTION = '/admin?section=invitations'

const invitation = (page: Page, email: string) =>
  page
    .getByRole('table', { name: 'Invitations, newest first' })
    .getByRole('row')
    .filter({ hasText: email })
const administrator = (page: Page, email: string) =>
  page
    .getByRole('table', { name: 'Administrators, you first' })
    .getByRole('row')
    .filter({ hasText: email })

async function openSection(page: Page) {
  const admin = await openAdmin(page)
  await page.getByRole('link', { name: 'Invitations' }).click()
  await expect(page.getByRole('heading', { name: 'Invite people' })).toBeVisible()
  return admin
}

const submit = (page: Page) => page.getByRole('button', { name: 'Send invitations' })

test('an admin invites people, another sees it at once, and the link lets one of them sign up', async ({
  page,
  elsewhere: other,
  consoleErrors,
}) => {
  const [guest, late] = [uniqueEmail('guest'), uniqueEmail('late')]
  const known = await createPerson('known')
  await keepStill(page)
  const admin = await openSection(page)
  await signInAs(other, await createPerson('other-admin', { role: 'admin' }))
  await other.goto(SECTION)

  await test.step('each address gets its answer, and what is wrong stays to be corrected', async () => {
    await submit(page).click()
    await expect(page.getByText('Please enter an email address.')).toBeVisible()
    await page
      .getByLabel('Email addresses')
      .fill(`Anna <${guest}>, ${late}\n${known.email}; no@address`)
    await submit(page).click()
    const results = page.getByRole('list', { name: 'What became of the addresses' })
    await expect(results.getByRole('listitem')).toHaveText([
      new RegExp(`${guest}Invited`),
      new RegExp(`${late}Invited`),
      new RegExp(`${known.email}Has an account already`),
      /no@addressNot an email address/,
    ])
    await expect(page.getByLabel('Email addresses')).toHaveValue('no@address')
    await expect(invitation(page, guest)).toContainText(admin.email)
    await expect(invitation(other, guest)).toContainText('Pending')
    await expectNoOverflow(page)
  })

  await test.step('another admin revokes one of them', async () => {
    await invitation(other, late)
      .getByRole('button', { name: /^Revoke/ })
      .click()
    await other.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await expect(toast(other, 'The invitation has been revoked.')).toBeVisible()
    await expect(invitation(page, late)).toContainText('Revoked')
  })

  // Signs the other admin out, so that a visitor can use the same page.
  await other.evaluate(() => localStorage.clear())
  const visitor = other
  const link = await linkMailedTo(guest, /invited/)
  await test.step('the sign-up page knows the address, which cannot be changed', async () => {
    await visitor.goto(link)
    await expect(visitor.getByText('You are invited')).toBeVisible()
    await expect(visitor.getByLabel('Email')).toHaveValue(guest)
    await expect(visitor.getByLabel('Email')).not.toBeEditable()
    await visitor.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await visitor.getByLabel('Confirm Password').fill(PASSWORD)
    await visitor.getByRole('button', { name: 'Sign up' }).click()
    await expectNotice(visitor, 'Your account is ready. You can sign in now.')
    await visitor.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await visitor.getByRole('button', { name: 'Sign in' }).click()
    await expect(visitor).toHaveURL('/dashboard')
    await expect(invitation(page, guest)).toContainText('Accepted')
  })

  await test.step('the link of a revoked one says so, and the person can still sign up', async () => {
    await visitor.evaluate(() => localStorage.clear())
    await visitor.goto(await linkMailedTo(late, /invited/))
    await expect(visitor.getByText('This invitation was withdrawn.')).toBeVisible()
    await expect(visitor.getByLabel('Email')).toBeEditable()
    await visitor.goto(link)
    await visitor.reload()
    await expect(visitor.getByText('This invitation was already used.')).toBeVisible()
  })

  await test.step('sent again too soon is refused in words', async () => {
    const third = uniqueEmail('third')
    await page.getByLabel('Email addresses').fill(third)
    await submit(page).click()
    await invitation(page, third).getByRole('button', { name: /^Send/ }).click()
    await expect(toast(page, 'This invitation was sent a moment ago.')).toBeVisible()
    await expect.poll(() => consoleErrors.length).toBe(1)
    expectConsoleErrors(consoleErrors, /429/)
    await sql(
      "update public.invitations set sent_at = now() - interval '2 minutes' where email = $1",
      [third],
    )
    await invitation(page, third).getByRole('button', { name: /^Send/ }).click()
    await expect(page.getByText(`${third} gets a new link.`).first()).toBeVisible()
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
      document.execCommand = () => false
    })
    await page
      .getByRole('button', { name: `Copy link for ${third}` })
      .last()
      .click()
    await expect(page.getByRole('textbox', { name: `Link for ${third}` })).toHaveValue(
      /\/signup#invitation=./,
    )
    expectConsoleErrors(consoleErrors, /Copying was refused/)
  })
  await sql('delete from auth.users where email = $1', [guest])
})

test('users are approved together, exported, mailed a reset, signed out, deleted and given roles; of two admins who remove each other the second is refused', async ({
  page,
  elsewhere: second,
}) => {
  const people = await Promise.all(
    ['bulk', 'bulk'].map((name) => createPerson(name, { approved: false })),
  )
  const [one] = people
  const mark = (one?.email ?? '').slice(5, 13)
  await sql(
    "update auth.users set email = 'bulk-' || $2 || '-' || left(id::text, 4) || '@example.com' where id = any($1)",
    [people.map(({ id }) => id), mark],
  )
  const admin = await openAdmin(page)
  await page.getByRole('searchbox', { name: 'Search by email' }).fill(`bulk-${mark}`)
  await test.step('the button is there only while the filter is Pending', async () => {
    await expect(page.getByText('1 to 2 of 2')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Approve all/ })).toHaveCount(0)
    await page.getByText('Pending', { exact: true }).first().click()
    await page.getByRole('button', { name: 'Approve all 2 shown' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Approve all' }).click()
    await expect(toast(page, '2 users have been approved.')).toBeVisible()
    await expect(page.getByText('No users match your search.')).toBeVisible()
  })
  await test.step('the export has everybody who matches, as the filter says', async () => {
    await page.getByRole('radio', { name: 'Approved' }).check({ force: true })
    await expect(page.getByText('1 to 2 of 2')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('users.csv')
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
    const lines = Buffer.concat(chunks).toString('utf8').trimEnd().split('\r\n')
    expect(lines[0]).toBe('\uFEFFEmail,Role,Status,Learning Loop,Monthly Generations,Joined')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toMatch(new RegExp(`^bulk-${mark}-.*,scriptwriter,Approved,Disabled,0,20`))
    await expect(page.getByRole('table', { name: 'Changes, newest first' })).toContainText(
      `2, approved, bulk-${mark}`,
    )
  })
  const target = await createPerson('forgetful')
  const session = await signInElsewhere(target)
  const row = await findRow(page, target)
  const question = page.getByRole('alertdialog')
  const choose = async (action: string) => {
    await row.getByRole('button', { name: `More actions for ${target.email}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
    await expect(question).toContainText(target.email)
  }
  const confirm = (action: string) => question.getByRole('button', { name: action }).click()
  await test.step('the reset goes to the user, and the admin never sees the link', async () => {
    await choose('Send password reset')
    await confirm('Send password reset')
    await expect(toast(page, 'The mail is on its way.')).toBeVisible()
    expect(await linkMailedTo(target.email, /Reset/)).toContain('/auth/v1/verify?token=')
  })
  await test.step('a writer is signed out everywhere', async () => {
    await choose('Sign out everywhere')
    await confirm('Sign out everywhere')
    await expectNotice(page, 'Success', 'The user is signed out everywhere.')
    expect((await session.auth.getUser()).error).not.toBeNull()
  })
  await test.step('a second factor is removed', async () => {
    await sql(
      "insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')",
      [target.id],
    )
    for (const outcome of [
      'The second factor has been removed.',
      'This user has no second factor.',
    ]) {
      await choose('Remove second factor')
      await confirm('Remove second factor')
      await expectNotice(page, 'Success', outcome)
    }
    expect(await sql('select from auth.mfa_factors where user_id = $1', [target.id])).toEqual([])
  })
  await test.step('an account is deleted after a question, and the log names it', async () => {
    await choose('Delete account')
    await confirm('No')
    await expect(row).toBeVisible()
    await choose('Delete account')
    await confirm('Delete account')
    await expectNotice(page, 'Success', 'The account has been deleted.')
    await expect(row).toBeHidden()
    expect(await sql('select from auth.users where id = $1', [target.id])).toEqual([])

    const entries = page.getByRole('group', { name: 'Entries' })
    const changes = page.getByRole('table', { name: 'Changes, newest first' })
    const entry = changes.getByRole('row').filter({ hasText: target.email })
    await expect(entry.filter({ hasText: 'Account deleted' })).toContainText('from 127.0.0.1')
    await entries.getByText('Sign-ins and security').click()
    const signIns = page
      .getByRole('table', { name: 'Sign-ins and security, newest first' })
      .getByRole('row')
      .filter({ hasText: target.email })
    await expect(signIns.filter({ hasText: 'Signed in' }).first()).toBeVisible()
  })
  await page.setViewportSize(PHONE)
  await expectNoOverflow(page)
  await page.setViewportSize(DESKTOP)

  const person = await createPerson('promoted')
  await test.step('a writer becomes an administrator and gets the page at once', async () => {
    const found = await findRow(page, person)
    await found.getByRole('button', { name: `More actions for ${person.email}` }).click()
    await page.getByRole('menuitem', { name: 'Make administrator' }).click()
    await page
      .getByRole('alertdialog', { name: 'Make administrator?' })
      .getByRole('button', { name: 'Make administrator' })
      .click()
    await expect(toast(page, 'The user is an administrator now.')).toBeVisible()
    await expect(page.getByText('No users match your search.')).toBeVisible()
  })
  await signInAs(second, person)
  await second.goto(SECTION)
  await page.getByRole('link', { name: 'Invitations' }).click()
  const ask = async (on: Page, email: string) => {
    await administrator(on, email)
      .getByRole('button', { name: `More actions for ${email}` })
      .click()
    await on.getByRole('menuitem', { name: 'Make scriptwriter' }).click()
    return on
      .getByRole('alertdialog', { name: 'Make scriptwriter?' })
      .getByRole('button', { name: 'Make scriptwriter' })
  }
  await test.step('an administrator sets their own limit', async () => {
    await administrator(page, admin.email)
      .getByRole('button', { name: `More actions for ${admin.email}` })
      .click()
    await page.getByRole('menuitem', { name: 'Monthly limit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Monthly limit' })
    await dialog.getByText('A limit of their own').click()
    await dialog.getByLabel('Generations a month').fill('12')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    expect(
      await sql('select monthly_limit from public.profiles where id = $1', [admin.id]),
    ).toEqual([{ monthly_limit: 12 }])
  })
  await test.step('two administrators ask about each other at once: whoever comes first stays', async () => {
    const [first, later] = [await ask(page, person.email), await ask(second, admin.email)]
    await first.click()
    await expect(toast(page, 'The administrator is a scriptwriter now.')).toBeVisible()
    await expect(administrator(page, person.email)).toHaveCount(0)
    await expect(second).toHaveURL('/dashboard')
    await expect(later).toHaveCount(0)
    expect(
      await sql('select role from public.profiles where id = any($1) order by role', [
        [admin.id, person.id],
      ]),
    ).toEqual([{ role: 'admin' }, { role: 'scriptwriter' }])
  })
})
