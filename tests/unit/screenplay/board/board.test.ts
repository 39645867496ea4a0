import { describe, expect, test } from 'vitest'
import {
  addCard,
  addColumn,
  addTemplate,
  type BoardEdit,
  boardOf,
  deleteCards,
  editCard,
  moveCards,
  moveColumn,
  removeSection,
  setColor,
  setHeading,
  setSynopsis,
  templateColumns,
  writtenOf,
} from '../../../../screenplay/board.ts'
import { applySplices, merge } from '../../../../screenplay/changes.ts'
import { layout, scenesOf } from '../../../../screenplay/layout.ts'
import { parse, type Screenplay } from '../../../../screenplay/model.ts'
import { casesOf } from '../../cases.ts'

/** Each column as its title and the headings of what is in it. */
const columnsOf = (source: string): string[][] =>
  boardOf(parse(source)).columns.map(({ section, parts }) =>
    [section ? `# ${section.heading}` : ''].concat(
      parts.map(({ kind, heading }) =>
        kind === 'scene' ? heading : kind === 'idea' ? `? ${heading}` : `## ${heading}`,
      ),
    ),
  )

const after = (source: string, edit: (screenplay: Screenplay) => BoardEdit | null) => {
  const made = edit(parse(source))
  return made && applySplices(source, made.splices)
}

const SCRIPT = `Title: T

FADE IN:

# Act one

= How it begins.

INT. A - NIGHT
[[COLOR blue]]
= First.
= Second.

Ann [[a note]] waits. [[another
of two lines]]

ANN (V.O.)
Hello.

BO
Hello.

INT. B - LATER #2A#

b

### Ann calls home

= What would she lose?

# Act two

## The plan

EXT. C - DAY

c
`

describe('a board is read from the script', () => {
  const screenplay = parse(SCRIPT)
  const board = boardOf(screenplay, scenesOf(layout(screenplay)))

  test('in columns, groups, scenes and ideas', () => {
    expect(columnsOf(SCRIPT)).toEqual([
      ['# Act one', 'INT. A - NIGHT', 'INT. B - LATER', '? Ann calls home'],
      ['# Act two', '## The plan', 'EXT. C - DAY'],
    ])
    expect(board.columns[0]?.section?.synopsis).toBe('How it begins.')
  })

  test('with what a card shows', () =>
    expect(board.cards).toMatchObject([
      {
        number: '1',
        synopsis: 'First.\nSecond.',
        color: 'blue',
        notes: 2,
        characters: ['ANN', 'BO'],
        place: 'interior',
        time: 'night',
        eighths: 1,
      },
      { number: '2A', color: null, notes: 0, time: 'night', eighths: 1 },
      { kind: 'idea', number: '', synopsis: 'What would she lose?', eighths: null },
      { number: '3', place: 'exterior', time: 'day' },
    ]))

  test.each(casesOf`
    without sections in one column │ "INT. A\n\nINT. B\n" │ no section, INT. A, INT. B
    without anything in an empty one │ "" │ no section
    with a column for what is above the first section │ "INT. A\n\n# One\n\nINT. B\n" │ no section, INT. A / # One, INT. B
    an empty column │ "# One\n\n# Two\n\nINT. A\n" │ # One / # Two, INT. A
    a section with a scene is no idea │ "### A\n= a\n\nINT. B\n" │ no section, ## A, INT. B
    nor is one that prints │ "### A\n= a\n\nText.\n" │ no section, ## A
    nor one without a synopsis │ "### A\n" │ no section, ## A
    nor one of another level │ "## A\n= a\n" │ no section, ## A
    but a note keeps it one above a scene │ "### A\n[[IDEA]]\n= a\n\nINT. B\n" │ no section, ? A, INT. B
    omitted scenes are not on it │ "INT. A\n\n/*\n\nINT. B\n\n*/\n\nINT. C\n" │ no section, INT. A, INT. C
    forced headings are │ ".A\n\na\n\n.B\n" │ no section, A, B
  `)('%s', (_what, source, columns) => {
    const shown = columnsOf(source).map((column) =>
      column.map((each) => each || 'no section').join(', '),
    )
    expect(shown.join(' / ')).toBe(columns)
  })

  test('a colour may stand in the heading, in any case, and be a number', () => {
    const cards = boardOf(parse('INT. A [[color Red]]\n\nINT. B\n\n[[COLOR #ff8800]]\n')).cards
    expect(cards.map(({ color, notes }) => [color, notes])).toEqual([
      ['red', 0],
      ['#ff8800', 0],
    ])
  })
})

describe('cards are moved', () => {
  const three = 'INT. A\n\na\n\nINT. B\n\nb\n\nINT. C\n\nc\n'
  test.each(casesOf`
    down │ "INT. A\n\na\n\nINT. B\n\nb\n\nINT. C\n\nc\n" │ 0 │ 2 │ "INT. B\n\nb\n\nINT. A\n\na\n\nINT. C\n\nc\n"
    to the end │ "INT. A\n\na\n\nINT. B\n\nb\n\nINT. C\n\nc\n" │ 0 │ 3 │ "INT. B\n\nb\n\nINT. C\n\nc\n\nINT. A\n\na\n\n"
    up │ "INT. A\n\na\n\nINT. B\n\nb\n\nINT. C\n\nc\n" │ 2 │ 0 │ "INT. C\n\nc\n\nINT. A\n\na\n\nINT. B\n\nb\n\n"
    several at once │ "INT. A\n\na\n\nINT. B\n\nb\n\nINT. C\n\nc\n" │ 0 2 │ 2 │ "INT. B\n\nb\n\nINT. A\n\na\n\nINT. C\n\nc\n"
    not to their own place │ "INT. A\n\na\n\nINT. B\n\nb\n\nINT. C\n\nc\n" │ 1 │ 2 │ nothing
    into an empty column │ "# One\n\nINT. A\n\na\n\n# Two\n\n# Three\n\nINT. B\n" │ 1 │ 3 │ "# One\n\n# Two\n\nINT. A\n\na\n\n# Three\n\nINT. B\n"
    out of the last column, which stays │ # One\n\n# Two\n\nINT. A │ 2 │ 1 │ "# One\n\nINT. A\n\n# Two\n\n"
    with Windows line breaks │ INT. A\r\n\r\na\r\n\r\nINT. B\r\n\r\nb │ 0 │ 2 │ "INT. B\r\n\r\nb\r\n\r\nINT. A\r\n\r\na\r\n\r\n"
    with their notes over lines and what is omitted │ "INT. A\n\na [[x\ny]] /* .Z\n\n.Y */\n\nINT. B\n\nb\n" │ 0 │ 2 │ "INT. B\n\nb\n\nINT. A\n\na [[x\ny]] /* .Z\n\n.Y */\n\n"
    with an empty line where a heading needs one │ "a\n.A\n\n.B\n\nb\n# One\nINT. C\n" │ 0 │ 3 │ "a\n\n.B\n\nb\n# One\n\n.A\n\nINT. C\n"
    not if a comment would reach into them │ "INT. A\n\n*/ a\n\nINT. B\n\n/* b\n" │ 1 │ 0 │ nothing
    an idea in front of a scene stays one │ "INT. A\n\n### I\n= i\n" │ 1 │ 0 │ "### I\n[[IDEA]]\n= i\n\nINT. A\n\n"
    a scene behind an idea is not its scene │ "# One\n\n### I\n= i\n\n# Two\n\nINT. A\n" │ 3 │ 2 │ "# One\n\n### I\n[[IDEA]]\n= i\n\nINT. A\n\n# Two\n\n"
  `)('%s', (_how, source, taken, to, result) => {
    const cards = taken.split(' ').map(Number)
    const made = after(source, (screenplay) => moveCards(screenplay, cards, Number(to)))
    expect(made ?? 'nothing').toBe(result)
  })

  test('and where they are afterwards is told', () =>
    expect(moveCards(parse(three), [0, 1], 3)?.at).toEqual([11, 22]))

  test('while somebody else types in another scene, both stay', () => {
    const mine = after(three, (screenplay) => moveCards(screenplay, [0], 3)) ?? ''
    const theirs = three.replace('\nb\n', '\nb, and more\n')
    expect(merge(three, mine, theirs)).toMatchObject({
      text: 'INT. B\n\nb, and more\n\nINT. C\n\nc\n\nINT. A\n\na\n\n',
    })
  })
})

describe('cards are edited', () => {
  test.each([
    ['INT. A - DAY #3#\n\na\n', 'int. b - night', 'INT. B - NIGHT #3#\n\na\n'],
    ['.A [[n]]\n\na\n', 'The roof', '.THE ROOF [[n]]\n\na\n'],
    ['### I\n[[IDEA]]\n= i\n\nINT. A\n', 'int. roof - day', 'INT. ROOF - DAY\n= i\n\nINT. A\n'],
    ['### I\n= i\n', 'Another idea', '### Another idea\n= i\n'],
    ['# One\n\nINT. A\n', 'Two', '# Two\n\nINT. A\n'],
    ['INT. A\n\na\n', '  ', null],
    ['INT. A\n\na\n', '/* no', '...', null],
  ])('%j gets the heading %j', (source, heading, ...results) => {
    const result = results.at(-1) ?? null
    expect(after(source, (screenplay) => setHeading(screenplay, 0, heading))).toBe(result)
  })

  test.each([
    ['INT. A\n\na\n', 'One.\nTwo.', 'INT. A\n= One.\n= Two.\n\na\n'],
    ['INT. A\n[[COLOR red]]\n\na\n', 'One.', 'INT. A\n[[COLOR red]]\n= One.\n\na\n'],
    ['INT. A\n= One.\n\n= Two.\n\na\n', 'Three.', 'INT. A\n= Three.\n\n\na\n'],
    ['INT. A\n= One.\n\na\n', ' ', 'INT. A\n\na\n'],
    ['INT. A', 'One.', 'INT. A\n= One.'],
    ['INT. A\r\n\r\na', 'One.', 'INT. A\r\n= One.\r\n\r\na'],
    ['### I\n= One.\n', '', '### I\n=\n'],
    ['INT. A\n\na */\n', '/* One.', null],
  ])('%j gets the synopsis %j', (source, synopsis, result) =>
    expect(after(source, (screenplay) => setSynopsis(screenplay, 0, synopsis))).toBe(result),
  )

  test.each([
    ['INT. A\n\na\n', 'red', 'INT. A\n[[COLOR red]]\n\na\n'],
    ['INT. A\n[[color blue]]\n\na\n', 'red', 'INT. A\n[[COLOR red]]\n\na\n'],
    ['INT. A [[COLOR blue]]\n\na\n', null, 'INT. A\n\na\n'],
    ['INT. A\n[[COLOR blue]]\n= s\n\na\n', null, 'INT. A\n= s\n\na\n'],
    ['INT. A', 'red', 'INT. A\n[[COLOR red]]'],
    ['INT. A\n\na\n', null, null],
  ])('%j gets the colour %j', (source, color, result) =>
    expect(after(source, (screenplay) => setColor(screenplay, [0], color))).toBe(result),
  )

  test('heading and synopsis are changed together', () => {
    const source = 'INT. A - DAY\n[[COLOR red]]\n= One.\n\na\n'
    const card = { heading: 'ext. b - night', synopsis: 'Two.\nThree.' }
    expect(after(source, (screenplay) => editCard(screenplay, 0, card))).toBe(
      'EXT. B - NIGHT\n[[COLOR red]]\n= Two.\n= Three.\n\na\n',
    )
    const same = { heading: 'INT. A - DAY', synopsis: 'One.' }
    expect(after(source, (screenplay) => editCard(screenplay, 0, same))).toBeNull()
    expect(writtenOf(parse(source), 0)).toEqual(same)
  })

  test('several get a colour in one step', () =>
    expect(after('INT. A\n\nINT. B\n\nINT. C\n', (one) => setColor(one, [0, 2], 'teal'))).toBe(
      'INT. A\n[[COLOR teal]]\n\nINT. B\n\nINT. C\n[[COLOR teal]]\n',
    ))
})

describe('cards and columns are added and deleted', () => {
  test.each([
    ['', 0, 'Somebody calls', '### Somebody calls\n= Why?\n'],
    ['Title: T', 0, 'int. a', 'Title: T\n\nINT. A\n= Why?\n'],
    ['INT. A\n\na', 0, 'An idea', '### An idea\n[[IDEA]]\n= Why?\n\nINT. A\n\na'],
    ['INT. A\n\na', 1, 'ext. b', 'INT. A\n\na\n\nEXT. B\n= Why?\n'],
  ])('to %j, in front of %i: %s', (source, to, heading, result) =>
    expect(after(source, (one) => addCard(one, to, { heading, synopsis: 'Why?' }))).toBe(result),
  )

  test('a deleted scene takes nothing else along', () => {
    const source = '# One\n\n### I\n= i\n\n## G\n\nINT. A\n\na\n\nINT. B\n'
    expect(after(source, (screenplay) => deleteCards(screenplay, [3]))).toBe(
      '# One\n\n### I\n= i\n\n## G\n\nINT. B\n',
    )
  })

  test('a column is added, moved with what is on it, and removed without', () => {
    expect(after('INT. A\n\na', (one) => addColumn(one, 1, ' Act  two '))).toBe(
      'INT. A\n\na\n\n# Act two\n',
    )
    const source = '# One\n\nINT. A\n\n# Two\n\nINT. B\n\n# Three\n'
    expect(after(source, (one) => moveColumn(one, 0, 4))).toBe(
      '# Two\n\nINT. B\n\n# One\n\nINT. A\n\n# Three\n',
    )
    expect(after(source, (one) => moveColumn(one, 0, 2))).toBeNull()
    expect(after(source, (one) => removeSection(one, 2))).toBe(
      '# One\n\nINT. A\n\nINT. B\n\n# Three\n',
    )
    const written = 'INT. A\n\n# Two\n= s\n\nFADE IN:\n\nINT. B\n'
    expect(after(written, (one) => removeSection(one, 1))).toBe('INT. A\n\n\nFADE IN:\n\nINT. B\n')
  })

  test('a template touches nothing that is there', () => {
    const columns = [
      { title: 'Act one', synopsis: 'Begin.', ideas: [{ title: 'Door', synopsis: 'It opens.' }] },
      { title: 'Act two', synopsis: 'Go on.', ideas: [] },
    ]
    const added = '# Act one\n= Begin.\n\n### Door\n= It opens.\n\n# Act two\n= Go on.\n'
    expect(after('', (one) => addTemplate(one, columns))).toBe(added)
    expect(after('INT. A\n\na', (one) => addTemplate(one, columns))).toBe(`INT. A\n\na\n\n${added}`)
  })

  test('a template goes into the columns that it has too, with what they lack', () => {
    const idea = (title: string) => ({ title, synopsis: 'It opens.' })
    const template = [
      { title: 'Act one', synopsis: 'Begin.', ideas: [idea('Door'), idea('Key')] },
      { title: 'Act two', synopsis: 'Go on.', ideas: [idea('Window')] },
      { title: 'Act three', synopsis: 'End.', ideas: [idea('Roof')] },
    ]
    const mapped = (source: string) =>
      after(source, (one) => addTemplate(one, template, templateColumns(boardOf(one), template)))
    const script = '# ACT ONE\n\nINT. A\n\na\n\n### Door\n= Mine.\n\n# Act two\n\nINT. B\n\nb\n'
    const found = mapped(script) ?? ''
    expect(columnsOf(found)).toEqual([
      ['# ACT ONE', 'INT. A', '? Door', '? Key'],
      ['# Act two', 'INT. B', '? Window'],
      ['# Act three', '? Roof'],
    ])
    for (const line of script.split('\n')) expect(found).toContain(line)
    expect(columnsOf(mapped('# One\n\n# Two\n\n# Three\n') ?? '')).toEqual([
      ['# One', '? Door', '? Key'],
      ['# Two', '? Window'],
      ['# Three', '? Roof'],
    ])
    expect(columnsOf(mapped('# Act one\n\n# Act three\n') ?? '')).toEqual([
      ['# Act one', '? Door', '? Key'],
      ['# Act two', '? Window'],
      ['# Act three', '? Roof'],
    ])
    expect(columnsOf(mapped('# Act two\n') ?? '').map(([title]) => title)).toEqual([
      '# Act one',
      '# Act two',
      '# Act three',
    ])
    expect(templateColumns(boardOf(parse('# One\n')), template)).toEqual([null, null, null])
    expect(
      addTemplate(parse(found), template, templateColumns(boardOf(parse(found)), template)),
    ).toBeNull()
  })
})
