import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { findRow, openAdmin, toast, broken } from '../../support/browser/admin.ts'
import { goInApp } from '../../support/browser/in-app.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { DESKTOP, expectBadField, keepStill } from '../../support/browser/page.ts'
import { createPerson, signInAs, sql } from '../../support/browser/people.ts'
import { expect, test } from '../fixtures.ts'

/** A month of the past that no other test uses. */
const oldMonth = () => `20${randomInt(10, 20)}-0${randomInt(1, 9)}`

const useModel = (
  day: string,
  userId: string | null,
  model: string,
  numbers: [generations: number, failures: number, input: number, output: number, cached: number],
) =>
  sql('insert into private.usage_by_day values ($1, $2, $3, $4, $5, $6, $7, $8)', [
    day,
    userId,
    model,
    ...numbers,
  ])

test("administrators see what a month used and cost, enter prices, download the table, and set a user's own limit", async ({
  page,
  consoleErrors,
}) => {
  const anna = await createPerson('anna')
  const bert = await createPerson('bert')
  const month = oldMonth()
  const model = `test ${anna.id}`
  const label = new Date(`${month}-01T00:00Z`).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  await useModel(`${month}-03`, anna.id, model, [40, 2, 1_200_000, 300_000, 200_000])
  await useModel(`${month}-04`, anna.id, model, [1, 0, 0, 0, 0])
  await useModel(`${month}-04`, bert.id, '=cmd|calc', [3, 1, 5000, 100, 0])
  await useModel(`${month}-05`, null, '', [1, 0, 0, 0, 0])
  await keepStill(page)
  await openAdmin(page)
  const main = page.getByRole('main')
  const total = (name: string) =>
    main.locator('dl > div').filter({ hasText: name }).locator('dd').first()
  const rows = page
    .getByRole('table', { name: `Usage in ${label} by user and model` })
    .locator('tbody tr')

  await test.step('a month that cannot be loaded, and one without generations, say so', async () => {
    await page.route('**/rpc/admin_usage*', (route) => route.fulfill(broken))
    await page.route('**/rpc/monthly_limit_setting*', (route) => route.fulfill(broken))
    await goInApp(page, '/admin?section=usage&month=2003-06')
    await expect(page.getByText("Couldn't load the usage.")).toHaveCount(2)
    await expect(page.getByText("Couldn't load the default limit.")).toBeVisible()
    await page.unrouteAll()
    for (const name of ['Usage', 'By user and model', 'Default monthly limit']) {
      await page
        .getByRole('region', { name, exact: true })
        .getByRole('button', { name: 'Try again' })
        .click()
    }
    await expect(page.getByText('No generations in June 2003.')).toHaveCount(2)
    await expect(page.getByText("Couldn't load the default limit.")).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Download CSV' })).toBeDisabled()
    expect(consoleErrors.splice(0).join()).toContain('500')
  })

  await test.step('the section has a link, and starts with the current month', async () => {
    await page
      .getByRole('navigation', { name: 'Admin sections' })
      .getByRole('link', { name: 'Usage' })
      .click()
    await expect(page).toHaveURL('/admin?section=usage')
    await expect(page.getByRole('button', { name: 'Next month' })).toBeDisabled()
    await page.getByRole('button', { name: 'Previous month' }).click()
    await expect(page).toHaveURL(/month=\d{4}-\d{2}$/)
    await expect(page.getByRole('button', { name: 'Next month' })).toBeEnabled()
    await page.getByRole('combobox', { name: 'Month' }).selectOption({ index: 0 })
    await expect(page.getByRole('button', { name: 'Next month' })).toBeDisabled()
  })

  await goInApp(page, `/admin?section=usage&month=${month}`)
  await test.step('totals, and a row for each user and model', async () => {
    await expect(total('Generations')).toHaveText('45')
    await expect(total('Failures')).toHaveText('3')
    await expect(total('Tokens in')).toHaveText('1,205,000')
    await expect(total('Estimated cost')).toHaveText('No prices')
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(0)).toContainText(anna.email)
    await expect(rows.nth(0).getByRole('cell').last()).toContainText('No price')
    await page.getByLabel('Sort by').selectOption('User')
    await expect(rows.nth(0)).toContainText(anna.email)
    await expect(rows.nth(2)).toContainText('Deleted users')
    await page.getByRole('radio', { name: 'Tokens' }).check({ force: true })
    const days = page.getByRole('table', { name: `Tokens per day in ${label}` })
    await expect(days.getByRole('row').nth(3)).toContainText('1,500,000')
    await expectAccessible(page)
  })

  await test.step('prices are checked, saved and used at once', async () => {
    await page.getByRole('button', { name: 'Enter prices' }).click()
    const dialog = page.getByRole('dialog', { name: 'Prices of models' })
    const group = dialog.getByRole('group', { name: model })
    await group.getByLabel('Input', { exact: true }).fill('two')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectBadField(group.getByLabel('Input', { exact: true }), 'Enter a number from 0')
    await group.getByLabel('Input', { exact: true }).fill('2,50')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectBadField(group.getByLabel('Output', { exact: true }), 'Enter the prices of both')
    await group.getByLabel('Output', { exact: true }).fill('10')
    await group.getByLabel('Cached input', { exact: true }).fill('.5')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    // 1.0 × 2.50 + 0.2 × 0.50 + 0.3 × 10
    await expect(total('Estimated cost')).toHaveText('$5.60')
    await expect(rows.nth(0).getByRole('cell').last()).toContainText('$5.60')
    await expect(page.getByText('Without the price of =cmd|calc.')).toBeVisible()
  })

  await test.step('the download has every row, and no formula', async () => {
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await saving
    expect(file.suggestedFilename()).toBe(`usage-${month}.csv`)
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
    expect(lines).toEqual([
      '\uFEFFMonth,User,Model,Generations,Failures,Tokens in,Cached tokens in,Tokens out,Estimated cost (USD)',
      `${month},${anna.email},${model},41,2,1200000,200000,300000,5.6`,
      `${month},${bert.email},'=cmd|calc,3,1,5000,0,100,`,
      `${month},Deleted users,,1,0,0,0,0,0`,
      '',
    ])
  })

  const writer = await createPerson('writer')
  await page.setViewportSize(DESKTOP)
  await page
    .getByRole('navigation', { name: 'Admin sections' })
    .getByRole('link', { name: 'Users' })
    .click()
  const limitOf = async () =>
    (await sql('select monthly_limit from public.profiles where id = $1', [writer.id]))[0]
  const open = async () => {
    const row = await findRow(page, writer)
    await row.getByRole('button', { name: `More actions for ${writer.email}` }).click()
    await page.getByRole('menuitem', { name: 'Monthly limit' }).click()
    return page.getByRole('dialog', { name: 'Monthly limit' })
  }

  await test.step('the default, then a limit of their own', async () => {
    const dialog = await open()
    await expect(dialog.getByRole('radio', { name: /^The default/ })).toBeChecked()
    await dialog.getByText('A limit of their own').click()
    await dialog.getByLabel('Generations a month').fill('2.5')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectBadField(
      dialog.getByLabel('Generations a month'),
      'Enter a whole number from 0 to 1,000,000.',
    )
    await dialog.getByLabel('Generations a month').fill('7')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'The monthly limit has been changed.')).toBeVisible()
    await expect(dialog).toBeHidden()
    expect(await limitOf()).toEqual({ monthly_limit: 7 })
    const entry = page
      .getByRole('table', { name: 'Changes, newest first' })
      .getByRole('row')
      .filter({ hasText: writer.email })
    await expect(entry.first()).toContainText('Monthly limit changed')
    await expect(entry.first()).toContainText('default → 7')
  })

  await test.step('another admin meanwhile: the dialog shows what is in effect', async () => {
    await sql('update public.profiles set monthly_limit = 9 where id = $1', [writer.id])
    const dialog = await open()
    await expect(dialog.getByLabel('Generations a month')).toHaveValue('9')
    await dialog.getByText(/^The default/).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    expect(await limitOf()).toEqual({ monthly_limit: null })
    await sql('update public.profiles set monthly_limit = 3 where id = $1', [writer.id])
  })

  await test.step('the default limit can be changed, unless the environment sets it', async () => {
    // The response is faked, because other tests share the server.
    const asked: unknown[] = []
    await page.route('**/rpc/set_default_monthly_limit', async (route) => {
      asked.push(route.request().postDataJSON())
      await route.fulfill({ status: 204 })
    })
    await goInApp(page, '/admin?section=usage')
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.route('**/rpc/monthly_limit_setting*', (route) =>
      route.fulfill({ json: { most: 0, is_from_environment: true } }),
    )
    const dialog = page.getByRole('dialog', { name: 'Default monthly limit' })
    await dialog.getByLabel('Generations a month').fill('250')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    expect(asked).toEqual([{ most: 250 }])
    // After a change, the page reads the limit again.
    await expect(page.getByText('Set by MONTHLY_GENERATION_LIMIT')).toBeVisible()
    await expect(page.getByText('Nobody may generate, except')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Change', exact: true })).toHaveCount(0)
  })

  await test.step('the writer sees the limit', async () => {
    await signInAs(page, writer)
    await page.goto('/editor')
    await expect(page.getByText(/3 of 3/)).toBeVisible()
  })
})
