import type { Page } from '@playwright/test'
import { signInHere, startOwnServer } from '../../support/browser/own-server.ts'
import { toast } from '../../support/browser/admin.ts'
import { allowConsoleErrors, expectBadField } from '../../support/browser/page.ts'
import { startProvider } from '../../support/providers/provider-server.ts'
import { expect, test } from '../fixtures.ts'

const KEY = 'sk-models-spec-7f3a9c51'

/** Lists models, answers with the name of the one asked, and refuses `broken`. */
const openProvider = () =>
  startProvider('openai-compatible', (answer, { path, body }) => {
    if (path.endsWith('/api/tags')) return answer.refuse(200, { models: [{ name: 'llama' }] })
    if (path.endsWith('/models')) {
      const data = ['broken', 'large', 'small'].map((id) => ({ id }))
      return answer.refuse(200, { object: 'list', data })
    }
    const { model } = body as { model: string }
    if (model === 'broken')
      return answer.refuse(402, { error: { message: `No credit left for ${KEY}.` } })
    answer.say(`INT. ROOM - DAY\n\nWritten by ${model}.\n`)
    return answer.end()
  })

const modelRow = (page: Page, model: string) =>
  page
    .getByRole('table', { name: 'Models of My server' })
    .getByRole('row')
    .filter({ hasText: model })

const bar = (page: Page) => page.getByRole('status', { name: 'Notice' })
const notices = (page: Page) => page.getByRole('table', { name: 'Notices, newest first' })
const noticeRow = (page: Page, text: string) =>
  notices(page).getByRole('row').filter({ hasText: text })

// Both change what everybody on a server sees, so they share a separate server, which is slow to start.
test('admins choose the models, and publish notices, for every writer on the server', async ({
  page,
  elsewhere: theirs,
  consoleErrors,
}) => {
  const provider = await openProvider()
  const local = await openProvider()
  const localModels = new URL(local.baseUrl).origin
  const server = await startOwnServer({ localModels }, { AI_ALLOW_PRIVATE: 'true' })
  try {
    const admin = await server.signUp('admin@example.com')
    const writer = await server.signUp('writer@example.com')
    await signInHere(page, admin)
    await page.goto(`${server.url}/admin`)
    const sections = page.getByRole('navigation', { name: 'Admin sections' })
    await expect(sections.getByRole('link', { name: 'Users' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await sections.getByRole('link', { name: 'Models' }).click()

    await test.step('without a connection, the demo answers', async () => {
      await expect(page.getByText('Demo writer (built in, no AI)')).toBeVisible()
      await expect(page.getByText('No connections yet.')).toBeVisible()
    })

    await test.step('an Ollama server on the machine is connected with one click', async () => {
      await page.getByRole('button', { name: 'Connect Ollama' }).click()
      await expect(page.getByRole('region', { name: 'Ollama', exact: true })).toBeFocused()
      await expect(page.getByRole('button', { name: 'Connect Ollama' })).toHaveCount(0)
      await page.getByRole('button', { name: 'More actions for Ollama' }).click()
      await page.getByRole('menuitem', { name: 'Delete connection' }).click()
      await page.getByRole('button', { name: 'Delete connection' }).click()
      await expect(page.getByRole('heading', { name: 'Ollama' })).toHaveCount(0)
      await expect(page.getByRole('main')).toBeFocused()
    })

    await test.step('a wrong address is explained, and what was entered stays', async () => {
      await page.getByRole('button', { name: 'Add connection' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add connection' })
      await dialog.getByLabel('Provider').selectOption('openai-compatible')
      await dialog.getByLabel('Name').fill('My server')
      await dialog.getByLabel('Base URL').fill('http://user:secret@127.0.0.1/v1')
      await dialog.getByLabel('API key').fill(KEY)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expectBadField(dialog.getByLabel('Base URL'), 'have no user name or password.')
      await dialog.getByLabel('Base URL').fill(provider.baseUrl)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'My server', exact: true })).toBeFocused()
      await expect(page.getByText('Key stored')).toBeVisible()
      await expect(modelRow(page, 'large')).toBeVisible()
      await expect(page.getByText('Choose a default: until then')).toBeVisible()
    })

    await test.step("a test shows the provider's own error, without the key", async () => {
      await page.getByRole('button', { name: 'Test broken' }).click()
      await expect(modelRow(page, 'broken')).toContainText(
        'The provider refused the request. The provider says: “No credit left for [hidden].”',
      )
      await page.getByRole('button', { name: 'Test small' }).click()
      await expect(modelRow(page, 'small')).toContainText('It works.')
    })

    await test.step('a model is removed after a question, and fetched again', async () => {
      await page.getByRole('button', { name: 'More actions for broken' }).click()
      await page.getByRole('menuitem', { name: 'Remove model' }).click()
      const question = page.getByRole('alertdialog', { name: 'Remove model?' })
      await expect(question).toContainText('broken')
      await question.getByRole('button', { name: 'Remove model' }).click()
      await expect(modelRow(page, 'broken')).toHaveCount(0)
      await expect(page.getByRole('button', { name: /^Test/ }).first()).toBeFocused()
      await page.getByRole('button', { name: 'Fetch models' }).click()
      await expect(toast(page, 'My server: 3 models.')).toBeVisible()
      await expect(modelRow(page, 'broken')).toBeVisible()
    })

    await test.step('a default, models for writers, and a name for one of them', async () => {
      await page.getByRole('radio', { name: 'Make small the default' }).click()
      await expect(page.getByText('Choose a default: until then')).toHaveCount(0)
      await expect(page.getByRole('checkbox', { name: 'Writers may choose small' })).toBeDisabled()
      const large = page.getByRole('checkbox', { name: 'Writers may choose large' })
      await large.click()
      await expect(large).toBeChecked()
      await page.getByRole('button', { name: 'More actions for large' }).click()
      await page.getByRole('menuitem', { name: 'Rename for writers' }).click()
      await page.getByRole('textbox', { name: 'Name for writers' }).fill('The thorough one')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(modelRow(page, 'large')).toContainText('The thorough one')
    })

    await test.step('an admin who edits an older state is told', async () => {
      await page.getByRole('button', { name: 'More actions for My server' }).click()
      await page.getByRole('menuitem', { name: 'Edit connection' }).click()
      // Another admin at the same time.
      await server.sql('update private.ai_connections set revision = revision + 1')
      await page.getByLabel('Name', { exact: true }).fill('Mine')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Somebody else changed this connection')).toBeVisible()
      allowConsoleErrors(consoleErrors, /status of 409/)
    })

    await page.getByRole('button', { name: 'Cancel' }).click()

    await signInHere(theirs, writer)
    await theirs.goto(`${server.url}/dashboard`)
    const newScript = theirs.getByRole('button', { name: 'New Script' }).first()
    await expect(newScript).toBeVisible()
    await expect(bar(theirs)).toBeEmpty()
    await sections.getByRole('link', { name: 'Notices' }).click()
    await expect(page.getByText('There are no notices.')).toBeVisible()
    await test.step('an empty text and an end in the past are refused in words', async () => {
      await page.getByRole('button', { name: 'Publish' }).click()
      await expectBadField(page.getByLabel('Text'), 'Please enter a text.')
      await page.getByLabel('Text').fill('Backup tonight.\nPlease save.')
      await page.getByLabel('To', { exact: true }).fill('2020-01-01T10:00')
      await page.getByRole('button', { name: 'Publish' }).click()
      await expectBadField(page.getByLabel('To', { exact: true }), 'The end is in the past.')
    })
    await test.step('it is published with a preview', async () => {
      await page.getByLabel('To', { exact: true }).fill('')
      await expect(page.getByRole('figure', { name: 'Preview' })).toContainText('Backup tonight.')
      await page.getByRole('button', { name: 'Publish' }).click()
      await expect(toast(page, 'The notice has been published.')).toBeVisible()
      await expect(noticeRow(page, 'Backup tonight.')).toContainText('Shown now')
      await expect(bar(page)).toContainText('Backup tonight.')
      await expect(page.getByLabel('Text')).toHaveValue('')
    })
    await test.step('the writer sees it at once, above the page, and nothing is covered', async () => {
      await expect(bar(theirs)).toContainText('Backup tonight.')
      const below = await theirs.getByRole('banner').boundingBox()
      const shown = await bar(theirs).boundingBox()
      expect(below?.y).toBeGreaterThanOrEqual((shown?.y ?? 0) + (shown?.height ?? 0) - 1)
    })
    await test.step('dismissed, it is gone here and after a reload', async () => {
      await theirs.getByRole('button', { name: 'Dismiss notice' }).click()
      await expect(bar(theirs)).toBeEmpty()
      await expect
        .poll(() =>
          server.sql('select from private.notice_dismissals where user_id = $1', [writer.id]),
        )
        .toHaveLength(1)
      await theirs.reload()
      await expect(newScript).toBeVisible()
      await expect(bar(theirs)).toBeEmpty()
    })
    await test.step('another one is changed by one admin while another looks, then ended', async () => {
      await server.sql("insert into public.notices (body) values ('First words')")
      await expect(bar(theirs)).toContainText('First words')
      await noticeRow(page, 'First words')
        .getByRole('button', { name: /^Change/ })
        .click()
      const dialog = page.getByRole('dialog', { name: 'Change notice' })
      await dialog.getByLabel('Text').fill('Better words')
      await server.sql(
        "update public.notices set body = 'Words of another admin' where body = 'First words'",
      )
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByText('Somebody else has changed this notice.')).toBeVisible()
      allowConsoleErrors(consoleErrors, /status of 409/)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(bar(theirs)).toContainText('Words of another admin')
      await noticeRow(page, 'Words of another admin').getByRole('button', { name: /^End/ }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'End now' }).click()
      await expect(toast(page, 'The notice has ended.')).toBeVisible()
      await expect(bar(theirs)).toBeEmpty()
      await expect(noticeRow(page, 'Words of another admin')).toContainText('Ended')
    })
    await test.step('a planned one appears when it begins and goes when it ends, without a reload', async () => {
      await server.sql(
        "insert into public.notices (body, starts_at) values ('In a moment', now() + interval '1 second')",
      )
      await expect(bar(theirs)).toContainText('In a moment')
      await server.sql(
        "update public.notices set ends_at = now() + interval '1 second' where body = 'In a moment'",
      )
      await expect(bar(theirs)).toBeEmpty()
    })
    await test.step('the writer chooses a model, which is remembered and shown with the answer', async () => {
      await newScript.click()
      await theirs.getByRole('button', { name: 'Model: small' }).click()
      await theirs.getByRole('menuitemradio', { name: 'The thorough one', exact: true }).click()
      await theirs.getByRole('textbox', { name: 'Prompt' }).fill('A storm at sea')
      await theirs.getByRole('button', { name: 'Send' }).click()
      const answer = theirs.getByRole('article', { name: 'Answer' })
      await expect(answer).toContainText('Written by large.')
      await expect(answer.locator('footer')).toContainText('The thorough one')
      await expect(theirs.getByRole('button', { name: 'Model: The thorough one' })).toBeVisible()
    })
  } finally {
    // An open page would try to reconnect and log a console error.
    for (const each of [page, theirs]) await each.goto('/favicon.svg')
    await server.stop()
    provider.stop()
    local.stop()
  }
})
