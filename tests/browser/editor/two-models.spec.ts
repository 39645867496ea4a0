import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { room, rooms } from '../../support/documents/forty-rooms.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { chatLog, promptBox } from '../../support/browser/chats.ts'
import { allowConsoleErrors } from '../../support/browser/page.ts'
import { signInHere, startOwnServer } from '../../support/browser/own-server.ts'
import { type Behaviour, startProvider } from '../../support/providers/provider-server.ts'
import { expect, test } from '../fixtures.ts'

// What the database and the script become is tested in tests/integration/generation/answers/two-models.test.ts.

type Answer = Parameters<Behaviour>[0]
const SCRIPT = rooms(3)
const scene = (word: string) => `<scene id="2">\n${room(2).replace('flickers', word)}</scene>`

/** A provider of two models, whose answers the test writes. */
async function twoModels() {
  let asked = new Map([
    ['first', Promise.withResolvers<Answer>()],
    ['second', Promise.withResolvers<Answer>()],
  ])
  const provider = await startProvider('openai-compatible', (answer, { body }) => {
    const { model } = body as { model: string }
    answer.begin()
    asked.get(model)?.resolve(answer)
  })
  return {
    ...provider,
    /** The answer of a model to the next prompt. */
    answerOf: (model: string) => asked.get(model)?.promise ?? Promise.reject(new Error(model)),
    askAgain: () => {
      asked = new Map([...asked.keys()].map((model) => [model, Promise.withResolvers<Answer>()]))
    },
  }
}

const modelButton = (page: Page) => page.getByRole('button', { name: /^Model: / })
const pair = (page: Page) => page.getByRole('region', { name: 'Answers of two models' })
const answerFrom = (page: Page, model: string) =>
  page.getByRole('article', { name: `Answer from ${model}` })
const useAnswer = (page: Page, model: string) =>
  page.getByRole('button', { name: `Use this answer: ${model}` })
const pager = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

async function chooseBoth(page: Page): Promise<void> {
  await modelButton(page).click()
  await page
    .getByRole('group', { name: 'Ask two models' })
    .getByRole('menuitemradio', { name: 'first and Second' })
    .click()
  await expect(modelButton(page)).toHaveText('first and Second')
}

test('two models answer side by side, and the script follows the answer that is used', async ({
  page,
  elsewhere,
  consoleErrors,
}) => {
  const provider = await twoModels()
  const server = await startOwnServer(
    {},
    {
      AI_PROVIDER: 'openai-compatible',
      AI_MODEL: 'first',
      AI_BASE_URL: provider.baseUrl,
      AI_ALLOW_PRIVATE: 'true',
    },
  )
  const phone = await page
    .context()
    .browser()
    ?.newContext({ viewport: { width: 390, height: 844 } })
  const theirs = await phone?.newPage()
  if (!theirs) throw new Error('no browser')
  try {
    await server.signUp('admin@example.com')
    const anna = await server.signUp('anna@example.com')
    const { data } = await anna.client.rpc('save_script', {
      title: 'Rooms',
      content: SCRIPT,
      creation_key: randomUUID(),
    })
    const address = `${server.url}/editor/${data?.id}`
    const text = async () => {
      const [draft] = await server.sql(
        `select private.text_of_pieces(texts.pieces) as text
         from public.script_drafts as drafts join private.draft_texts as texts on draft_id = drafts.id
         where drafts.user_id = $1`,
        [anna.id],
      )
      return (draft as { text: string } | undefined)?.text
    }
    let typed = SCRIPT
    const withRoom2 = (word: string) => typed.replace(room(2), room(2).replace('flickers', word))
    for (const each of [page, elsewhere, theirs]) await signInHere(each, anna)
    await page.goto(address)

    await test.step('with one model nothing is offered', async () => {
      await expect(promptBox(page)).toBeEnabled()
      await expect(modelButton(page)).toHaveCount(0)
    })
    await server.sql(
      `with ours as (
         insert into private.ai_connections (name, kind, base_url) values ('Ours', 'openai-compatible', $1) returning id
       )
       insert into private.ai_models (connection_id, model, label, offered)
       select id, 'second', 'Second', true from ours`,
      [provider.baseUrl],
    )
    await page.reload()

    await test.step('a second one is chosen for the next prompt', async () => {
      await modelButton(page).click()
      await page.keyboard.press('Escape')
      await chooseBoth(page)
      await promptBox(page).fill('Make room 2 darker')
      await promptBox(page).press('Enter')
      await expect(pair(page)).toBeVisible()
      await expect(answerFrom(page, 'first')).toBeVisible()
      await expect(answerFrom(page, 'Second')).toBeVisible()
    })
    const [first, second] = [await provider.answerOf('first'), await provider.answerOf('second')]
    first.say(scene('glows'))
    second.say(scene('dies').slice(0, 80))

    await test.step('both grow side by side, here and on another device', async () => {
      await expect(answerFrom(page, 'first')).toContainText('glows over bed 2')
      await expect(answerFrom(page, 'Second')).toContainText('INT. ROOM 2')
      await elsewhere.goto(address)
      await expect(answerFrom(elsewhere, 'first')).toContainText('glows over bed 2')
      await page.reload()
      await expect(answerFrom(page, 'first')).toContainText('glows over bed 2')
      await expect(answerFrom(page, 'Second')).toContainText('INT. ROOM 2')
    })
    await test.step('typing on the page goes on meanwhile', async () => {
      await elsewhere.getByRole('button', { name: 'Page', exact: true }).click()
      await expect(elsewhere.locator('.cm-content')).toContainText('ROOM 3')
      await elsewhere.locator('.cm-content').click()
      await elsewhere.keyboard.press('Control+End')
      await elsewhere.keyboard.type('Rain.')
      await expect.poll(text).toContain('Rain.')
      await elsewhere.getByRole('button', { name: 'Chat', exact: true }).click()
    })
    typed = (await text()) ?? ''
    await test.step('the first one can be used as soon as it is there', async () => {
      first.end()
      await expect(useAnswer(page, 'first')).toBeEnabled()
      await expect(useAnswer(page, 'Second')).toHaveCount(0)
      second.say(scene('dies').slice(80))
      second.end()
      await expect(useAnswer(page, 'Second')).toBeEnabled()
      await expect(promptBox(page)).toBeEnabled()
      await expect(modelButton(page)).toHaveText('first')
      expect(await text()).toBe(typed)
      await server.sql('update public.profiles set learning_loop_access = true where id = $1', [
        anna.id,
      ])
      for (const model of ['first', 'Second'])
        for (const name of ['Add To Learning Loop', 'Download as .docx', 'Open in Google Docs'])
          await expect(answerFrom(page, model).getByRole('button', { name })).toBeVisible()
      await expect(
        answerFrom(page, 'first').getByRole('button', { name: 'Try again' }),
      ).toHaveCount(0)
      await expectAccessible(page, chatLog(page))
    })
    await test.step('on a phone they stand one below the other', async () => {
      await theirs.goto(address)
      await theirs.getByRole('button', { name: 'Chat', exact: true }).click()
      await expect(useAnswer(theirs, 'Second')).toBeVisible()
      const [upper, lower] = await Promise.all(
        ['first', 'Second'].map((model) => answerFrom(theirs, model).boundingBox()),
      )
      expect(lower?.y).toBeGreaterThan((upper?.y ?? 0) + (upper?.height ?? 0))
      await expectAccessible(theirs, chatLog(theirs))
    })
    await test.step('the one that is used becomes the script, and the other one stays', async () => {
      await useAnswer(page, 'Second').press('Enter')
      await expect(pair(page)).toHaveCount(0)
      await expect(pager(page, '2 of 2')).toBeVisible()
      await expect.poll(text).toBe(withRoom2('dies'))
      await expect(pair(elsewhere)).toHaveCount(0)
      await expect(pair(theirs)).toHaveCount(0)
      await expect(pager(page, '2 of 2').getByRole('button', { name: 'Previous' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(chatLog(page)).toContainText('This answer is not in your script.')
      await expect.poll(text).toBe(typed)
      await page.getByRole('button', { name: 'Use this answer' }).click()
      await expect.poll(text).toBe(withRoom2('glows'))
      await expect(chatLog(page)).not.toContainText('This answer is not in your script.')
    })
    /** Asks both models and waits until both are asked. */
    async function askBoth(prompt: string): Promise<[Answer, Answer]> {
      provider.askAgain()
      await chooseBoth(page)
      await promptBox(page).fill(prompt)
      await promptBox(page).press('Enter')
      return [await provider.answerOf('first'), await provider.answerOf('second')]
    }
    await test.step("'Stop' stops both, and what there is of them stays", async () => {
      const both = await askBoth('Make room 3 darker')
      for (const one of both) one.say('A thought about room 3.\n\n')
      await expect(answerFrom(page, 'first')).toContainText('A thought')
      await expect(answerFrom(page, 'Second')).toContainText('A thought')
      await page.getByRole('button', { name: 'Stop generating' }).click()
      await expect(promptBox(page)).toBeEnabled()
      await expect(pair(page)).toHaveCount(0)
      const jobs = await server.sql(
        "select status from public.generation_jobs where prompt = 'Make room 3 darker' and error_code = 'stopped'",
      )
      expect(jobs).toHaveLength(2)
      await expect(pager(page, '1 of 2')).toHaveCount(2)
    })
    await test.step('one that fails says why beside the other one, which can be used', async () => {
      const [failing, other] = await askBoth('Make room 1 darker')
      failing.end('refusing')
      other.say(`<scene id="1">\n${room(1).replace('flickers', 'waits')}</scene>`)
      other.end()
      await expect(useAnswer(page, 'Second')).toBeEnabled()
      await page.reload()
      await expect(useAnswer(page, 'Second')).toBeEnabled()
      await expect(pair(page)).toContainText('The AI declined to write this.')
      await useAnswer(page, 'Second').click()
      await expect.poll(text).toContain('The lamp of room 1 waits')
    })
    await test.step('a model that is gone has its sentence, and another one can be asked', async () => {
      await page.reload()
      await chooseBoth(page)
      await server.sql('update private.ai_models set offered = false')
      await promptBox(page).fill('Once more')
      await promptBox(page).press('Enter')
      await expect(page.getByText('This model is not available.').first()).toBeVisible()
      allowConsoleErrors(consoleErrors, /status of 400/)
      await expect(promptBox(page)).toHaveValue('Once more')
      await expect(modelButton(page)).toHaveCount(0)
      provider.askAgain()
      await promptBox(page).press('Enter')
      const only = await provider.answerOf('first')
      only.say('INT. END - DAY\n\nLight.')
      only.end()
      await expect(page.getByRole('article', { name: 'Answer' }).last()).toContainText('Light.')
    })
  } finally {
    for (const each of [page, elsewhere, theirs]) await each.goto(`${server.url}/favicon.svg`)
    await phone?.close()
    await server.stop()
    provider.stop()
  }
})
