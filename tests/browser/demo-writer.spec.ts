import type { Page } from '@playwright/test'
import { ENVIRONMENT_MODEL } from '../../contract/models.ts'
import { openEditor } from '../support/browser/chats.ts'
import { addToConfig, expectAccessible, PHONE } from '../support/browser/page.ts'
import { createPerson } from '../support/browser/people.ts'
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

test('the chat says that the demo writes, and tells admins how to connect a model', async ({
  page,
}) => {
  await withDemo(page)
  await openEditor(page, await createPerson('keeper', { role: 'admin' }))
  await expect(page.getByText(NOTE)).toBeVisible()
  await page.getByRole('button', { name: 'Connect a model' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a model' })
  for (const name of ['AI_PROVIDER', 'AI_MODEL', 'AI_API_KEY', 'AI_BASE_URL'])
    await expect(dialog.getByText(name, { exact: true })).toBeVisible()
  await expect(dialog).toContainText('docs/operations.md')
  await expect(dialog.getByRole('link')).toHaveAttribute('href', '/admin?section=models')
  await expectAccessible(page, [PHONE])
})

test('writers are told without the instructions, and nobody where there is a model', async ({
  page,
}) => {
  await openEditor(page, await createPerson('writer'))
  await expect(page.getByText(NOTE)).toHaveCount(0)
  await withDemo(page)
  await page.reload()
  await expect(page.getByText(NOTE)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect a model' })).toHaveCount(0)
})
