import type { Page } from '@playwright/test'
import { signInHere, startOwnServer } from '../../support/browser/own-server.ts'
import { toast } from '../../support/browser/admin.ts'
import {
  allowConsoleErrors,
  DESKTOP,
  expectAccessible,
  expectBadField,
  PHONE,
} from '../../support/browser/page.ts'
import { startProvider } from '../../support/providers/provider-server.ts'
import { expect, test } from '../fixtures.ts'

test.use({ ownContext: true })

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

const row = (page: Page, model: string) =>
  page
    .getByRole('table', { name: 'Models of My server' })
    .getByRole('row')
    .filter({ hasText: model })

test('admins connect a provider and choose its models; writers choose among them', async ({
  page,
  browser,
  consoleErrors,
}) => {
  const provider = await openProvider()
  const local = await openProvider()
  const server = await startOwnServer({ localModels: new URL(local.baseUrl).origin })
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
      await expectAccessible(page, [DESKTOP], ['dark'], dialog)
      await dialog.getByLabel('Base URL').fill(provider.baseUrl)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'My server', exact: true })).toBeFocused()
      await expect(page.getByText('Key stored')).toBeVisible()
      await expect(row(page, 'large')).toBeVisible()
    })

    await test.step("a test shows the provider's own error, without the key", async () => {
      await page.getByRole('button', { name: 'Test broken' }).click()
      await expect(row(page, 'broken')).toContainText(
        'The provider refused the request. The provider says: “No credit left for [hidden].”',
      )
      await page.getByRole('button', { name: 'Test small' }).click()
      await expect(row(page, 'small')).toContainText('It works.')
    })

    await test.step('a model is removed after a question, and fetched again', async () => {
      await page.getByRole('button', { name: 'More actions for broken' }).click()
      await page.getByRole('menuitem', { name: 'Remove model' }).click()
      const question = page.getByRole('alertdialog', { name: 'Remove model?' })
      await expect(question).toContainText('broken')
      await question.getByRole('button', { name: 'Remove model' }).click()
      await expect(row(page, 'broken')).toHaveCount(0)
      await expect(page.getByRole('button', { name: /^Test/ }).first()).toBeFocused()
      await page.getByRole('button', { name: 'Fetch models' }).click()
      await expect(toast(page, 'My server: 3 models.')).toBeVisible()
      await expect(row(page, 'broken')).toBeVisible()
    })

    await test.step('a default, models for writers, and a name for one of them', async () => {
      await page.getByRole('radio', { name: 'Make small the default' }).click()
      await expect(page.getByRole('checkbox', { name: 'Writers may choose small' })).toBeDisabled()
      const large = page.getByRole('checkbox', { name: 'Writers may choose large' })
      await large.click()
      await expect(large).toBeChecked()
      await page.getByRole('button', { name: 'More actions for large' }).click()
      await page.getByRole('menuitem', { name: 'Rename for writers' }).click()
      await page.getByRole('textbox', { name: 'Name for writers' }).fill('The thorough one')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(row(page, 'large')).toContainText('The thorough one')
      await expectAccessible(page, [DESKTOP, PHONE])
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

    await test.step('the writer chooses a model, which is remembered and shown with the answer', async () => {
      const context = await browser.newContext()
      const theirs = await context.newPage()
      await signInHere(theirs, writer)
      await theirs.goto(`${server.url}/editor/new`)
      await theirs.getByRole('button', { name: 'Model: small' }).click()
      await theirs.getByRole('menuitemradio', { name: 'The thorough one' }).click()
      await theirs.getByRole('textbox', { name: 'Prompt' }).fill('A storm at sea')
      await theirs.getByRole('button', { name: 'Send' }).click()
      const answer = theirs.getByRole('article', { name: 'Answer' })
      await expect(answer).toContainText('Written by large.')
      await expect(answer.locator('footer')).toContainText('The thorough one')
      await expect(theirs.getByRole('button', { name: 'Model: The thorough one' })).toBeVisible()
      await expectAccessible(theirs, [PHONE], ['light'])
      await context.close()
    })
  } finally {
    // An open page would try to reconnect, which is an error in its console.
    await page.close()
    await server.stop()
    provider.stop()
    local.stop()
  }
})
