import type { Page } from '@playwright/test'
import { chatLog, promptBox, saveButton, storedScripts } from '../../support/browser/chats.ts'
import {
  answers,
  callsOf,
  generationsUsed,
  heldAnswer,
  jobsOf,
  messagesOf,
  openNewScript,
  send,
  sendHeld,
  stopButton,
  thinking,
  unsaved,
} from '../../support/browser/generation.ts'
import { expectNotice } from '../../support/browser/page.ts'
import { sql } from '../../support/browser/people.ts'
import { chooseView, scriptPage, startIn } from '../../support/browser/script-page.ts'
import { expect, test } from '../fixtures.ts'

test('the first message creates the conversation, and its answer grows and becomes the script', async ({
  page,
}) => {
  await page.clock.install()
  const writer = await openNewScript(page)
  const words = 'A heist on the last tram of the night, with two thieves who used to be married'
  const held = heldAnswer(words)
  const text = 'INT. PIER - NIGHT\n\nA boat *comes* in.\n\nNobody is on board.'
  const announced = await announcementsOf(page)

  await test.step("while it runs it shows 'Thinking...', live text, a disabled prompt and a stop button", async () => {
    await send(page, held.prompt)
    await expect(thinking(page)).toBeVisible()
    await expect(promptBox(page)).toBeDisabled()
    // A disabled field cannot have the focus.
    await expect(chatLog(page)).toBeFocused()
    await expect(stopButton(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send' })).toHaveCount(0)
    await held.say(text.slice(0, -'ard.'.length))
    await expect(answers(page)).toContainText('Nobody is on bo')
    await expect(thinking(page)).toBeVisible()
    await expect(answers(page)).toHaveAttribute('aria-busy', 'true')
    await expect(answers(page).getByRole('button')).toHaveCount(0)
    await expect(unsaved(page)).toHaveCount(0)
  })

  await test.step('it is announced politely, once, at its end and without markup', async () => {
    await page.clock.runFor(10_000)
    await expect(chatLog(page)).toHaveAttribute('aria-live', 'off')
    expect(await announced()).toEqual([])
    await held.say('ard.')
    await held.end()
    await expectNotice(page, 'Script Generated')
    const whole = 'INT. PIER - NIGHT\nA boat comes in.\nNobody is on board.'
    await expect.poll(announced).toEqual([whole])
  })

  await test.step('the conversation is named after the prompt, and the answer is the script', async () => {
    await expect(thinking(page)).toHaveCount(0)
    await expect(answers(page)).toHaveCount(1)
    await expect(answers(page)).not.toHaveAttribute('aria-busy')
    await expect(answers(page).getByRole('button', { name: 'Download as .docx' })).toBeVisible()
    await expect(promptBox(page)).toBeFocused()
    await expect(promptBox(page)).toHaveValue('')
    await expect(chatLog(page).getByText(held.prompt)).toBeVisible()
    const title = `${words.slice(0, 50)}...`
    await expect(page.getByRole('button', { name: title, exact: false }).first()).toBeVisible()
    expect(
      await sql('select title from public.chat_conversations where user_id = $1', [writer.id]),
    ).toEqual([{ title }])
    expect(await messagesOf(writer)).toEqual([
      { type: 'user', content: held.prompt },
      { type: 'ai', content: text },
    ])
    expect(await generationsUsed(writer)).toBe(1)
    await expect(page.getByText('99 of 100 generations left')).toBeVisible()

    await expect(unsaved(page)).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectNotice(page, 'Success!')
    await expect(unsaved(page)).toHaveCount(0)
    expect(await storedScripts(writer)).toMatchObject([{ content: text }])
  })

  await test.step('the next generation is about the current script, which the server has', async () => {
    const starts = callsOf(page, 'generate-script')
    await send(page, 'Go on')
    await expect(answers(page)).toHaveCount(2)
    await expect(promptBox(page)).toBeEnabled()
    expect(starts).toHaveLength(1)
    const [asked] = await sql<{ conversationId: string; scriptId: string; revision: number }>(
      `select chats.id as "conversationId", chats.work_id as "scriptId", drafts.revision
       from public.chat_conversations as chats join public.script_drafts as drafts using (work_id)
       where chats.user_id = $1`,
      [writer.id],
    )
    const body = starts[0]?.postDataJSON() as Record<string, unknown>
    // The answer to it is one revision later.
    expect(body).toMatchObject({ ...asked, prompt: 'Go on', revision: (asked?.revision ?? 0) - 1 })
    expect(body).not.toHaveProperty('currentScript')
    expect(await announced()).toHaveLength(2)
  })

  await test.step('what it says to the writer is formatted, and never HTML or a link', async () => {
    const said = heldAnswer('What is missing?')
    await send(page, said.prompt)
    await said.say(
      'A **boat** and *fog*, in `snake_case_name`.\n\n- <b>One</b>\n- [Two](https://two.example)',
    )
    await expect(answers(page).last().locator('strong')).toHaveText('boat')
    await said.end()
    await expect(promptBox(page)).toBeEnabled()
    const answer = answers(page).last()
    await expect(answer.locator('strong')).toHaveText('boat')
    await expect(answer.locator('em')).toHaveText('fog')
    await expect(answer.locator('code')).toHaveText('snake_case_name')
    await expect(answer.getByRole('listitem')).toHaveText([
      '<b>One</b>',
      'Two (https://two.example)',
    ])
    await expect(answer.locator('a, b')).toHaveCount(0)
    // It has no script that could be inserted.
    await expect(answer.getByText('The answer is not a screenplay')).toBeVisible()
    await expect(answer.getByRole('button', { name: 'Insert at cursor' })).toHaveCount(0)
    expect((await announced()).at(-1)).toBe(
      'A boat and fog, in snake_case_name.\n\n<b>One</b>\nTwo (https://two.example)',
    )
  })
})

test('beside the page alone an answer says that it is being written, and can be stopped there', async ({
  page,
}) => {
  await startIn(page, 'both')
  await openNewScript(page)
  await sendHeld(page)
  await chooseView(page, 'Page')
  await expect(promptBox(page)).toHaveCount(0)
  await expect(thinking(page)).toBeVisible()
  await stopButton(page).press('Enter')
  await expectNotice(page, 'Generation Stopped')
  await expect(stopButton(page)).toHaveCount(0)
  await expect(thinking(page)).toHaveCount(0)
  await expect(scriptPage(page)).toBeFocused()

  // Nobody sees the prompt that says why.
  await chooseView(page, 'Both')
  const held = await sendHeld(page, 'Go on')
  await chooseView(page, 'Page')
  await expect(stopButton(page)).toBeVisible()
  await held.reset()
  await expectNotice(page, 'Generation failed')
})

/** Everything that the chat announces from now on, in order. */
async function announcementsOf(page: Page): Promise<() => Promise<string[]>> {
  const region = page.getByRole('region', { name: 'Chat', exact: true })
  await region.locator('> [aria-live="polite"]').evaluate((live) => {
    const announced: string[] = []
    Object.assign(window, { announced })
    const note = () => live.textContent !== '' && announced.push(live.textContent)
    new MutationObserver(note).observe(live, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
  return () => page.evaluate(() => (window as unknown as { announced: string[] }).announced)
}

test('Escape closes an open menu first and then stops; the partial text fills the empty script', async ({
  page,
}) => {
  const writer = await openNewScript(page)
  await sendHeld(page)
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(stopButton(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expectNotice(page, 'Generation Stopped', 'AI generation has been cancelled.')

  await expect(
    chatLog(page).getByText('Generation stopped by user.', { exact: true }),
  ).toBeVisible()
  await expect(answers(page)).toHaveCount(1)
  await expect(answers(page)).toContainText('A boat comes in.')
  await expect(promptBox(page)).toBeEnabled()
  expect(await generationsUsed(writer)).toBe(1)
  expect(await messagesOf(writer)).toEqual([
    { type: 'user', content: expect.any(String) },
    { type: 'ai', content: expect.stringContaining('A boat comes in.') },
    { type: 'ai', content: 'Generation stopped by user.' },
  ])
  expect(await jobsOf(writer)).toEqual([{ status: 'failed', error: 'Generation stopped by user.' }])

  // What is shown is what is saved.
  await saveButton(page).click()
  await expectNotice(page, 'Success!')
  const [saved] = await storedScripts(writer)
  expect(saved?.content).toContain('A boat comes in.')
  await expect(unsaved(page)).toHaveCount(0)

  await page.reload()
  await expect(
    chatLog(page).getByText('Generation stopped by user.', { exact: true }),
  ).toBeVisible()
  await expect(answers(page)).toContainText('A boat comes in.')
  await expect(unsaved(page)).toHaveCount(0)
  // The note is a message of the AI as well.
  const note = page.getByRole('article', { name: 'Stopped' })
  await expect(note).toContainText('Generation stopped by user.')
  await expect(note.getByRole('button')).toHaveText([
    'Download as .docx',
    'Open in Google Docs',
    'Try again',
  ])
})
