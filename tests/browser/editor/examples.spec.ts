import type { Locator, Page } from '@playwright/test'
import {
  addConversation,
  openConversation,
  openEditor,
  openMenu,
  fillDisk,
} from '../../support/browser/chats.ts'
import { answers, heldAnswer, send, unfold } from '../../support/browser/generation.ts'
import {
  allowConsoleErrors,
  expectConsoleErrors,
  expectNotice,
} from '../../support/browser/page.ts'
import { type BrowserPerson, createPerson, sql } from '../../support/browser/people.ts'
import { chooseView, scriptPage } from '../../support/browser/script-page.ts'
import { expect, test } from '../fixtures.ts'

const KEEP = 'Add To Learning Loop'
const KEPT = "This response has already been saved for AI's Learning Loop."
const RPC = '**/rest/v1/rpc/list_examples*'

const addExample = ({ id }: BrowserPerson, content: string) =>
  sql('insert into public.golden_examples (user_id, content) values ($1, $2)', [id, content])

const dialog = (page: Page, name = 'Learning Loop examples') =>
  page.getByRole('dialog', { name, exact: true })
const items = (within: Locator) =>
  within.getByRole('list', { name: 'Examples' }).getByRole('listitem')
const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true })

async function manage(page: Page): Promise<Locator> {
  await (await openMenu(page)).getByRole('menuitem', { name: 'Learning Loop examples' }).click()
  await expect(dialog(page)).toBeVisible()
  return dialog(page)
}

async function confirmDeletion(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'Delete example' })
  await expect(question).toContainText('This action cannot be undone.')
  await button(question, 'Delete').click()
  await expect(question).toBeHidden()
}

test('an answer shows the examples it used, and opens them', async ({ page }) => {
  const writer = await createPerson('shown', { learningLoop: true })
  await addExample(writer, 'INT. TRAM - NIGHT\n\nMARA counts coins.')
  await addExample(writer, 'EXT. DEPOT - DAY\n\nA gate.')
  await openEditor(page, writer)
  const held = heldAnswer()
  await send(page, held.prompt)
  await held.say('INT. PIER - NIGHT\n\nA boat comes in.\n')
  await held.end()
  const used = button(answers(page), 'Used 2 examples')
  await used.click()
  const shown = dialog(page, 'Examples this answer used')
  await expect(items(shown)).toHaveCount(2)
  await expect(items(shown).first()).toContainText('EXT. DEPOT - DAY')
  await expect(items(shown).first()).toContainText('In use')

  await test.step('one is read as a screenplay, and the way back leads to where it was', async () => {
    await button(items(shown).nth(1), 'Read').press('Enter')
    await expect(shown.getByRole('article', { name: 'Example' })).toContainText(
      'MARA counts coins.',
    )
    await expect(button(shown, 'Back to the list')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(button(items(shown).nth(1), 'Read')).toBeFocused()
  })

  await test.step('a deleted one still counts, and is called so', async () => {
    await button(items(shown).nth(1), 'Delete').click()
    await confirmDeletion(page)
    await expectNotice(page, 'Example deleted')
    await expect(items(shown)).toHaveText([/EXT\. DEPOT/, 'A deleted example'])
    await page.keyboard.press('Escape')
    await expect(used).toBeFocused()
  })

  await test.step('without access they can be read, and not changed', async () => {
    await sql('update public.profiles set learning_loop_access = false where id = $1', [writer.id])
    await expect(button(answers(page), KEEP)).toHaveCount(0)
    await used.click()
    await expect(button(items(shown).first(), 'Read')).toBeVisible()
    await expect(button(shown, 'Disable')).toHaveCount(0)
    await expect(button(shown, 'Delete')).toHaveCount(0)
  })
})

test('with access an answer is saved once and remembered; examples are disabled, enabled and deleted, and other tabs follow', async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('manager')
  await addConversation(writer, 'Talk', {
    messages: [
      ['ai', 'INT. TRAM - NIGHT'],
      ['ai', 'EXT. STOP - DAY'],
    ],
  })
  await openEditor(page, writer)
  await openConversation(page, 'Talk', 'INT. TRAM - NIGHT')
  const [keep, kept] = [button(answers(page), KEEP), page.getByText(KEPT)]

  await test.step('only users with access see the Learning Loop', async () => {
    await expect(page.getByRole('button', { name: 'Download as .docx' })).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Open in Google Docs' })).toHaveCount(2)
    await expect(keep).toHaveCount(0)
    // Access is granted while the page is open.
    await sql('update public.profiles set learning_loop_access = true where id = $1', [writer.id])
    await expect(keep).toHaveCount(2)
  })

  await test.step('without examples, the list says how to add one; the page has a command for it', async () => {
    await chooseView(page, 'Page')
    await scriptPage(page).click()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
    await page.keyboard.insertText('learning')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText('No examples yet.')
    await page.keyboard.press('Escape')
    await expect(scriptPage(page)).toBeFocused()
    await chooseView(page, 'Chat')
  })

  const other = await page.context().newPage()
  let isLive = false
  await other.routeWebSocket('**/realtime/**', (socket) => {
    if (isLive) socket.connectToServer()
    else void socket.close()
  })
  await other.goto('/editor/new')
  await openConversation(other, 'Talk', 'INT. TRAM - NIGHT')
  const [keepThere, keptThere] = [button(answers(other), KEEP), other.getByText(KEPT)]
  await expect(keepThere).toHaveCount(2)

  await test.step('an answer is saved once', async () => {
    await keep.first().dblclick()
    await expectNotice(page, 'Response added to your Learning Loop successfully!')
    await expect(kept).toHaveCount(1)
    await expect(keep).toHaveCount(1)
    // The other tab, without live changes, does not know: saving again succeeds without a duplicate.
    await keepThere.first().click()
    await expect(keptThere).toHaveCount(1)
    expect(
      await sql('select content, topic from public.golden_examples where user_id = $1', [
        writer.id,
      ]),
    ).toEqual([{ content: 'INT. TRAM - NIGHT', topic: 'Script Writing' }])
  })
  await test.step('what cannot be saved is reported', async () => {
    const address = '**/rest/v1/golden_examples'
    await fillDisk(other, address)
    await keepThere.click()
    await expectNotice(other, 'Failed to save to Learning Loop. Please try again.')
    await expect(keepThere).toBeVisible()
    await other.unroute(address)
  })

  isLive = true
  await other.reload()
  await expect(keptThere).toHaveCount(1)
  const elsewhere = await manage(other)
  await unfold(answers(page).first())
  await button(answers(page), 'Manage examples').click()
  const shown = dialog(page)
  await expect(items(shown)).toHaveCount(1)

  await test.step('a disabled one is kept', async () => {
    const isDisabled = () =>
      sql('select disabled from public.golden_examples where user_id = $1', [writer.id])
    await button(items(shown), 'Disable').click()
    for (const list of [shown, elsewhere]) await expect(items(list)).toContainText('Disabled')
    expect(await isDisabled()).toEqual([{ disabled: true }])
    await button(items(elsewhere), 'Enable').click()
    for (const list of [shown, elsewhere]) await expect(items(list)).toContainText('In use')
    expect(await isDisabled()).toEqual([{ disabled: false }])
  })

  await test.step('when it is deleted, its answer can be saved again', async () => {
    await button(items(shown), 'Delete').click()
    await confirmDeletion(page)
    for (const list of [shown, elsewhere]) await expect(list).toContainText('No examples yet.')
    for (const tab of [page, other]) {
      await tab.bringToFront()
      await tab.keyboard.press('Escape')
      await expect(tab.getByText(KEPT)).toBeHidden()
    }
    await keep.first().click()
    await expect(kept).toBeVisible()
    await expect(keptThere).toBeVisible()
  })

  await test.step('when access is taken away, so is all of it', async () => {
    await sql('update public.profiles set learning_loop_access = false where id = $1', [writer.id])
    for (const gone of [kept, keep, keptThere, keepThere]) await expect(gone).toHaveCount(0)
    await sql('update public.profiles set learning_loop_access = true where id = $1', [writer.id])
    for (const back of [keep, keepThere]) await expect(back).toHaveCount(1)
  })

  await test.step('a person who is no longer signed in is told so', async () => {
    await other.evaluate(() => localStorage.removeItem('script-writer-session'))
    await keepThere.click()
    await expectNotice(other, 'You must be logged in to save examples.')
    // A tab may send a request before it learns of the sign-out.
    allowConsoleErrors(consoleErrors, /401/)
  })
})

test('many examples can be searched, on a phone too, and a failure can be retried', async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('searcher', { learningLoop: true })
  for (const place of ['TRAM', 'DEPOT', 'PIER', 'ATTIC', 'BAR', 'ROOF', 'CELLAR'])
    await addExample(writer, `INT. ${place} - NIGHT\n\n${'Rain on the windows. '.repeat(30)}`)
  await page.setViewportSize({ width: 390, height: 844 })
  await openEditor(page, writer)
  await fillDisk(page, RPC)
  const shown = await manage(page)
  await expect(shown).toContainText('Failed to load your examples: the disk is full')
  await page.unroute(RPC)
  await button(shown, 'Try again').click()
  await expect(items(shown)).toHaveCount(7)
  expectConsoleErrors(consoleErrors, /500/)
  expect(await shown.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)

  const box = shown.getByRole('searchbox', { name: 'Search examples' })
  await box.fill('pier')
  await expect(items(shown)).toHaveText([/INT\. PIER/])
  await box.fill('boat')
  await expect(shown).toContainText('No examples match your search.')
  await box.press('Escape')
  await expect(items(shown)).toHaveCount(7)
  await expect(box).toBeFocused()
  await box.press('Escape')
  await expect(shown).toBeHidden()
})
