import type { Page } from '@playwright/test'
import { addConversation, chatLog, promptBox, openScript } from '../../support/browser/chats.ts'
import {
  answers,
  askedText,
  callsOf,
  heldAnswer,
  holdNext,
  send,
} from '../../support/browser/generation.ts'
import { goInApp } from '../../support/browser/in-app.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { DESKTOP, expectNotice } from '../../support/browser/page.ts'
import { sql } from '../../support/browser/people.ts'
import { reviewBar } from '../../support/browser/review.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { chooseView, expectStored, scriptPage } from '../../support/browser/script-page.ts'
import { goTo } from '../../support/browser/typing.ts'
import { expect, test } from '../fixtures.ts'

const scenes = [
  'EXT. ALFAMA - NIGHT\n\nRain on the roofs.\n\n',
  'INT. TRAM 28 - NIGHT\n\nRui waits by the door.\n\nRUI\nYou are early.\n\n',
  'INT. DEPOT - LATER\n\nThe lights go out.\n\n',
  'EXT. RIVER - DAWN\n\nA boat without a light.\n\n',
  'INT. KITCHEN - DAY\n\nCoffee.\n',
]
const SCRIPT = scenes.join('')
const [start, end] = [SCRIPT.indexOf('INT. TRAM'), SCRIPT.indexOf('INT. DEPOT')]

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

const chip = (page: Page) => page.getByRole('button', { name: /^Ask about the whole script/ })
const scopeOf = (page: Page) => chip(page).innerText()

const putCursor = (page: Page, text: string) => scriptPage(page).getByText(text).click()

test('a prompt or quick action is about the scene with the cursor, what is selected, or the scenes chosen in the list, and a question changes nothing', async ({
  page,
}) => {
  const { writer } = await openScript(page, SCRIPT, { view: 'chat' })
  const calls = callsOf(page, 'generate-script')
  const last = () => calls.at(-1)?.postDataJSON() as Record<string, unknown> | undefined
  const actions = page.getByRole('group', { name: 'Quick actions' })
  const modes = page.getByRole('group', { name: 'What the prompt does' })

  await test.step("'This scene' is the scope until it is removed", async () => {
    await chooseView(page, 'Both')
    await expect(scriptPage(page)).toContainText('Rui waits by the door.')
    await putCursor(page, 'Rui waits by the door.')
    await page.getByRole('button', { name: 'This scene' }).click()
    await expect(chip(page)).toHaveText(/^Scene 2 · \d\/8 p$/)
    await expect(page.getByText('the rest stays as it is')).toBeVisible()
  })

  await test.step('a question is answered in the chat', async () => {
    await modes.getByText('Ask').click()
    await expect(promptBox(page)).toHaveAttribute('placeholder', /Nothing is changed/)
    await expect(actions.getByRole('button', { name: 'Shorter' })).toHaveCount(0)
    const question = heldAnswer('Why does he wait?')
    await send(page, question.prompt)
    await expect.poll(last).toMatchObject({ mode: 'ask' })
    await question.say('Because nobody told him to go.')
    await question.end()
    await expectNotice(page, 'Question Answered')
    await expect(answers(page)).toContainText('Because nobody told him to go.')
    await expect(answers(page).getByRole('button', { name: 'Use' })).toHaveCount(0)
    await expect(page.getByText('your script was not changed')).toHaveCount(0)
  })

  await test.step('a reader or a character answers if asked, and the answer says who', async () => {
    const speaker = page.getByRole('combobox', { name: 'Answer as' })
    const questions = [
      ['As Producer', 'Producer', 'You are the producer'],
      ['As RUI', 'RUI', '<speaker>'],
    ] as const
    for (const [choice, name, rule] of questions) {
      await speaker.selectOption(choice)
      const question = heldAnswer('Why so early?')
      await send(page, question.prompt)
      await question.say(`${name} waits.`)
      await question.end()
      await expect(answers(page).last()).toContainText(`${name} waits.`)
      await expect(answers(page).last()).toContainText(`Answered as ${name}`)
      expect(await question.received()).toContain(rule)
    }
    await speaker.selectOption('Answer as...')
    const question = heldAnswer('And you?')
    await send(page, question.prompt)
    await question.say('I do not wait.')
    await question.end()
    await expect(answers(page).last()).toContainText('I do not wait.')
    expect(await question.received()).not.toContain('<speaker>')
  })

  await test.step('both last through a reload', async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: 'Ask', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await modes.getByText('Change').click()
    await expect(chip(page)).toHaveText(/^Scene 2 · \d\/8 p$/)
    const marked = scriptPage(page).locator('.scope-line').filter({ hasText: /\S/ })
    await expect(marked).toHaveText(linesOf(SCRIPT.slice(start, end)))
    await chip(page).click()
    await expect(chip(page)).toHaveCount(0)
    await expect(marked).toHaveCount(0)
    await expect(promptBox(page)).toBeFocused()
  })

  await test.step('a key does the same and leads to the prompt', async () => {
    await putCursor(page, 'Rui waits by the door.')
    await page.keyboard.press('Control+Shift+Enter')
    await expect(promptBox(page)).toBeFocused()
    await expect(chip(page)).toHaveText(/^Scene 2/)
  })

  await test.step('F6 leads back to the page, and from there to the prompt', async () => {
    await page.keyboard.press('F6')
    await expect(scriptPage(page)).toBeFocused()
    await page.keyboard.press('F6')
    await expect(promptBox(page)).toBeFocused()
  })

  const held = heldAnswer('Make Rui late')
  const after = SCRIPT.replace('Rui waits by the door.', 'Rui jumps on.').replace('early', 'late')

  await test.step('the answer changes nothing else, and the prompt says what it was about', async () => {
    await send(page, held.prompt)
    await expect
      .poll(last)
      .toMatchObject({ target: { start, end }, mode: 'change', alternatives: null })
    expect(calls).toHaveLength(5)
    await expect.poll(() => askedText(writer)).toBe(SCRIPT)
    await held.say('Rui comes last now.\n\n<text>\nINT. TRAM 28 - NIGHT\n\nRui jumps on.\n\n')
    await expect(answers(page).last()).toContainText('Rui comes last now.')
    await held.say('RUI\nYou are late.\n</text>\n')
    await held.end()
    await expectStored(writer, after)
    await expect(chatLog(page).getByText('2 INT. TRAM 28 - NIGHT').last()).toBeVisible()
    await expect(answers(page).last().getByText('The part you chose')).toBeVisible()
    await expect(chip(page)).toHaveText(/^Scene 2/)
    await chip(page).click()
  })

  await test.step('beside the page only its bar decides on all changes; without the page the chat does', async () => {
    await expect(
      answers(page)
        .last()
        .getByText(/^\d changes$/),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo all' })).toHaveCount(1)
    await expect(reviewBar(page).getByRole('button', { name: 'Undo all' })).toBeVisible()
    await chooseView(page, 'Chat')
    await answers(page).last().getByRole('button', { name: 'Undo all' }).click()
    await expectStored(writer, SCRIPT)
    await expect(answers(page).last()).toBeFocused()
    await expect(answers(page).getByRole('button', { name: 'Keep all' })).toHaveCount(0)
    await chooseView(page, 'Both')
  })

  await test.step('a quick action is about the scene with the cursor, and what was typed stays', async () => {
    await promptBox(page).fill('Not sent yet')
    await putCursor(page, 'Rui waits')
    const action = heldAnswer('')
    await holdNext(page, action)
    await actions.getByRole('button', { name: 'Shorter' }).click()
    await expect.poll(last).toMatchObject({
      prompt: expect.stringMatching(/^Make this shorter\./),
      target: { start, end },
      mode: 'change',
    })
    await expect(chip(page)).toHaveText(/^Scene 2/)
    await action.say('<text>\nINT. TRAM 28 - NIGHT\n\nRui waits.\n</text>')
    await action.end()
    await expectStored(
      writer,
      `${SCRIPT.slice(0, start)}INT. TRAM 28 - NIGHT\n\nRui waits.\n\n${SCRIPT.slice(end)}`,
    )
    await expect(promptBox(page)).toHaveValue('Not sent yet')
    await chip(page).click()
    await reviewBar(page).getByRole('button', { name: 'Undo all' }).click()
    await expectStored(writer, SCRIPT)
  })

  await test.step('what is selected is the scope while it is selected', async () => {
    await scriptPage(page).getByText('The lights go out.').click()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+End')
    await expect(chip(page)).toHaveText('Selection · 4 words')
    await putCursor(page, 'A boat without a light.')
    await expect(chip(page)).toHaveCount(0)
  })

  await test.step('three scenes are chosen by mouse, by keys and by checkboxes', async () => {
    await page.getByRole('button', { name: 'Scenes', exact: true }).click()
    const list = page.getByRole('navigation', { name: 'Scenes' })
    const row = (heading: string) => list.locator('[data-scene]').filter({ hasText: heading })
    await row('INT. TRAM 28').click({ modifiers: ['ControlOrMeta'] })
    await row('EXT. RIVER').click({ modifiers: ['Shift'] })
    await expect(chip(page)).toHaveText(/^Scenes 2 to 4 · /)
    await chip(page).click()

    await row('INT. DEPOT').focus()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(chip(page)).toHaveText(/^Scenes 3 to 5 · /)
    await expect(row('EXT. RIVER')).toContainText('chosen for the chat')
    await list.getByRole('button', { name: 'None' }).click()
    await expect(chip(page)).toHaveCount(0)

    await list.getByRole('button', { name: 'Choose scenes for the chat' }).click()
    await list.getByRole('checkbox', { name: /INT\. TRAM 28/ }).click()
    await list.getByRole('checkbox', { name: /EXT\. RIVER/ }).press('Space')
    await expect(list.getByRole('checkbox', { checked: true })).toHaveCount(3)
    await expect(chip(page)).toHaveText(/^Scenes 2 to 4 · /)
    await list.getByRole('button', { name: 'Go to the prompt' }).click()
    await expect(promptBox(page)).toBeFocused()
  })

  await test.step('the scope stays with its scenes while the script changes around them', async () => {
    await scriptPage(page).getByText('Rain on the roofs.').click()
    await page.keyboard.press('End')
    await page.keyboard.insertText(' It never stops.')
    await expect(chip(page)).toHaveText(/^Scenes 2 to 4 · /)
    const three = heldAnswer('Sadder')
    await send(page, three.prompt)
    await expect.poll(() => calls.length).toBe(7)
    const { target } = last() as { target: { start: number; end: number } }
    await expect.poll(() => askedText(writer)).toContain('It never stops.')
    const text = await askedText(writer)
    expect(text?.slice(target.start)).toMatch(/^INT\. TRAM 28/)
    expect(text?.slice(target.end)).toMatch(/^INT\. KITCHEN/)
    await three.say('No.')
    await three.end()
    expect(await scopeOf(page)).toMatch(/^Scenes 2 to 4/)
  })
})

test('an answer that cannot be placed, or was not applied, is inserted at the cursor', async ({
  page,
}) => {
  const { writer } = await openScript(page, SCRIPT, { view: 'both' })
  await putCursor(page, 'Rain on the roofs.')
  const held = heldAnswer('Add a dog')
  const wrong = 'A dog, as you wished.\n\n<scene id="99">\nEXT. ALLEY - NIGHT\n\nA dog.\n</scene>\n'
  await send(page, held.prompt)
  // When asked once more, the model repeats the wrong answer.
  for (let time = 0; time < 2; time += 1) {
    await held.say(wrong)
    await held.end()
  }
  const note = answers(page).getByText(
    'The answer names a scene that does not exist, so your script was not changed.',
  )
  await expect(note).toBeVisible()
  await page.reload()
  await expect(note).toBeVisible()
  await expect(answers(page).getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(answers(page).getByRole('button', { name: 'Use it anyway' })).toHaveCount(0)
  await expect(answers(page).getByText('A dog, as you wished.')).toBeVisible()
  await answers(page).getByRole('button', { name: 'Show it here' }).click()
  await expect(answers(page).getByText('EXT. ALLEY - NIGHT').last()).toBeVisible()
  const chatPane = page.getByRole('region', { name: 'Chat', exact: true })
  await expectAccessible(page, chatPane)

  await chooseView(page, 'Chat')
  await answers(page).getByRole('button', { name: 'Insert at cursor' }).click()
  await expect(scriptPage(page)).toBeFocused()
  const dog = SCRIPT.replace('on the roofs.', 'on the roofs.\n\nEXT. ALLEY - NIGHT\n\nA dog.')
  await expectStored(writer, dog)
  await page.keyboard.press('Control+z')
  await expectStored(writer, SCRIPT)

  await test.step('changes are listed below what an answer says, and shown on the page', async () => {
    await page.setViewportSize(DESKTOP)
    const scriptId = await addScript(writer, 'Colder tram', SCRIPT)
    const messages = [['user', 'Colder'] as const, ['ai', 'Both are colder.'] as const]
    const chat = await addConversation(writer, 'Colder', { scriptId, messages })
    const edit = (id: number, applied: boolean, text: string) => ({
      kind: 'replaced',
      id,
      heading: text.split('\n')[0],
      applied,
      text,
    })
    const edits = [
      edit(5, true, 'INT. KITCHEN - DAY\n\nCold coffee.'),
      edit(2, false, 'INT. TRAM 28 - NIGHT\n\nRui freezes.'),
    ]
    await sql(
      `update public.chat_messages set changes = $2, partly_applied = true where conversation_id = $1 and type = 'ai'`,
      [chat, { prose: 'Both are colder.', edits }],
    )
    await sql(
      `select private.replace_text(id, $2, 'import') from public.script_drafts where script_id = $1`,
      [scriptId, SCRIPT],
    )
    await goInApp(page, `/editor/${scriptId}`)
    await chooseView(page, 'Chat')
    await expect(answers(page).getByText('Scene 5: INT. KITCHEN - DAY')).toBeVisible()
    await expect(
      answers(page).getByText('You were writing in this scene, so yours was kept.'),
    ).toHaveCount(1)
    await expect(answers(page).getByRole('button', { name: 'Copy' })).toHaveCount(1)
    await expect(answers(page).getByRole('button', { name: 'Use this version' })).toHaveCount(0)

    await answers(page).getByRole('button', { name: 'Go to it' }).click()
    await expect(page.getByText('scene 5 of 5')).toBeVisible()
    await answers(page).getByRole('button', { name: 'Insert at cursor' }).click()
    await expectStored(
      writer,
      SCRIPT.replace(
        'INT. KITCHEN - DAY',
        'INT. KITCHEN - DAY\n\nINT. TRAM 28 - NIGHT\n\nRui freezes.',
      ),
    )
  })
})

test("'Go to it' leads to what an answer changed, and an answer that changes nothing says so", async ({
  page,
}) => {
  const script = 'INT. PIER - DAY\n\nMIRA\nNo.\n\nINT. HARBOUR - DAY\n\nMIRA\nNo.\n'
  await page.setViewportSize({ width: 1280, height: 800 })
  const { writer } = await openScript(page, script, { view: 'both' })
  const counts = page.getByRole('region', { name: 'Counts' })
  const askAboutSpeech = async () => {
    await scriptPage(page).locator('.cm-line').filter({ hasText: /^N/ }).last().click()
    await page.keyboard.press('End')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Shift+Home')
    await expect(page.getByRole('button', { name: /instead of Selection · 2 words/ })).toBeVisible()
    const held = heldAnswer('Firmer')
    await send(page, held.prompt)
    await held.say('<text>MIRA\nNever.</text>')
    await held.end()
  }
  await askAboutSpeech()
  await expectStored(writer, script.replace(/No\.\n$/, 'Never.\n'))
  await goTo(page, { behind: 'PIER' })
  await expect(counts).toContainText('scene 1 of 2')
  await answers(page).last().getByRole('button', { name: 'Go to it' }).click()
  await expect(counts).toContainText('scene 2 of 2')

  await askAboutSpeech()
  await expect(answers(page).last()).toContainText('It says what is there already')
  await expect(page.getByText('You were writing in this scene')).toHaveCount(0)
})
