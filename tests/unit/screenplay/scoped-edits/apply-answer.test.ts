import { describe, expect, test } from 'vitest'
import { numberedScenes } from '../../../../screenplay/answers.ts'
import { apply, HOUSE, textAfter } from './apply.ts'

const HALL = 'INT. HALL - NIGHT\n\nSteps on the stairs.\n\nANN\nOnly me.'
const DARK = 'INT. HALL - NIGHT\n\nDark. Steps.'

describe('scenes are numbered from 1 as they come', () => {
  test('and the text before them is 0', () => {
    const scenes = numberedScenes(HOUSE)
    expect(scenes.map(({ id, heading }) => [id, heading])).toEqual([
      [0, ''],
      [1, 'INT. KITCHEN - NIGHT'],
      [2, 'INT. HALL - NIGHT'],
      [3, 'EXT. GARDEN - DAWN'],
    ])
    expect(scenes.map(({ start, end }) => HOUSE.slice(start, end)).join('')).toBe(HOUSE)
  })

  test('unless there is none', () => {
    expect(numberedScenes('\n\nINT. A\n').map(({ id }) => id)).toEqual([1])
    expect(numberedScenes('')).toEqual([])
  })

  test('and the title of an act belongs to no scene', () => {
    const script = 'INT. A\n\nRain.\n\n# Act Two\n\n= They meet.\n\nINT. B\n\n# Beat\n\nWind.\n'
    const scenes = numberedScenes(script).map(({ start, end }) => script.slice(start, end))
    expect(scenes).toEqual(['INT. A\n\nRain.\n\n', 'INT. B\n\n# Beat\n\nWind.\n'])
  })
})

describe('an answer', () => {
  test('replaces the scene it names', () =>
    expect(apply(`I made it darker.\n\n<scene id="2">\n${DARK}\n</scene>`)).toEqual({
      kind: 'changed',
      text: HOUSE.replace(HALL, DARK),
      shown: `I made it darker.\n\n${DARK}`,
      edits: [
        {
          kind: 'replaced',
          id: 2,
          heading: 'INT. HALL - NIGHT',
          start: HOUSE.indexOf(HALL),
          end: HOUSE.indexOf(HALL) + HALL.length,
          newStart: HOUSE.indexOf(HALL),
          newEnd: HOUSE.indexOf(HALL) + DARK.length,
        },
      ],
      alternatives: [],
    }))

  test('adds scenes where it says', () => {
    const roof = 'EXT. ROOF - NIGHT\n\nWind.'
    expect(textAfter(`<scene after="1">${roof}</scene>`)).toBe(
      HOUSE.replace('INT. HALL', `${roof}\n\nINT. HALL`),
    )
    expect(textAfter(`<scene after="3">${roof}</scene>`)).toBe(`${HOUSE}\n${roof}\n`)
    expect(textAfter(`<scene after="0">${roof}</scene>`)).toBe(
      HOUSE.replace('INT. KITCHEN', `${roof}\n\nINT. KITCHEN`),
    )
    expect(textAfter(`<scene after="3">${roof}</scene>`, { script: HOUSE.trimEnd() })).toBe(
      `${HOUSE.trimEnd()}\n\n${roof}`,
    )
  })

  test('adds several scenes at one place in their order', () => {
    const two = '<scene after="1">INT. A\n\nOne.</scene>\n<scene after="1">INT. B\n\nTwo.</scene>'
    expect(textAfter(two)).toBe(
      HOUSE.replace('INT. HALL', 'INT. A\n\nOne.\n\nINT. B\n\nTwo.\n\nINT. HALL'),
    )
  })

  test('deletes the scene it names, and says which', () => {
    const outcome = apply('<scene id="2" delete="true"/>')
    expect(outcome).toMatchObject({
      kind: 'changed',
      text: HOUSE.replace(`${HALL}\n\n`, ''),
      shown: '[[Deleted: INT. HALL - NIGHT]]',
      edits: [{ kind: 'deleted', id: 2, heading: 'INT. HALL - NIGHT' }],
    })
    expect(textAfter('<scene id="3" delete="true"></scene>')).toBe(
      HOUSE.replace('EXT. GARDEN - DAWN\n\nFrost. A bird.\n', ''),
    )
  })

  test('changes the title page', () => {
    expect(textAfter('<scene id="0">\nTitle: The Cellar\nAuthor: Mira\n\nFADE IN:\n</scene>')).toBe(
      HOUSE.replace('The House', 'The Cellar'),
    )
    expect(textAfter('<scene id="0">Title: A</scene>', { script: 'INT. B\n\nRain.\n' })).toBe(
      'Title: A\n\nINT. B\n\nRain.\n',
    )
  })

  test('leaves a byte order mark where it is', () => {
    const script = '\uFEFFTitle: A\n\nINT. B\n\nRain.\n'
    expect(numberedScenes(script)[0]).toMatchObject({ id: 0, start: 1 })
    expect(textAfter('<scene id="0">Title: C</scene>', { script })).toBe(script.replace('A', 'C'))
    expect(textAfter('<scene id="0" delete="true"/>', { script })).toBe('\uFEFFINT. B\n\nRain.\n')
  })

  test('may change a heading, and split a scene', () => {
    const split = 'INT. STAIRS - NIGHT\n\nSteps.\n\nINT. HALL - LATER\n\nNobody.'
    expect(textAfter(`<scene id="2">${split}</scene>`)).toBe(HOUSE.replace(HALL, split))
  })

  test('may name scenes in any order, and repeat what does not change', () => {
    const outcome = apply(
      `<scene id="3">EXT. GARDEN - DAWN\n\nSnow.</scene><scene id="2">\n${HALL}  \r\n</scene><scene id="1" delete="true"/>`,
    )
    expect(outcome).toMatchObject({
      kind: 'changed',
      edits: [
        { kind: 'deleted', id: 1 },
        { kind: 'replaced', id: 3 },
      ],
    })
    expect(outcome.shown).not.toContain('Steps')
  })

  test('that only repeats what is there changes nothing', () => {
    expect(apply(`<scene id="2">${HALL}</scene>`)).toMatchObject({
      kind: 'unchanged',
      reason: 'same',
      shown: HALL,
    })
    expect(apply(HOUSE)).toMatchObject({ kind: 'unchanged', reason: 'same' })
  })

  test.each([
    `<SCENE ID='2'>${DARK}</SCENE>`,
    `<Scene id=2>${DARK}</sCENE>`,
    `  < scene  id = "2" >${DARK}</ scene >`,
    `<scene id=“2”>${DARK}</scene>`,
    `<scene id="2" heading="INT. HALL">${DARK}</scene>`,
    `\`\`\`xml\n<scene id="2">\n${DARK}\n</scene>\n\`\`\``,
    `<scene id="2">\n\`\`\`fountain\n${DARK}\n\`\`\`\n</scene>`,
    `<scene id="2">\n**INT. HALL - NIGHT**\n\nDark. Steps.\n</scene>`,
    `<scene id="2">\r\n${DARK.replaceAll('\n', '\r\n')}\r\n</scene>\r\n`,
  ])('is understood if it is written as %j', (answer) =>
    expect(apply(answer)).toMatchObject({ text: HOUSE.replace(HALL, DARK), shown: DARK }),
  )

  test('gets the line breaks of the script', () => {
    const script = HOUSE.replaceAll('\n', '\r\n')
    const expected = HOUSE.replace(HALL, `${DARK}\n\nINT. B`).replaceAll('\n', '\r\n')
    expect(textAfter(`<scene id="2">${DARK}\n\nINT. B</scene>`, { script })).toBe(expected)
  })

  test('keeps the empty lines between scenes', () => {
    const script = 'INT. A\n\nOne.\n\n\nINT. B\n\nTwo.\n\n\nINT. C\n\nThree.'
    expect(textAfter('<scene id="2">INT. B\n\nNew.\n\n</scene>', { script })).toBe(
      script.replace('Two', 'New'),
    )
    expect(textAfter('<scene after="1">INT. X\n\nNew.</scene>', { script })).toBe(
      script.replace('INT. B', 'INT. X\n\nNew.\n\n\nINT. B'),
    )
    expect(textAfter('<scene id="3">INT. C</scene>', { script })).toBe(
      script.replace('INT. C\n\nThree.', 'INT. C'),
    )
  })

  test('turns "ANN: Only me." into a speech, since Ann is known', () => {
    const answer = '<scene id="2">INT. HALL - NIGHT\n\nANN (low): Only me.</scene>'
    expect(textAfter(answer)).toBe(HOUSE.replace(HALL, 'INT. HALL - NIGHT\n\nANN\n(low)\nOnly me.'))
  })

  test('keeps the curly quotes of a script that has them', () => {
    const script = 'INT. A\n\nJO\nIt’s me.\n'
    expect(textAfter('<scene id="1">INT. A\n\nJO\nIt’s us.</scene>', { script })).toBe(
      'INT. A\n\nJO\nIt’s us.\n',
    )
  })

  test('gives headings the empty line they need', () => {
    const script = 'INT. A\n\nOne.\n.THE ROOF\n\nTwo.\n\nINT. C\n\nThree.\n'
    expect(textAfter('<scene id="2" delete="true"/>', { script })).toBe(
      'INT. A\n\nOne.\n\nINT. C\n\nThree.\n',
    )
    expect(textAfter('<scene id="2">INT. B\n\nNew.</scene>', { script })).toBe(
      'INT. A\n\nOne.\n\nINT. B\n\nNew.\n\nINT. C\n\nThree.\n',
    )
    expect(textAfter('<scene id="2">.THE ROOF\n\nNew.</scene>', { script })).toBe(
      script.replace('Two', 'New'),
    )
    expect(textAfter('<scene id="1">INT. A\n\nJO\nNew.</scene>', { script })).toBe(
      'INT. A\n\nJO\nNew.\n\n.THE ROOF\n\nTwo.\n\nINT. C\n\nThree.\n',
    )
  })

  test('may contain tags as text, in the middle of a line or escaped', () => {
    const typed = 'INT. HALL - NIGHT\n\nHe types <scene id="3" delete="true"/> and </scene> again.'
    expect(textAfter(`<scene id="2">${typed}\n</scene>`)).toBe(HOUSE.replace(HALL, typed))
    const shown = typed.replace('He types ', '')
    expect(textAfter(`<scene id="2">${shown.replaceAll('<', '<\\')}\n</scene>`)).toBe(
      HOUSE.replace(HALL, shown),
    )
  })

  test('is shown as the writer knows the text, without escapes', () => {
    expect(apply('See <\\scene> there.').shown).toBe('See <scene> there.')
    const outcome = apply(`You type <\\scene>.\n<scene id="2">${DARK}</scene>`)
    expect(outcome.shown).toBe(`You type <scene>.\n\n${DARK}`)
  })

  test('leaves the title of the next act alone', () => {
    const script = 'INT. A\n\nRain.\n\n# Act Two\n\nINT. B\n\nWind.\n'
    expect(textAfter('<scene id="1" delete="true"/>', { script })).toBe(
      '# Act Two\n\nINT. B\n\nWind.\n',
    )
    expect(textAfter('<scene after="1">INT. X\n\nNew.</scene>', { script })).toBe(
      script.replace('# Act', 'INT. X\n\nNew.\n\n# Act'),
    )
  })
})

describe('a whole script', () => {
  const NEW = 'Title: Tram\n\nINT. TRAM - DAY\n\nTwo thieves.\n'

  test('fills an empty one', () => {
    for (const script of ['', ' \n']) {
      expect(apply(`<script>\n${NEW}</script>`, { script })).toMatchObject({
        kind: 'changed',
        text: NEW,
        shown: NEW,
        edits: [{ kind: 'script', id: null, start: 0, end: script.length, newEnd: NEW.length }],
      })
      expect(apply(NEW, { script })).toMatchObject({ text: NEW, shown: NEW })
    }
  })

  test('replaces another one without a tag too, if a new one was asked for', () => {
    const request = 'Start over with two thieves on a tram.'
    expect(textAfter(NEW, { request })).toBe(NEW)
    expect(textAfter(NEW)).toContain('Steps on the stairs.')
  })

  test('replaces another one if that was asked for', () => {
    const request = 'Start over with two thieves on a tram.'
    expect(textAfter(`<script>\n${NEW}</script>`, { request })).toBe(NEW)
    for (const asked of [
      'Rewrite the whole script',
      'Translate the entire screenplay into German',
    ]) {
      expect(textAfter(`<script>\n${NEW}</script>`, { request: asked })).toBe(NEW)
    }
  })

  test('otherwise counts as its scenes', () =>
    expect(textAfter(`<script>\n${DARK}\n\nINT. TRAM - DAY\n\nTwo thieves.\n</script>`)).toBe(
      HOUSE.replace(HALL, `${DARK}\n\nINT. TRAM - DAY\n\nTwo thieves.`),
    ))
})

describe('an answer without tags', () => {
  test('replaces the scenes whose headings it has', () => {
    expect(textAfter(DARK)).toBe(HOUSE.replace(HALL, DARK))
    expect(textAfter(`Sure! Here is the scene:\n\n${DARK}`)).toBe(HOUSE.replace(HALL, DARK))
    expect(textAfter(HOUSE.replace(HALL, DARK))).toBe(HOUSE.replace(HALL, DARK))
  })

  test('adds the others after the scene they follow', () => {
    expect(textAfter('INT. TRAM - DAY\n\nThieves.\n')).toBe(
      `${HOUSE}\nINT. TRAM - DAY\n\nThieves.\n`,
    )
    expect(textAfter(`INT. TRAM - DAY\n\nThieves.\n\n${DARK}\n`)).toBe(
      HOUSE.replace(HALL, `INT. TRAM - DAY\n\nThieves.\n\n${DARK}`),
    )
    expect(textAfter('# Act Two\n\nINT. TRAM - DAY\n\nThieves.\n')).toContain('bird.\n\n# Act Two')
  })

  test('changes the opening if it has most of it', () => {
    expect(textAfter(HOUSE.replace('Mira', 'Lev'))).toBe(HOUSE.replace('Mira', 'Lev'))
    expect(textAfter(`It is darker now.\n\n${DARK}`)).toBe(HOUSE.replace(HALL, DARK))
  })

  test('changes a script without scenes that it repeats', () => {
    const script = 'A man walks.\n\nHe stops.\n'
    expect(textAfter('A man walks.\n\nHe stops.\n\nHe runs.', { script })).toBe(
      `${script}\nHe runs.\n`,
    )
  })

  test.each([
    ['Should the lamp go out?', 'conversation'],
    ['OK\nI will make it darker.', 'conversation'],
    ['MIRA\nNo.\n\nJO\nYes.\n', 'conversation'],
    ["I'm sorry, but I can't help with that request.", 'refusal'],
    [' \n', 'empty'],
  ])('changes nothing if it is %j', (answer, reason) =>
    expect(apply(answer)).toEqual({ kind: 'unchanged', shown: answer, reason }),
  )

  test('finds the scene among several with the same heading by its lines', () => {
    const kitchen = (n: number) => `INT. KITCHEN - DAY\n\nThe lamp ${n}.\n\nThe table ${n}.\n`
    const script = [1, 2, 3].map(kitchen).join('\n')
    expect(textAfter(kitchen(2).replace('The lamp', 'No lamp'), { script })).toBe(
      script.replace('The lamp 2', 'No lamp 2'),
    )
    expect(apply('INT. KITCHEN - DAY\n\nDark.\n', { script })).toMatchObject({
      fault: 'unknown_scene',
    })
  })

  test('takes a heading alone for a scene that stays', () =>
    expect(textAfter(`INT. KITCHEN - NIGHT\n\n${DARK}`)).toBe(HOUSE.replace(HALL, DARK)))
})

describe('alternatives', () => {
  test('are versions of the whole text', () => {
    const answer = ['One.', 'Two.', 'Three.']
      .map((line) => `<scene id="2">INT. HALL - NIGHT\n\n${line}</scene>`)
      .join('\n')
    const texts = ['One.', 'Two.', 'Three.'].map((line) =>
      HOUSE.replace(HALL, `INT. HALL - NIGHT\n\n${line}`),
    )
    const outcome = apply(answer, { alternatives: 3 })
    expect(outcome).toMatchObject({ text: texts[0], alternatives: texts.slice(1) })
    expect(outcome.shown).toContain('Three.')
    expect(apply(answer, { alternatives: 2 })).toMatchObject({ fault: 'duplicate_scene' })
    expect(apply(answer)).toMatchObject({ fault: 'duplicate_scene' })
  })

  test('of an added scene are not all added', () => {
    const answer = '<scene after="1">INT. A\n\nX.</scene><scene after="1">INT. B\n\nY.</scene>'
    const outcome = apply(answer, { alternatives: 3 })
    expect(outcome).toMatchObject({
      text: HOUSE.replace('INT. HALL', 'INT. A\n\nX.\n\nINT. HALL'),
      alternatives: [HOUSE.replace('INT. HALL', 'INT. B\n\nY.\n\nINT. HALL')],
    })
  })
})
