import { chatList, nameField, saveButton, storedScripts } from '../../support/browser/chats.ts'
import { heldAnswer, openNewScript, send, unsaved } from '../../support/browser/generation.ts'
import { expectNotice } from '../../support/browser/page.ts'
import { expect, test } from '../fixtures.ts'

test('until the writer names a script, it is called what its title page says', async ({ page }) => {
  const writer = await openNewScript(page)
  const held = heldAnswer()
  await send(page, held.prompt)
  await held.say('Title: **Last Tram**\nAuthor: A\n\nINT. TRAM - NIGHT\n\nRain.')
  await held.end()
  await expect(nameField(page)).toHaveValue('Last Tram')
  await expect(page).toHaveTitle(/^Last Tram/)

  await saveButton(page).click()
  await expectNotice(page, 'Success!')
  await expect(
    chatList(page).getByRole('button', { name: 'Chat: Last Tram' }).first(),
  ).toBeVisible()

  await nameField(page).fill('Night Line')
  await saveButton(page).click()
  await expect.poll(() => storedScripts(writer)).toMatchObject([{ title: 'Night Line' }])
  await expect(unsaved(page)).toBeHidden()

  // Once the writer has named the script, the title page no longer changes the name.
  const next = heldAnswer('Start over in a depot')
  await send(page, next.prompt)
  await next.say('Title: Another\n\nINT. DEPOT - DAY\n\nEmpty.')
  await next.end()
  await expect(unsaved(page)).toBeVisible()
  await expect(nameField(page)).toHaveValue('Night Line')
})
