import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compose } from '../../../../server/demo-writer/compose.ts'
import { runs } from '../../../support/rounds.ts'
import { readFountain } from './fountain.ts'

const SCRIPT = `Title: The Cat
Author: Somebody Else

INT. KITCHEN - DAY

Anna looks for the cat.

ANNA
It was here.

BEN
(yawning)
It was never here. Ask MRS. HILL.

Ben leaves.

CUT TO:

EXT. GARDEN - DAY

No cat.

ANNA (CONT'D)
Kitty?

> THE END <
`

const body = SCRIPT.replace('\n> THE END <\n', '').trim()
const answerTo = (request: string, script = SCRIPT) => compose(request, script)
const headingsOf = (script: string) => readFountain(script).headings
const MARK = '[[Script Writer demo, by fixed rules and without an AI: '

describe('continuing', () => {
  const answer = answerTo('They hear a noise in the cellar')

  test('the script stays unchanged and new scenes follow', () => {
    expect(answer.startsWith(body)).toBe(true)
    expect(headingsOf(answer)).toHaveLength(4)
    expect(headingsOf(answer)[2]).toMatch(/^INT\. CELLAR - /)
    expect(answer.slice(body.length)).toContain(`${MARK}continued from here.]]`)
  })

  test('with the same people', () => {
    const added = readFountain(answer.slice(body.length - 20))
    expect(added.speakers.toSorted()).toEqual(['ANNA', 'BEN'])
  })

  test('the closing line moves to the new end', () => {
    expect(answer).not.toContain('THE END')
    expect(answer.endsWith('\n\n> FADE OUT.\n')).toBe(true)
    expect(answerTo('Go on', body)).not.toContain('FADE OUT')
  })

  test('a new character is introduced and speaks', () => {
    const added = answerTo('Clara rings the bell').slice(body.length)
    expect(readFountain(added).speakers).toContain('CLARA')
    expect(added).toMatch(/CLARA.*,/)
  })

  test('it can be continued repeatedly', () => {
    const twice = answerTo('And then?', answer)
    expect(headingsOf(twice)).toHaveLength(6)
    expect(twice.match(/FADE OUT/g)).toHaveLength(1)
    expect(answerTo('And then?', answer)).toBe(twice)
  })

  test('asked for a new script, it starts over', () => {
    const fresh = answerTo('Forget it. A new script about Otto and Emil, please.')
    expect(fresh).not.toContain('ANNA')
    expect(readFountain(fresh).speakers.toSorted()).toEqual(['EMIL', 'OTTO'])
  })
})

describe('revising', () => {
  test.each([
    'Rename Anna to Clara',
    'please change "Anna" to "Clara".',
    'Replace Anna with Clara everywhere',
  ])('%s', (request) => {
    const answer = answerTo(request)
    expect(answer).toContain('Clara looks for the cat.')
    expect(answer).toContain("CLARA (CONT'D)\nKitty?")
    expect(answer).toContain(`${MARK}"Anna" became "Clara".]]`)
    expect(answer.replaceAll('"Anna"', '')).not.toMatch(/anna/i)
    expect(headingsOf(answer)).toEqual(headingsOf(SCRIPT))
  })

  test('a lower-case name still gets a valid cue', () => {
    expect(answerTo('Rename Anna to 安娜')).toContain('\n\n@安娜\nIt was here.')
  })

  test('a name is not replaced inside a word', () => {
    expect(answerTo('Rename Ben to Tom', `${SCRIPT}\n\nBenches.`)).toContain('Benches.')
  })

  test('make it night', () => {
    const answer = answerTo('Make it night')
    expect(headingsOf(answer)).toEqual(['INT. KITCHEN - NIGHT', 'EXT. GARDEN - NIGHT'])
    expect(answer).toContain('Ben leaves.')
    expect(headingsOf(answerTo('Make the second scene play at dawn'))).toEqual([
      'INT. KITCHEN - DAY',
      'EXT. GARDEN - DAWN',
    ])
  })

  test('change the place', () => {
    expect(headingsOf(answerTo('Set it in a submarine'))).toEqual([
      'INT. SUBMARINE - DAY',
      'INT. SUBMARINE - DAY',
    ])
    expect(headingsOf(answerTo('Move the story to Lisbon.'))[0]).toBe('EXT. LISBON - DAY')
  })

  test('shorten it', () => {
    const answer = answerTo('Can you make it shorter?')
    expect(answer.length).toBeLessThan(SCRIPT.length + MARK.length + 20)
    expect(answer).not.toContain('It was never here')
    expect(headingsOf(answer)).toEqual(headingsOf(SCRIPT))
  })

  test('remove a scene or a character', () => {
    expect(headingsOf(answerTo('Remove the first scene'))).toEqual(['EXT. GARDEN - DAY'])
    const answer = answerTo('Delete Ben, please')
    expect(readFountain(answer).speakers).not.toContain('BEN')
    expect(answer).not.toContain('yawning')
    expect(answer).toContain('It was here.')
  })

  test('a new title', () => {
    expect(answerTo('Change the title to "No Cat"')).toMatch(
      /^Title: No Cat\nAuthor: Somebody Else\n/,
    )
    expect(answerTo('Call it "No Cat"', 'INT. KITCHEN - DAY\n\nRain.')).toMatch(
      /^Title: No Cat\n\nINT/,
    )
  })

  test('another tone changes every scene', () => {
    const answer = answerTo('Make it funnier')
    expect(headingsOf(answer)).toEqual(headingsOf(SCRIPT))
    expect(answer).toContain('It was never here')
    expect(answer).toContain(`${MARK}made more comic.]]`)
    expect(answer.length).toBeGreaterThan(SCRIPT.length + 150)
  })

  test('several changes at once', () => {
    const answer = answerTo('Rename Anna to Clara and make it night')
    expect(answer).toContain('Clara looks')
    expect(headingsOf(answer)[0]).toBe('INT. KITCHEN - NIGHT')
  })

  test('a change it does not understand rewrites the last scene', () => {
    const answer = answerTo('Rewrite the ending so that it rhymes')
    expect(answer).toContain('Anna looks for the cat.')
    expect(answer).not.toContain('Kitty?')
    expect(headingsOf(answer)).toEqual(headingsOf(SCRIPT))
    expect(answer).toContain('wrote the last scene anew')
  })

  test('a sentence about the plot is not a command, even with a verb that could be one', () => {
    const answer = answerTo('They change trains in Berlin and cut to the chase.')
    expect(answer.startsWith(body)).toBe(true)
    expect(headingsOf(answer)).toHaveLength(4)
  })
})

test('any script and request: it answers, says that it is a demo, and stays valid Unicode', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          'INT. A - DAY',
          'ANNA',
          '(hm)',
          'Hello.',
          '',
          '\n',
          '\r\n',
          '> THE END <',
          '@x',
          '[[',
          'CUT TO:',
          '.',
          'Title: x',
        ),
        { maxLength: 30 },
      )
      .map((lines) => lines.join('\n')),
  )
  const anyRequest = fc.oneof(
    anyText,
    fc.constantFrom(
      'rename ANNA to (x)',
      'make it night',
      'shorten it',
      'remove the last scene',
      'make it darker',
      'rewrite it',
      'go on',
      'remove Anna',
      'call it )*',
    ),
  )
  fc.assert(
    fc.property(anyRequest, anyText, (request, script) => {
      const answer = compose(request, script)
      expect(answer).toMatch(/Script Writer demo/)
      expect(answer.isWellFormed()).toBe(true)
      expect(answer).not.toMatch(/undefined|\r/)
      expect(compose(request, script)).toBe(answer)
    }),
    runs('demo-writing'),
  )
})
