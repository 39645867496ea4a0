import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../../support/browser/axe.ts'
import { chatLog, openEditor, promptBox } from '../../support/browser/chats.ts'
import { answers, heldAnswer, send } from '../../support/browser/generation.ts'
import { expectConsoleErrors } from '../../support/browser/page.ts'
import { type BrowserPerson, createPerson, sql } from '../../support/browser/people.ts'
import { expect, test } from '../fixtures.ts'

// What the script becomes is tested in tests/integration/generation/answers/branches.test.ts.

const scene = (place: string) => `INT. ${place} - NIGHT\n\nA lamp burns.\n`
const answer = (place: string) => `<script>\n${scene(place)}</script>`

const pager = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const previous = (page: Page, name: string) =>
  pager(page, name).getByRole('button', { name: 'Previous version' })
const next = (page: Page, name: string) =>
  pager(page, name).getByRole('button', { name: 'Next version' })

/** The stored working text of a writer with one script. */
const workingText = async ({ id }: BrowserPerson) => {
  const [draft] = await sql<{ text: string }>(
    `select private.text_of_pieces(texts.pieces) as text
     from public.script_drafts as drafts join private.draft_texts as texts on draft_id = drafts.id
     where drafts.user_id = $1`,
    [id],
  )
  return draft?.text.trim()
}
const expectScript = (writer: BrowserPerson, place: string) =>
  expect.poll(() => workingText(writer)).toBe(scene(place).trim())

/** Waits for the answer that is dictated now. */
async function dictate(page: Page, held: ReturnType<typeof heldAnswer>, place: string) {
  await held.say(answer(place))
  await held.end()
  await expect(answers(page).last()).toContainText(`INT. ${place} - NIGHT`)
  await expect(promptBox(page)).toBeEnabled()
}

test('answers are tried again and prompts edited; each stays reachable, and the script follows', async ({
  page,
}) => {
  const writer = await createPerson('writer')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('branches_of')) asked.push(request.url())
  })
  const held = heldAnswer('Write a scene')

  await test.step('a conversation without branches asks for none', async () => {
    await openEditor(page, writer)
    await send(page, held.prompt)
    await dictate(page, held, 'PIER')
    await expectScript(writer, 'PIER')
    await page.reload()
    await expect(answers(page).last()).toContainText('INT. PIER - NIGHT')
    await expect(answers(page).getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(asked).toEqual([])
  })

  await test.step('what the model was given is said for every answer, and adds up', async () => {
    const opener = answers(page).getByRole('button', { name: 'What the model was given' })
    await opener.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'What the model was given' })
    await expect(dialog.getByRole('row', { name: /^Your request \d/ })).toBeVisible()
    const numbers = await dialog.getByRole('cell').allTextContents()
    const tokens = numbers.map((number) => Number(number.replaceAll(/\D/g, '')))
    const sum = tokens.pop()
    expect(tokens.reduce((all, one) => all + one, 0)).toBe(sum)
    await expectAccessible(page, dialog)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

  await test.step("'Try again' writes another answer in the same place", async () => {
    await answers(page).getByRole('button', { name: 'Try again' }).click()
    await expect(chatLog(page).getByText('INT. PIER - NIGHT')).toHaveCount(0)
    await dictate(page, held, 'ATTIC')
    await expect(pager(page, '2 of 2')).toBeVisible()
    await expect(answers(page)).toHaveCount(1)
    await expect(next(page, '2 of 2')).toBeDisabled()
    await expectScript(writer, 'ATTIC')
    await expectAccessible(page, chatLog(page))
  })

  await test.step('the keyboard moves between them, and the focus stays at the buttons', async () => {
    await previous(page, '2 of 2').press('Enter')
    await expect(answers(page)).toContainText('INT. PIER - NIGHT')
    await expectScript(writer, 'PIER')
    // There is none before the first one.
    await expect(next(page, '1 of 2')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(answers(page)).toContainText('INT. ATTIC - NIGHT')
    await expectScript(writer, 'ATTIC')
    await expect(previous(page, '2 of 2')).toBeFocused()
  })

  const other = heldAnswer('Write something else')
  await test.step('an edited prompt goes on as another branch', async () => {
    const options = page.getByRole('button', { name: 'Options for this message' })
    const edit = page.getByRole('textbox', { name: 'Edit the prompt' })
    await options.click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect(edit).toBeFocused()
    await edit.press('Escape')
    await expect(edit).toHaveCount(0)
    await expect(options).toBeFocused()
    await options.press('Enter')
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
    await edit.fill(other.prompt)
    await edit.press('Enter')
    await dictate(page, other, 'CELLAR')
    await expect(chatLog(page).getByText(held.prompt)).toHaveCount(0)
    await expect(answers(page)).toHaveCount(1)
    await expectScript(writer, 'CELLAR')
  })

  await test.step('after a reload everything is where it was', async () => {
    await page.reload()
    await expect(answers(page)).toContainText('INT. CELLAR - NIGHT')
    await previous(page, '2 of 2').click()
    await expect(chatLog(page).getByText(held.prompt)).toBeVisible()
    // Its newest answer.
    await expect(answers(page)).toContainText('INT. ATTIC - NIGHT')
    await expect(pager(page, '1 of 2')).toBeVisible()
    await expectScript(writer, 'ATTIC')
  })

  await test.step('another device shows the same branch', async () => {
    const device = await page.context().newPage()
    await device.goto(page.url())
    await expect(answers(device)).toContainText('INT. ATTIC - NIGHT')
    await next(device, '1 of 2').click()
    await expect(answers(device)).toContainText('INT. CELLAR - NIGHT')
    await expect(answers(page)).toContainText('INT. CELLAR - NIGHT')
    await expect(chatLog(page).getByText(other.prompt)).toBeVisible()
    await device.close()
  })

  await test.step('a branch that is deleted elsewhere gives way to the nearest one', async () => {
    await sql(`delete from public.chat_messages where user_id = $1 and content like '%CELLAR%'`, [
      writer.id,
    ])
    await expect(answers(page)).toHaveCount(0)
    await sql('delete from public.chat_messages where user_id = $1 and content = $2', [
      writer.id,
      other.prompt,
    ])
    await expect(answers(page)).toContainText('INT. ATTIC - NIGHT')
    await expect(chatLog(page).getByText(held.prompt)).toBeVisible()
  })
})

test('another answer that does not come leaves the one before within reach', async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('writer')
  const ids = [randomUUID(), randomUUID()]
  const models = ['scripted', 'Another one'].map((label, at) => ({
    id: ids[at],
    label,
    is_chosen: at === 0,
    is_default: at === 0,
    is_demo: false,
  }))
  const held = heldAnswer('Write a scene')
  await openEditor(page, writer)
  await send(page, held.prompt)
  await dictate(page, held, 'PIER')

  await test.step('a model that is not available any more says so', async () => {
    await page.route('**/rpc/my_models', (route) => route.fulfill({ json: models }))
    await page.reload()
    await answers(page).getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('menuitem', { name: 'scripted (same model)' })).toBeVisible()
    await page.getByRole('menuitem', { name: 'Another one' }).press('Enter')
    await expect(
      page.getByText('This model is not available. Please choose another one.').first(),
    ).toBeVisible()
    await expect(answers(page)).toContainText('INT. PIER - NIGHT')
    expectConsoleErrors(consoleErrors, /status of 400/)
    await page.unroute('**/rpc/my_models')
    await page.reload()
    await expect(answers(page)).toContainText('INT. PIER - NIGHT')
  })

  await answers(page).getByRole('button', { name: 'Try again' }).click()
  await held.say('A storm comes up.')
  await expect(answers(page)).toContainText('A storm comes up.')
  await held.reset()
  await expect(chatLog(page).getByText(/^Generation failed /)).toBeVisible()
  await page.getByRole('button', { name: 'Show the earlier answer' }).click()
  await expect(answers(page)).toContainText('INT. PIER - NIGHT')
  await expect(chatLog(page).getByText(/^Generation failed /)).toHaveCount(0)
  await expectScript(writer, 'PIER')
})
