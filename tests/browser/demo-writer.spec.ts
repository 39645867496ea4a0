import { openEditor } from '../support/browser/chats.ts'
import { addToConfig, expectAccessible, PHONE } from '../support/browser/page.ts'
import { createPerson } from '../support/browser/people.ts'
import { expect, test } from './fixtures.ts'

const NOTE = 'Demo writer: fixed rules, no AI model connected.'

test('the chat says that the demo writes, and tells admins how to connect a model', async ({
  page,
}) => {
  await addToConfig(page, { demo: true })
  await openEditor(page, await createPerson('keeper', { role: 'admin' }))
  await expect(page.getByText(NOTE)).toBeVisible()
  await page.getByRole('button', { name: 'Connect a model' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a model' })
  for (const name of ['AI_PROVIDER', 'AI_MODEL', 'AI_API_KEY', 'AI_BASE_URL'])
    await expect(dialog.getByText(name, { exact: true })).toBeVisible()
  await expect(dialog).toContainText('docs/operations.md')
  await expectAccessible(page, [PHONE])
})

test('writers are told without the instructions, and nobody where there is a model', async ({
  page,
  context,
}) => {
  await openEditor(page, await createPerson('writer'))
  await expect(page.getByText(NOTE)).toHaveCount(0)
  const demo = await context.newPage()
  await addToConfig(demo, { demo: true })
  await demo.goto('/editor/new')
  await expect(demo.getByText(NOTE)).toBeVisible()
  await expect(demo.getByRole('button', { name: 'Connect a model' })).toHaveCount(0)
})
