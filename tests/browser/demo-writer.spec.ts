import type { Page } from '@playwright/test'
import { ENVIRONMENT_MODEL } from '../../contract/models.ts'
import { openEditor } from '../support/browser/chats.ts'
import { addToConfig } from '../support/browser/page.ts'
import { createPerson, sql } from '../support/browser/people.ts'
import { addScript } from '../support/browser/scripts.ts'
import { expect, test } from './fixtures.ts'

/** The server of the tests has a model. */
async function withDemo(page: Page): Promise<void> {
  await addToConfig(page, { demo: true })
  const model = {
    id: ENVIRONMENT_MODEL,
    label: 'Demo',
    is_default: true,
    is_chosen: true,
    is_demo: true,
  }
  await page.route('**/rpc/my_models', (route) => route.fulfill({ json: [model] }))
}

const NOTE = 'Demo writer: fixed rules, no AI model connected.'

test('the chat says that the demo writes, and tells only admins how to connect a model', async ({
  page,
}) => {
  const keeper = await createPerson('keeper', { role: 'admin' })
  await openEditor(page, keeper)
  await expect(page.getByText(NOTE)).toHaveCount(0)

  await withDemo(page)
  await page.reload()
  await expect(page.getByText(NOTE)).toBeVisible()
  const connect = page.getByRole('button', { name: 'Connect a model' })
  await connect.click()
  const dialog = page.getByRole('dialog', { name: 'Connect a model' })
  for (const name of ['AI_PROVIDER', 'AI_MODEL', 'AI_API_KEY', 'AI_BASE_URL'])
    await expect(dialog.getByText(name, { exact: true })).toBeVisible()
  await expect(dialog).toContainText('docs/operations.md')
  await expect(dialog.getByRole('link')).toHaveAttribute('href', '/admin?section=models')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await test.step('a writer is told without the instructions', async () => {
    await sql(`update public.profiles set role = 'scriptwriter' where id = $1`, [keeper.id])
    await expect(connect).toHaveCount(0)
    await expect(page.getByText(NOTE)).toBeVisible()
  })
})

test('before a reading for the bible, too, it is said that no model is connected', async ({
  page,
}) => {
  const writer = await createPerson('demo-bible')
  const id = await addScript(writer, 'Tram', 'INT. TRAM - NIGHT\n\nRain.\n')
  await withDemo(page)
  await openEditor(page, writer, `/editor/${id}`)
  await page.getByRole('button', { name: 'Bible', exact: true }).click()
  await page.getByRole('button', { name: 'Read the script for the bible' }).click()
  await expect(page.getByText('No model is connected: simple rules propose')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start reading' })).toBeVisible()
})
