import { FORTY } from '../support/forty-rooms.ts'
import { openEditor, saveButton, storedScripts } from '../support/browser-chats.ts'
import { answers, heldAnswer, jobsOf, send, unsaved } from '../support/browser-generation.ts'
import { expectNotice } from '../support/browser-page.ts'
import { createPerson } from '../support/browser-people.ts'
import { addScript } from '../support/browser-scripts.ts'
import { expect, test } from './fixtures.ts'

const HALF = 'INT. ROOM 1 - NIGHT\n\nThe lamp of ro'
const CUT_OFF = 'The answer was cut off, so your script was not changed.'

test('an answer that was cut off says so, and is used only if the writer wants it', async ({
  page,
}) => {
  const writer = await createPerson('writer')
  const scriptId = await addScript(writer, 'Rooms', FORTY)
  await openEditor(page, writer, `/editor/${scriptId}`)
  const held = heldAnswer('Make room 3 darker')
  await send(page, held.prompt)
  await held.say(HALF)
  await held.cut()

  const note = answers(page).last().getByText(CUT_OFF)
  await expect(note).toBeVisible()
  await expect(answers(page)).toContainText('The lamp of ro')
  await expect(unsaved(page)).toHaveCount(0)
  await page.reload()
  await expect(note).toBeVisible()
  await saveButton(page).click()
  await expectNotice(page, 'Success!')
  expect(await storedScripts(writer)).toMatchObject([{ content: FORTY }])

  await answers(page).getByRole('button', { name: 'Use it anyway' }).click()
  await expect(note).toHaveCount(0)
  await expect(unsaved(page)).toBeVisible()
  await saveButton(page).click()
  await expect(unsaved(page)).toHaveCount(0)
  expect(await storedScripts(writer)).toMatchObject([{ content: HALF }])
})

test("'Try again' asks once more for the same change", async ({ page }) => {
  const writer = await createPerson('writer')
  const scriptId = await addScript(writer, 'Rooms', FORTY)
  await openEditor(page, writer, `/editor/${scriptId}`)
  const held = heldAnswer('Make room 3 darker')
  await send(page, held.prompt)
  await held.say('Darker or quieter?')
  await held.end()
  await expect(
    page.getByText('The answer is not a screenplay, so your script was not changed.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await held.say(FORTY.replace('The lamp of room 3', 'No lamp'))
  await held.end()
  await expect(unsaved(page)).toBeVisible()
  await expect(answers(page)).toHaveCount(2)
  // Only the last answer can be tried again.
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  expect(await jobsOf(writer)).toHaveLength(2)
})
