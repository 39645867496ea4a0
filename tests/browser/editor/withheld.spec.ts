import { FORTY } from '../../support/documents/forty-rooms.ts'
import {
  addConversation,
  openEditor,
  promptBox,
  saveButton,
  storedScripts,
  openScript,
} from '../../support/browser/chats.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import {
  answers,
  heldAnswer,
  jobsOf,
  send,
  unfold,
  unsaved,
} from '../../support/browser/generation.ts'
import { expectConsoleErrors, expectNotice, notices } from '../../support/browser/page.ts'
import { type BrowserPerson, createPerson, sql } from '../../support/browser/people.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { expect, test } from '../fixtures.ts'

const DARKER = FORTY.replace('The lamp of room 3', 'No lamp')
const HALF = 'INT. ROOM 1 - NIGHT\n\nThe lamp of ro'
const CUT_OFF = 'The answer was cut off, so your script was not changed.'

/** The stored working text of a writer with one script. */
async function workingText({ id }: BrowserPerson): Promise<string | undefined> {
  const [draft] = await sql<{ text: string }>(
    `select private.text_of_pieces(texts.pieces) as text
     from public.script_drafts as drafts join private.draft_texts as texts on draft_id = drafts.id
     where drafts.user_id = $1`,
    [id],
  )
  return draft?.text
}

test('an answer that is not a whole script leaves it byte for byte, says why, and is retried, continued or used anyway', async ({
  page,
}) => {
  const writer = await createPerson('writer')
  const scriptId = await addScript(writer, 'Rooms', FORTY)
  await test.step('answers say why they did not change the script', async () => {
    // Which answer gets which reason: tests/integration/generation/answers/withheld-answers.test.ts.
    const reasons = [
      [
        'placeholder',
        'The answer leaves out parts of your script, so your script was not changed.',
      ],
      ['refusal', 'The model declined the request, so your script was not changed.'],
      ['conversation', 'The answer is not a screenplay, so your script was not changed.'],
    ] as const
    const chat = await addConversation(writer, 'Darker', { scriptId })
    for (const [reason] of reasons)
      await sql(
        `insert into public.chat_messages (user_id, conversation_id, type, kind, content, withheld)
         values ($1, $2, 'ai', 'text', 'No.', $3)`,
        [writer.id, chat, reason],
      )
    await openEditor(page, writer, `/editor/${scriptId}`)
    for (const [place, [, sentence]] of reasons.entries()) {
      const answer = answers(page).nth(place)
      const isNewest = place === reasons.length - 1
      if (!isNewest) {
        await expect(answer).toContainText('Not applied')
        await expect(answer.getByText(sentence)).toBeHidden()
        await unfold(answer)
      }
      await expect(answer.getByText(sentence)).toBeVisible()
    }
  })

  const note = answers(page).last().getByText(CUT_OFF)
  /** Half an answer, after which the model is asked once more and says nothing. */
  const cutOff = async (held: ReturnType<typeof heldAnswer>, text: string) => {
    await held.say(text)
    await held.cut()
    await held.end()
  }

  const cut = DARKER.slice(0, DARKER.indexOf('om 20 flickers'))
  const held = heldAnswer('Make room 3 darker')
  await test.step('one that was cut off leaves the script as it is, also after a reload', async () => {
    await send(page, held.prompt)
    await cutOff(held, cut)
    await expectNotice(page, 'Script Not Changed')
    await expect(note).toBeVisible()
    await expect(answers(page).last()).toContainText('The lamp of ro')
    await expect(unsaved(page)).toHaveCount(0)
    expect(await workingText(writer)).toBe(FORTY)
    await expect(notices(page).filter({ hasText: 'Script Generated' })).toHaveCount(0)
    await page.reload()
    await expect(note).toBeVisible()
    await saveButton(page).click()
    await expectNotice(page, 'Success!')
    expect(await storedScripts(writer)).toMatchObject([{ content: FORTY }])
  })

  await test.step("'Try again' asks once more for the same change", async () => {
    await answers(page).last().getByRole('button', { name: 'Try again' }).click()
    // In place of the one before, which can be shown again.
    await expect(note).toHaveCount(0)
    await cutOff(held, cut)
    await expect(note).toBeVisible()
    await expect(answers(page)).toHaveCount(4)
    await expect(answers(page).last().getByRole('group', { name: '2 of 2' })).toBeVisible()
    expect(await jobsOf(writer)).toHaveLength(2)
  })

  await test.step("'Continue' writes the rest, from its first word on", async () => {
    await answers(page).last().getByRole('button', { name: 'Continue' }).press('Enter')
    await expect(answers(page)).toHaveCount(5)
    // The model has not sent a word yet.
    await expect(answers(page).last()).toContainText('The lamp of ro')
    await held.say(DARKER.slice(cut.length))
    await held.end()
    await expectNotice(page, 'Script Generated')
    await expect(answers(page).last()).toContainText('The lamp of room 20 flickers')
    expect(await workingText(writer)).toBe(DARKER)
    await expect(unsaved(page)).toBeVisible()
    await expect(answers(page).getByRole('button', { name: 'Continue' })).toHaveCount(0)
  })

  await test.step("'Use it anyway' makes it the script", async () => {
    const half = heldAnswer('Make room 3 darker')
    await send(page, half.prompt)
    await cutOff(half, HALF)
    await expect(note).toBeVisible()
    await answers(page).last().getByRole('button', { name: 'Use it anyway' }).click()
    await expect(note).toHaveCount(0)
    await expect(unsaved(page)).toBeVisible()
    await saveButton(page).click()
    await expect(unsaved(page)).toHaveCount(0)
    expect(await storedScripts(writer)).toMatchObject([{ content: HALF }])
  })
})

test("the writer's own lines are kept; that answer, or an older one, can be used as a whole", async ({
  page,
  consoleErrors,
}) => {
  const { writer } = await openScript(page, FORTY, { view: 'chat' })
  const held = heldAnswer('Change rooms 3 and 4')
  await send(page, held.prompt)
  const answer = DARKER.replace('bed 4', 'floor 4')
  await held.say(answer)
  // A change made before the generation starts would be part of its prompt.
  await expect(answers(page)).toContainText('No lamp')
  const typed = FORTY.replace('The lamp of room 3', 'The candle')
  await sql(
    `select private.replace_text(id, $2, 'import') from public.script_drafts where user_id = $1`,
    [writer.id, typed],
  )
  await held.end()
  const kept = 'You changed some of the same lines in the meantime, so yours were kept.'
  await expectNotice(page, 'Script Generated')
  const first = answers(page).first()
  await expect(first.getByText(kept)).toBeVisible()
  expect(await workingText(writer)).toBe(typed.replace('bed 4', 'floor 4'))
  await expectAccessible(page, first)
  const use = page.getByRole('button', { name: 'Use this version' })
  await use.click()
  await expect(first.getByText(kept)).toHaveCount(0)
  expect(await workingText(writer)).toBe(answer)

  await test.step("an older answer becomes the script with 'Use this version'", async () => {
    const next = heldAnswer('Room 5 too')
    await send(page, next.prompt)
    const newer = answer.replace('The lamp of room 5', 'A torch')
    await next.say(newer)
    await next.end()
    await expect.poll(() => workingText(writer)).toBe(newer)
    await expect(answers(page)).toHaveCount(2)
    await expect(promptBox(page)).toBeEnabled()
    await page.route('**/rpc/use_answer_for', (route) => route.abort(), { times: 1 })
    await unfold(first)
    await expect(use).toHaveCount(1)
    await first.getByRole('button', { name: 'Use this version' }).press('Enter')
    const failed = first.getByText("Can't reach the server. Please check your connection.")
    await expect(failed).toBeVisible()
    expect(await workingText(writer)).toBe(newer)

    await use.press('Enter')
    await expectNotice(page, 'This answer is now your script.')
    await expect(failed).toHaveCount(0)
    await expect(first).toBeFocused()
    await expect(
      answers(page).last().getByRole('button', { name: 'Use this version' }),
    ).toBeVisible()
    await expect(use).toHaveCount(1)
    expect(await workingText(writer)).toBe(answer)
    expectConsoleErrors(consoleErrors, /ERR_FAILED/)
  })
})
