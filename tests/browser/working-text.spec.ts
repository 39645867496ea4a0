import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createPerson, signInAs, sql } from '../support/browser-people.ts'
import { buildPage, openText, servePage } from '../support/working-text-page/serve.ts'
import { expect, test } from './fixtures.ts'

// The page is built once for the whole file.
test.describe.configure({ mode: 'default' })

let script: string

test.beforeAll(async () => {
  script = await buildPage()
})

test.beforeEach(async ({ context }) => {
  await servePage(context, script)
})

const textArea = (page: Page) => page.getByLabel('Script page')
const expectState = (page: Page, state: Record<string, unknown>) =>
  expect
    .poll(async () => JSON.parse(await page.getByLabel('State').innerText()) as unknown)
    .toMatchObject(state)

const revisionOf = async (workId: string) =>
  (
    await sql<{ revision: number }>(
      'select revision from public.script_drafts where work_id = $1',
      [workId],
    )
  )[0]?.revision

test('two tabs stay in sync', async ({ page, context }) => {
  const writer = await createPerson('typist')
  await signInAs(page, writer)
  const workId = randomUUID()
  await openText(page, workId)
  await expect(textArea(page)).toBeEnabled()
  await textArea(page).pressSequentially('INT. TRAM - NIGHT\n\nRain.')
  await expectState(page, { storage: 'stored', error: null })
  const other = await context.newPage()
  await openText(other, workId)
  await expect(textArea(other)).toHaveValue('INT. TRAM - NIGHT\n\nRain.')
  await textArea(other).press('Control+End')
  await textArea(other).pressSequentially('\n\nA bell.')
  await expect(textArea(page)).toHaveValue('INT. TRAM - NIGHT\n\nRain.\n\nA bell.')
  expect(await revisionOf(workId)).toBeGreaterThan(1)
})
