import type { Locator, Page } from '@playwright/test'
import { openEditor, promptBox } from '../../support/browser/chats.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { answers, callsOf, heldAnswer, holdNext } from '../../support/browser/generation.ts'
import { middleOf } from '../../support/browser/finger.ts'
import { addNotes } from '../../support/browser/notes.ts'
import { notices } from '../../support/browser/page.ts'
import { createPerson, sql } from '../../support/browser/people.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { expectStored, scriptPage, startIn } from '../../support/browser/script-page.ts'
import { expectStorage, STORED } from '../../support/browser/typing.ts'
import { expect, test } from '../fixtures.ts'

const SCRIPT = `# Act one

INT. TRAM 28 - NIGHT
[[COLOR blue]]
= They meet.

INÊS
You're early.

EXT. RIVER - DAWN

The boat is not there. [[Ask the harbour.]]

RUI
Wait.

# Act two

INT. VAULT - NIGHT

MARTA
Now.

INT. KITCHEN - DAY

INÊS
Coffee?
`

const showAs = (page: Page, view: 'Page' | 'Board') =>
  page
    .getByRole('group', { name: 'Show the script as' })
    .getByRole('button', { name: view })
    .click()

const card = (page: Page, heading: string): Locator =>
  page.locator('[data-card]').filter({ hasText: heading })
const column = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${title}, `) })
/** The headings of the cards of a column. */
const cardsIn = (page: Page, title: string) =>
  column(page, title)
    .locator('[data-card] > span:first-child')
    .evaluateAll((all) =>
      all.map(({ textContent }) => textContent?.replace(/^(Scene \S+|Idea:) /, '')),
    )
const said = (page: Page, words: string) => page.getByText(words, { exact: true })

async function openBoard(page: Page, name: string, script: string, view: 'page' | 'both' = 'page') {
  const writer = await createPerson(name)
  const id = await addScript(writer, 'The Lisbon Job', script)
  await startIn(page, view)
  await openEditor(page, writer, `/editor/${id}`)
  await showAs(page, 'Board')
  return { writer, id }
}

test('scenes are cards, moved by mouse, edited in place, and undone on the page', async ({
  page,
}) => {
  const { writer } = await openBoard(page, 'board-writer', SCRIPT)
  const { keyboard, mouse } = page

  await test.step('a card shows heading, synopsis, length, characters, colour and notes', async () => {
    await expect(card(page, 'TRAM 28')).toHaveText(
      /Scene 1 INT. TRAM 28 - NIGHT\s*They meet\.\s*1\/8 pages\s*INÊS\s*Blue/,
    )
    await expect(card(page, 'RIVER')).toContainText('No synopsis')
    await expect(card(page, 'RIVER')).toContainText('1 note')
    expect(await cardsIn(page, 'Act one')).toEqual(['INT. TRAM 28 - NIGHT', 'EXT. RIVER - DAWN'])
    await expectAccessible(page, page.getByRole('main'))
  })

  await test.step('dragging moves a card to another column', async () => {
    const from = await middleOf(card(page, 'RIVER'))
    const to = await middleOf(card(page, 'KITCHEN'))
    await mouse.move(from.x, from.y)
    await mouse.down()
    await mouse.move(from.x + 10, from.y, { steps: 2 })
    await mouse.move(to.x, to.y - 20, { steps: 5 })
    await expect(page.locator('[data-drop-line]')).toBeVisible()
    await mouse.up()
    await expect
      .poll(() => cardsIn(page, 'Act two'))
      .toEqual(['INT. VAULT - NIGHT', 'EXT. RIVER - DAWN', 'INT. KITCHEN - DAY'])
    await expect(
      said(page, 'Scene 3, EXT. RIVER - DAWN: moved to place 2 of 3 in Act two.'),
    ).toBeAttached()
    await expectStored(
      writer,
      SCRIPT.replace(/EXT\. RIVER[^#]*(?=# Act)/, '').replace(
        'INT. KITCHEN',
        `${/EXT\. RIVER[^#]*(?=# Act)/.exec(SCRIPT)?.[0]}INT. KITCHEN`,
      ),
    )
  })

  await test.step('Control+Z takes it back', async () => {
    await keyboard.press('Control+z')
    await expectStored(writer, SCRIPT)
  })

  await test.step('heading and synopsis are edited on the card', async () => {
    await card(page, 'VAULT').click()
    await keyboard.press('F2')
    await page.getByRole('textbox', { name: 'Heading' }).fill('int. old vault - night')
    await page.getByRole('textbox', { name: 'Synopsis' }).fill('What Marta did not say.')
    await keyboard.press('Enter')
    await expect(card(page, 'INT. OLD VAULT - NIGHT')).toContainText('What Marta did not say.')
    await expect(card(page, 'OLD VAULT')).toBeFocused()
    const edited = SCRIPT.replace(
      'INT. VAULT - NIGHT',
      'INT. OLD VAULT - NIGHT\n= What Marta did not say.',
    )
    await expectStored(writer, edited)
  })

  await test.step('Enter opens the scene on the page, where undo goes on', async () => {
    await keyboard.press('Enter')
    await expect(scriptPage(page)).toBeFocused()
    await expect(scriptPage(page)).toContainText('OLD VAULT')
    await keyboard.press('Control+z')
    await expectStored(writer, SCRIPT)
  })
})

test('a script is planned and restructured by keyboard alone', async ({ page }) => {
  const writer = await createPerson('board-keys')
  await startIn(page, 'page')
  await openEditor(page, writer, '/editor/new')
  const { keyboard } = page

  await test.step('from an empty page to the board, with a template', async () => {
    await expect(page.getByText('page 1 of 1')).toBeVisible()
    await keyboard.press('F6')
    await expect(scriptPage(page)).toBeFocused()
    await keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
    await page.keyboard.insertText('as a board')
    await keyboard.press('Enter')
    await expect(page.getByText('Nothing is on the board yet.')).toBeVisible()
    await keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
    await page.keyboard.insertText('three acts')
    await keyboard.press('Enter')
    await expect(column(page, 'Act two')).toBeVisible()
    expect(await cardsIn(page, 'Act one')).toEqual([
      'An ordinary day',
      'The disturbance',
      'The decision',
    ])
    await expect
      .poll(() =>
        sql('select pending_origin from public.script_drafts where user_id = $1', [writer.id]),
      )
      .toEqual([{ pending_origin: 'template' }])
    // Beside columns that it has too, it goes into them, with what they lack.
    await keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
    await page.keyboard.insertText('three acts')
    await keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: 'These columns are there already' })
    await expect(question).toContainText('Act one, Act two, Act three.')
    await question.getByRole('button', { name: 'Add to these columns' }).click()
    await expect(notices(page)).toContainText(
      'Everything of this template is on the board already.',
    )
    await expect(page.getByRole('region', { name: /^Act one, / })).toHaveCount(1)
    const counts = page.getByRole('region', { name: 'Counts' })
    await expect(counts).toContainText(/0 pages.*0 scenes.*0 words\+ \d+ not printed/)
  })

  await test.step('arrow keys go over the board, N adds a card, F2 edits it', async () => {
    await page.locator('[data-card][tabindex="0"]').focus()
    await keyboard.press('ArrowDown')
    await expect(card(page, 'The disturbance')).toBeFocused()
    await expect(card(page, 'The disturbance')).toHaveAttribute('aria-pressed', 'true')
    await keyboard.press('n')
    await expect(page.getByRole('textbox', { name: 'Heading' })).toBeFocused()
    await keyboard.type('int. tram 28 - night')
    await keyboard.press('Tab')
    await keyboard.type('They meet.')
    await keyboard.press('Enter')
    await expect(card(page, 'INT. TRAM 28 - NIGHT')).toBeFocused()
    await keyboard.press('ArrowUp')
    await keyboard.press('F2')
    await keyboard.type('The tram stops')
    await keyboard.press('Enter')
    await expect(card(page, 'The tram stops')).toBeFocused()
    await expect(card(page, 'The tram stops')).toContainText('idea, not a scene yet')
  })

  await test.step('Alt and arrow keys move one card or several, with a word for each', async () => {
    await keyboard.press('Alt+ArrowRight')
    await expect.poll(() => cardsIn(page, 'Act two')).toContain('The tram stops')
    await expect(card(page, 'The tram stops')).toBeFocused()
    await expect(
      page.getByText(/^Idea The tram stops: moved to place 2 of 5 in Act two\.$/),
    ).toBeAttached()
    await keyboard.press('Shift+ArrowDown')
    await expect(page.getByText('2 cards selected.')).toBeAttached()
    await keyboard.press('Alt+ArrowUp')
    await expect
      .poll(() => cardsIn(page, 'Act two'))
      .toEqual('The tram stops|The middle|First attempts|The squeeze|The lowest point'.split('|'))
    await expect(page.getByText('2 cards moved to Act two.')).toBeAttached()
    await keyboard.press('Alt+ArrowUp')
    await expect(page.getByText('It cannot be moved further.')).toBeAttached()
  })

  await test.step('Delete deletes, Control+Z brings it back', async () => {
    await keyboard.press('Home')
    await keyboard.press('Delete')
    await expect(card(page, 'The tram stops')).toHaveCount(0)
    const deleted = notices(page).filter({ hasText: '1 card deleted' })
    await expect(deleted).toContainText('Idea The tram stops')
    await deleted.getByRole('button', { name: 'Undo' }).click()
    await expect(card(page, 'The tram stops')).toBeVisible()
    // It was selected, and so what prompts are about: that was over, not lost. A toast would be gone after a while.
    expect(await notices(page).filter({ hasText: 'Back to the whole script' }).count()).toBe(0)
    await keyboard.press('Delete')
    await expect(card(page, 'The tram stops')).toHaveCount(0)
    await keyboard.press('Control+z')
    await expect(card(page, 'The tram stops')).toBeVisible()
  })

  await test.step('the keys are listed, and the board opens again', async () => {
    await page.locator('[data-card][tabindex="0"]').focus()
    await keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(dialog.getByText('Move what is selected')).toBeVisible()
    await keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expectStorage(page, STORED)
    await page.reload()
    await expect(card(page, 'INT. TRAM 28 - NIGHT')).toBeVisible()
  })
})

test('what is done on one device shows on the other, and both stay', async ({
  page,
  elsewhere,
}) => {
  const { writer, id } = await openBoard(page, 'board-two', SCRIPT)
  await startIn(elsewhere, 'page')
  await openEditor(elsewhere, writer, `/editor/${id}`)
  await expect(scriptPage(elsewhere)).toContainText('INT. KITCHEN - DAY')

  await test.step('typing changes a card', async () => {
    await scriptPage(elsewhere).press('Control+End')
    await elsewhere.keyboard.insertText('\n\nEXT. ROOF - NIGHT\n\nNobody.\n')
    await expect(card(page, 'EXT. ROOF - NIGHT')).toBeVisible()
  })

  await test.step('a card is moved while somebody types in another scene', async () => {
    await card(page, 'VAULT').click()
    await elsewhere.keyboard.insertText('Really nobody.')
    await page.keyboard.press('Alt+ArrowLeft')
    const moved = ['INT. VAULT - NIGHT', 'INT. TRAM 28 - NIGHT', 'EXT. RIVER - DAWN']
    await expect.poll(() => cardsIn(page, 'Act one')).toEqual(moved)
    await showAs(elsewhere, 'Board')
    await expect.poll(() => cardsIn(elsewhere, 'Act one')).toEqual(moved)
    for (const device of [page, elsewhere]) {
      await expect
        .poll(() => cardsIn(device, 'Act two'))
        .toEqual(['INT. KITCHEN - DAY', 'EXT. ROOF - NIGHT'])
      await card(device, 'ROOF').dblclick()
      await expect(scriptPage(device)).toContainText('Really nobody.')
    }
  })
})

test('the strip shows who speaks where, and a name is the filter', async ({ page }) => {
  await openBoard(page, 'board-rhythm', SCRIPT)
  const strip = page.getByRole('region', { name: 'Rhythm' })
  const people = strip.getByRole('list', { name: 'Who speaks in which scenes' })
  /** The scenes that a person has a mark below, by their number; dimmed ones in brackets. */
  const marksOf = (name: string) =>
    strip.locator('svg[preserveAspectRatio]').evaluate((svg, person) => {
      const xs = (path: Element | null, what: RegExp) =>
        [...(path?.getAttribute('d') ?? '').matchAll(what)].map(([, x]) => Number(x))
      const bars = [...svg.querySelectorAll('g > path:not([data-row])')]
        .flatMap((path) => xs(path, /M(\S+) /g))
        .toSorted((one, other) => one - other)
      return [...svg.querySelectorAll(`g > [data-row="${person}"]`)].flatMap((path) =>
        xs(path, /M(\S+) /g).map((x) => {
          const scene = bars.indexOf(x) + 1
          return path.parentElement?.getAttribute('opacity') === '1' ? `${scene}` : `(${scene})`
        }),
      )
    }, name)

  await test.step('each of the most frequent speakers has a row with a mark for each scene', async () => {
    await expect(people.getByRole('button')).toHaveText(['INÊS', 'RUI', 'MARTA'])
    expect(await marksOf('INÊS')).toEqual(['1', '4'])
    expect(await marksOf('RUI')).toEqual(['2'])
    expect(await marksOf('MARTA')).toEqual(['3'])
  })

  await test.step('it is told in words too', async () => {
    await expect(people.getByRole('button', { name: 'INÊS, in 2 of 4 scenes' })).toBeVisible()
    await expect(
      strip.getByRole('list', { name: 'Rhythm, scene by scene' }).getByRole('listitem').first(),
    ).toHaveText('1 INT. TRAM 28 - NIGHT, 1/8 pages, night, inside, INÊS')
  })

  await test.step('a click on a name dims the cards and bars of the others, another one ends it', async () => {
    const name = people.getByRole('button', { name: /^INÊS/ })
    await name.click()
    await expect(page.getByText('2 of 4 cards')).toBeVisible()
    await expect(name).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('button', { name: 'INÊS', exact: true })).toBeVisible()
    await expect(card(page, 'VAULT')).toContainText('not in the filter')
    expect(await marksOf('RUI')).toEqual(['(2)'])
    expect(await marksOf('INÊS')).toEqual(['1', '4'])
    await name.click()
    await expect(page.getByText('2 of 4 cards')).toBeHidden()
  })

  await test.step('the rows can be put away, also by keyboard and for the next time', async () => {
    const button = strip.getByRole('button', { name: 'Who speaks in which scenes' })
    await button.press('Enter')
    await expect(people.getByRole('button')).toHaveCount(0)
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await page.reload()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await button.click()
    await expect(people.getByRole('button')).toHaveCount(3)
    await expectAccessible(page, strip)
  })
})

test('prompts from the board are about what is selected, change the cards, and are undone there', async ({
  page,
}) => {
  const idea = '\n### Rui calls his mother\n= What he would lose.\n'
  const script = SCRIPT + idea
  await page.setViewportSize({ width: 1440, height: 900 })
  const { writer } = await openBoard(page, 'board-asks', script, 'both')
  const calls = callsOf(page, 'generate-script')
  const last = () => calls.at(-1)?.postDataJSON() as Record<string, unknown> | undefined
  const chip = page.getByRole('button', { name: /^Ask about the whole script/ })
  const entry = (name: string) => page.getByRole('menuitem', { name })
  const openAsk = () =>
    page
      .getByRole('toolbar', { name: 'Board tools' })
      .getByRole('button', { name: 'Ask', exact: true })
      .click()
  async function ask(name: string) {
    const held = heldAnswer('')
    await holdNext(page, held)
    await openAsk()
    await entry(name).click()
    await expect.poll(() => held.received()).not.toBe('')
    return { ...held, received: await held.received() }
  }
  const end = script.length

  await test.step("'Fill in the synopses' is about the whole script if nothing is selected", async () => {
    const { received, say, end: finish } = await ask('Fill in the synopses')
    expect(last()).toMatchObject({ mode: 'change' })
    expect(last()?.['target'] ?? null).toBeNull()
    expect(received).toContain('<request>\nFill in the synopses: give every scene that has none')
    expect(received).toContain('= They meet.')
    expect(received).toContain('### Rui calls his mother')
    expect(received).not.toMatch(/^<target>/m)
    await say('Done.\n\n<scene id="2">\nEXT. RIVER - DAWN\n= Nobody waits for them.\n\n')
    await openAsk()
    await expect(entry('What is missing?')).toBeDisabled()
    await page.keyboard.press('Escape')
    await say('The boat is not there. [[Ask the harbour.]]\n\nRUI\nWait.\n</scene>')
    await finish()
    await expect(card(page, 'RIVER')).toContainText('Nobody waits for them.')
    await expect(card(page, 'TRAM 28')).toContainText('They meet.')
    await expectStored(writer, script.replace('- DAWN\n', '- DAWN\n= Nobody waits for them.\n'))
  })

  await test.step('Control+Z on a card takes it back', async () => {
    await card(page, 'RIVER').focus()
    await page.keyboard.press('Control+z')
    await expect(card(page, 'RIVER')).toContainText('No synopsis')
    await expectStored(writer, script)
  })

  await test.step('it is about neighbours that are selected, and nothing else', async () => {
    await card(page, 'VAULT').click()
    await card(page, 'KITCHEN').click({ modifiers: ['Shift'] })
    await expect(chip.last()).toHaveText(/^Scenes 3 to 4/)
    const { received, say, end: finish } = await ask('Fill in the synopses')
    const [from, to] = [script.indexOf('INT. VAULT'), script.indexOf('### Rui')]
    expect(last()).toMatchObject({ mode: 'change', target: { start: from, end: to } })
    const passages = [...received.matchAll(/<target>\s*(INT\.[^<]*?)\s*<\/target>/g)]
    expect(passages.map(([, passage]) => passage)).toEqual([
      'INT. VAULT - NIGHT\n\nMARTA\nNow.',
      'INT. KITCHEN - DAY\n\nINÊS\nCoffee?',
    ])
    await say(
      '<text>\nINT. VAULT - NIGHT\n= It is empty.\n\nMARTA\nNow.\n\nINT. KITCHEN - DAY\n= They wait.\n\nINÊS\nCoffee?\n</text>',
    )
    await finish()
    await expect(card(page, 'VAULT')).toContainText('It is empty.')
    await expect(card(page, 'KITCHEN')).toContainText('They wait.')
    await expect(card(page, 'RIVER')).toContainText('No synopsis')
    await page
      .getByRole('toolbar', { name: 'Board tools' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect(card(page, 'VAULT')).toContainText('No synopsis')
    await expectStored(writer, script)
  })

  await test.step('where prompts are sent from it says what they are about, and one act ends it everywhere', async () => {
    const tools = page.getByRole('toolbar', { name: 'Board tools' })
    const chosen = page.locator('[data-card][aria-pressed="true"]')
    await card(page, 'VAULT').click()
    await expect(chip).toHaveText([/^Scene 3/, /^Scene 3/])
    await openAsk()
    await expect(page.getByText(/^About Scene 3/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(chip).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(chip).toHaveCount(0)
    await expect(chosen).toHaveCount(0)

    for (const cross of [
      tools.getByRole('button', { name: /^Ask about the whole/ }),
      chip.last(),
    ]) {
      await card(page, 'VAULT').click()
      await expect(chip).toHaveCount(2)
      await cross.click()
      await expect(chip).toHaveCount(0)
      await expect(chosen).toHaveCount(0)
    }
    await card(page, 'VAULT').click()
    await expect(chip).toHaveCount(2)
    await promptBox(page).press('Escape')
    await expect(chosen).toHaveCount(0)

    await card(page, 'VAULT').click()
    await card(page, 'TRAM 28').click({ modifiers: ['Control'] })
    await expect(chip).toHaveCount(0)
    await openAsk()
    await expect(page.getByText('the selected cards are not next to each other')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(chosen).toHaveCount(0)
    await card(page, 'VAULT').focus()
    await page.keyboard.press('Control+a')
    await expect(chosen).toHaveCount(5)
    await page.keyboard.press('Escape')
    await expect(chosen).toHaveCount(0)
  })

  await test.step('a card counts the open notes on its scene, of readers and in the text', async () => {
    await expect(card(page, 'RIVER')).toContainText('1 note')
    await addNotes(writer, script, [
      { quote: 'The boat is not there.', body: 'Where is it?' },
      { quote: 'Coffee?', body: 'Now?', reader: null },
    ])
    await expect(card(page, 'RIVER')).toContainText('2 notes')
    await expect(card(page, 'KITCHEN')).toContainText('1 note')
    await sql("update public.script_notes set state = 'done' where user_id = $1", [writer.id])
    await expect(card(page, 'RIVER')).toContainText('1 note')
    await expect(card(page, 'KITCHEN')).not.toContainText('note')
  })

  await test.step("'What is missing?' is a question about what is selected, and changes nothing", async () => {
    await card(page, 'KITCHEN').click()
    const { received, say, end: finish } = await ask('What is missing?')
    expect(last()).toMatchObject({ mode: 'ask', target: { start: script.indexOf('INT. KITCHEN') } })
    expect(received).toContain('<request>\nLook at the outline')
    expect(received).toContain('This is a question')
    await say('Nobody says why the boat is late.')
    await finish()
    await expect(answers(page).last()).toContainText('Nobody says why the boat is late.')
    await expectStored(writer, script)
  })

  await test.step('it is about the whole script again once nothing is selected', async () => {
    await card(page, 'KITCHEN').press('Escape')
    await expect(page.locator('[data-card][aria-pressed="true"]')).toHaveCount(0)
    const { say, end: finish } = await ask('What is missing?')
    expect(last()).toMatchObject({ mode: 'ask' })
    expect(last()?.['target'] ?? null).toBeNull()
    await expect(chip).toHaveCount(0)
    await say('The harbour.')
    await finish()
    await expect(answers(page).last()).toContainText('The harbour.')
  })

  await test.step("'Write this idea as a scene' needs one idea, and puts the scene in its place", async () => {
    await openAsk()
    await expect(entry('Write this idea as a scene')).toBeDisabled()
    await page.keyboard.press('Escape')
    await card(page, 'Rui calls').click()
    const { received, say, end: finish } = await ask('Write this idea as a scene')
    expect(last()).toMatchObject({
      mode: 'change',
      target: { start: script.indexOf('### Rui'), end },
    })
    expect(received).toContain('<request>\nWrite this idea as a scene')
    expect(received).toMatch(
      /<target>\s*### Rui calls his mother\n= What he would lose\.\s*<\/target>/,
    )
    await say('<text>\nINT. PHONE BOX - NIGHT\n= What he would lose.\n\nRUI\nMãe?\n</text>')
    await finish()
    await expect(card(page, 'PHONE BOX')).toContainText('What he would lose.')
    await expect(card(page, 'PHONE BOX')).toContainText('RUI')
    await expect(card(page, 'Rui calls')).toHaveCount(0)
    await card(page, 'PHONE BOX').focus()
    await page.keyboard.press('Control+z')
    await expect(card(page, 'Rui calls')).toContainText('idea, not a scene yet')
    await expectStored(writer, script)
    await expect(promptBox(page)).toHaveValue('')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a card is dragged by finger after a moment, and a shorter touch selects it', async ({
    page,
  }) => {
    await openBoard(page, 'board-finger', SCRIPT)
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
      })
    await card(page, 'RIVER').tap()
    await expect(card(page, 'RIVER')).toHaveAttribute('aria-pressed', 'true')

    const from = await middleOf(card(page, 'RIVER'))
    const to = await middleOf(card(page, 'TRAM 28'))
    await touch('touchStart', from.x, from.y)
    // Held until the card is picked up.
    await expect(page.getByText('Scene 2, EXT. RIVER - DAWN: picked up.')).toBeAttached()
    await touch('touchMove', from.x, from.y - 20)
    await touch('touchMove', to.x, to.y - 30)
    await expect(page.locator('[data-drop-line]')).toBeVisible()
    await touch('touchEnd')
    await expect
      .poll(() => cardsIn(page, 'Act one'))
      .toEqual(['EXT. RIVER - DAWN', 'INT. TRAM 28 - NIGHT'])
  })
})
