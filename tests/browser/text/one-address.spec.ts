import { leaveQuestion, nameField, openMenu, saveButton } from '../../support/browser/chats.ts'
import { unsaved } from '../../support/browser/generation.ts'
import { allowConsoleErrors } from '../../support/browser/page.ts'
import { createPerson, signInAs, sql } from '../../support/browser/people.ts'
import { scriptPage, startIn } from '../../support/browser/script-page.ts'
import {
  expectStorage,
  goTo,
  OFFLINE,
  pageText,
  STORED,
  typeKeys,
} from '../../support/browser/typing.ts'
import { expect, test } from '../fixtures.ts'

const KEEP = '**/rest/v1/rpc/keep_draft'
const BEGUN = /\/editor\/[0-9a-f-]{36}$/

test('a new script has one address from its first words on, through everything that may happen to it', async ({
  page,
  consoleErrors,
}) => {
  test.slow()
  const writer = await createPerson('addressed')
  await startIn(page, 'page')
  await signInAs(page, writer)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Create New Script' }).click()
  let written = ''
  const write = async (words: string, to = page) => {
    await goTo(to, 'end')
    await typeKeys(to, words)
    written += words
    await expectStorage(to, STORED)
  }
  const expectWritten = async (on = page) => {
    await expect(scriptPage(on)).toContainText(written)
    expect(await pageText(on)).toBe(written)
  }

  await test.step('a reload before the server has anything of it', async () => {
    await page.route(KEEP, (route) => route.abort())
    await goTo(page, 'end')
    await typeKeys(page, 'One.')
    written = 'One.'
    await expectStorage(page, OFFLINE)
    await expect(page).toHaveURL(BEGUN)
    await page.reload()
    await expectWritten()
    await page.unroute(KEEP)
    await expectStorage(page, STORED)
    allowConsoleErrors(consoleErrors, /ERR_FAILED/)
  })
  const address = page.url()
  const id = address.split('/').at(-1)

  await test.step('a reload', async () => {
    await page.reload()
    await expectWritten()
    await write(' Two.')
  })
  await test.step('another tab, by the address alone, in which both write', async () => {
    const other = await page.context().newPage()
    await startIn(other, 'page')
    await other.goto(address)
    await expectWritten(other)
    await write(' Three.', other)
    await expectWritten()
    await write(' Four.')
    await expectWritten(other)
    await other.close()
  })
  await test.step('back, forward and back again', async () => {
    await page.evaluate(() => history.back())
    await leaveQuestion(page).getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'My Scripts' })).toBeVisible()
    await page.goForward()
    await expect(page).toHaveURL(address)
    await expectWritten()
    await write(' Five.')
  })
  await test.step('signing out and in', async () => {
    await (await openMenu(page)).getByText('Log out').click()
    await leaveQuestion(page).getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page).toHaveURL('/login')
    await signInAs(page, writer)
    await page.goto(address)
    await expectWritten()
    await write(' Six.')
  })
  await test.step('somebody else, who finds nothing there', async () => {
    const stranger = await page.context().browser()?.newContext()
    const theirs = await stranger?.newPage()
    if (!theirs) throw new Error('no browser')
    await signInAs(theirs, await createPerson('stranger'))
    await theirs.goto(address)
    await expect(theirs).toHaveURL('/dashboard')
    await expect(theirs.getByText('Script not found or access denied.').first()).toBeVisible()
    await stranger?.close()
  })
  await test.step('its first save, here and for another tab that has it open', async () => {
    const other = await page.context().newPage()
    await other.goto(address)
    await expectWritten(other)
    await nameField(page).fill('Numbers')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(`${request.url()} ${request.postData()}`)
    })
    await saveButton(page).click()
    await expect(unsaved(page)).toBeHidden()
    const saves = sent.filter((request) => /save_script|keep_draft/.test(request))
    expect(saves, 'one request, without the text that the server has').toHaveLength(1)
    expect(saves[0]).toMatch(/save_script.*"revision":\d+/)
    expect(saves[0]).not.toContain('One.')
    await expect(page).toHaveURL(address)
    expect(await sql('select title from public.scripts where id = $1', [id])).toEqual([
      { title: 'Numbers' },
    ])
    await expect(nameField(other)).toHaveValue('Numbers')
    await expect(unsaved(other)).toBeHidden()
    await write(' Seven.', other)
    await expectWritten()
    await saveButton(other).click()
    await expect(unsaved(page)).toBeHidden()
    await other.close()
  })
  await page.reload()
  await expect(nameField(page)).toHaveValue('Numbers')
  await expectWritten()
})
