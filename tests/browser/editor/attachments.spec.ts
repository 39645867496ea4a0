import type { Page, Route } from '@playwright/test'
import { expectAccessible } from '../../support/browser/axe.ts'
import { openEditor, promptBox } from '../../support/browser/chats.ts'
import { heldAnswer, answers, send } from '../../support/browser/generation.ts'
import { expectNoOverflow, PHONE } from '../../support/browser/page.ts'
import { createPerson, signInAs, sql } from '../../support/browser/people.ts'
import { expect, test } from '../fixtures.ts'

type GivenFile = { name: string; mimeType: string; buffer: Buffer }

const textFile = (name: string, text: string | Buffer): GivenFile => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
})

const chips = (page: Page) => page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
const choose = (page: Page, ...files: GivenFile[]) =>
  page.getByLabel('Files to attach').setInputFiles(files)

/** As a browser does when files are dropped or pasted. */
const give = (page: Page, type: 'drop' | 'paste', name: string, text: string) =>
  promptBox(page).evaluate(
    (box, given) => {
      const data = new DataTransfer()
      data.items.add(new File([given.text], given.name, { type: 'text/plain' }))
      const options = { bubbles: true, cancelable: true }
      box.dispatchEvent(
        given.type === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: data })
          : new ClipboardEvent('paste', { ...options, clipboardData: data }),
      )
    },
    { type, name, text },
  )

const TREATMENT = 'The lighthouse keeper hides a violin.\n\nNobody may hear it.'

test('files are attached by button, paste and drop, told to the model, and removed', async ({
  page,
  elsewhere,
}) => {
  const writer = await createPerson('writer')
  const stranger = await createPerson('stranger')
  await openEditor(page, writer)

  await test.step('a file becomes a chip, and the new text gets its address', async () => {
    await choose(page, textFile('Treatment.txt', TREATMENT))
    await expect(chips(page)).toHaveText(['Treatment.txt'])
    await expect(page).toHaveURL(/\/editor\/[0-9a-f-]{36}/)
    // They come with the text: what else is asked for, since others write too, is not answered.
    const shown = Promise.withResolvers<undefined>()
    const hold = async (route: Route) => {
      await shown.promise
      await route.continue()
    }
    await page.route('**/rest/v1/attachments?*', hold)
    await page.reload()
    await expect(chips(page)).toHaveText(['Treatment.txt'])
    shown.resolve(undefined)
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('another tab shows what is attached and removed here, another writer nothing', async () => {
    await signInAs(elsewhere, writer)
    await elsewhere.goto(page.url())
    await expect(chips(elsewhere)).toHaveText(['Treatment.txt'])
    await give(page, 'paste', 'Notes.md', '# Notes\n\nRain.')
    await expect(chips(page)).toHaveText(['Treatment.txt', 'Notes.md'])
    await give(page, 'drop', 'Dropped.txt', 'Thunder.')
    await expect(chips(elsewhere)).toHaveText(['Treatment.txt', 'Notes.md', 'Dropped.txt'])
    await chips(elsewhere).getByRole('button', { name: 'Remove Dropped.txt' }).press('Enter')
    await expect(promptBox(elsewhere)).toBeFocused()
    await expect(chips(page)).toHaveText(['Treatment.txt', 'Notes.md'])
    const other = await elsewhere.context().browser()?.newPage()
    if (!other) throw new Error('no browser')
    await signInAs(other, stranger)
    await other.goto(page.url())
    await expect(other.getByText('Script not found or access denied.').first()).toBeVisible()
    await other.close()
  })

  await test.step('what is no text, too large or empty is refused with a sentence, and not stored', async () => {
    await choose(
      page,
      textFile('Empty.txt', ''),
      textFile('Large.txt', 'Rain. '.repeat(200_000)),
      textFile('Photo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 2, 3])),
    )
    const bar = page.getByRole('region', { name: 'File Not Attached' })
    await expect(bar).toContainText('Empty.txt: the file is empty.')
    await expect(bar).toContainText('Large.txt: it has more than 1 MB of text.')
    await expect(bar).toContainText('Photo.png: not a text.')
    await expect(chips(page)).toHaveCount(2)
    await choose(page, textFile('..\\..\\a\u202e\u0007b.txt', 'Hail.'))
    await expect(chips(page).last()).toHaveText('a b.txt')
    await expect(bar).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('at most 20, however many are chosen at once', async () => {
    await choose(
      page,
      ...Array.from({ length: 20 }, (_, n) => textFile(`No. ${n}.txt`, `Note ${n}.`)),
    )
    await expect(chips(page)).toHaveCount(20)
    await expect(page.getByRole('region', { name: 'File Not Attached' })).toContainText(
      'A script can have 20 attachments.',
    )
    expect(
      await sql('select count(*)::int from public.attachments where user_id = $1', [writer.id]),
    ).toEqual([{ count: 20 }])
  })

  await test.step('the model gets the passages that concern the request, and the answer says so', async () => {
    const held = heldAnswer('Where is the violin?')
    await send(page, held.prompt)
    await held.say('<script>\nINT. LIGHTHOUSE - NIGHT\n\nA violin.\n</script>')
    await held.end()
    await answers(page).getByRole('button', { name: 'What the model was given' }).click()
    const given = page.getByRole('dialog', { name: 'What the model was given' })
    await expect(given).toContainText('Attachments')
    await expect(given).toContainText('Treatment.txt: 1 of 1 passage')
    await page.keyboard.press('Escape')
  })

  await test.step('a phone has room for all of it', async () => {
    await page.setViewportSize(PHONE)
    await expectNoOverflow(page)
    await expect(page.getByRole('button', { name: 'Attach a file' })).toBeInViewport()
    await chips(page).first().getByRole('button').click()
    await expect(chips(page)).toHaveCount(19)
  })
})
