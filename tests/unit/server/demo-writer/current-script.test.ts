import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answer } from '../../../../server/demo-writer/answer.ts'
import { runs } from '../../../support/rounds.ts'
import { readFountain } from './fountain.ts'
import { outcomeOf, scriptAfter } from './script-after.ts'

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
const after = (request: string, script = SCRIPT) => scriptAfter(request, script)
const said = (request: string) => answer({ request, currentScript: SCRIPT })
const headingsOf = (script: string) => readFountain(script).headings
const MARK = 'Script Writer demo, by fixed rules and without an AI: '

describe('continuing', () => {
  const changed = after('They hear a noise in the cellar')

  test('the script stays unchanged and new scenes follow', () => {
    expect(changed.startsWith(body)).toBe(true)
    expect(headingsOf(changed)).toHaveLength(4)
    expect(headingsOf(changed)[2]).toMatch(/^INT\. CELLAR - /)
    expect(said('They hear a noise in the cellar')).toContain(`${MARK}added two scenes.`)
  })

  test('with the same people', () => {
    const added = readFountain(changed.slice(body.length - 20))
    expect(added.speakers.toSorted()).toEqual(['ANNA', 'BEN'])
  })

  test('the closing line moves to the new end', () => {
    expect(changed).not.toContain('THE END')
    expect(changed.endsWith('\n\n> FADE OUT.\n')).toBe(true)
    expect(after('Go on', body)).not.toContain('FADE OUT')
  })

  test('a new character is introduced and speaks', () => {
    const added = after('Clara rings the bell').slice(body.length)
    expect(readFountain(added).speakers).toContain('CLARA')
    expect(added).toMatch(/CLARA.*,/)
  })

  test('it can be continued repeatedly', () => {
    const twice = after('And then?', changed)
    expect(headingsOf(twice)).toHaveLength(6)
    expect(twice.match(/FADE OUT/g)).toHaveLength(1)
    expect(after('And then?', changed)).toBe(twice)
  })

  test('asked for a new script, it starts over', () => {
    const fresh = after('Forget it. A new script about Otto and Emil, please.')
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
    const changed = after(request)
    expect(changed).toContain('Clara looks for the cat.')
    expect(changed).toContain("CLARA (CONT'D)\nKitty?")
    expect(said(request)).toContain(`${MARK}"Anna" became "Clara".`)
    expect(changed).not.toMatch(/anna/i)
    expect(headingsOf(changed)).toEqual(headingsOf(SCRIPT))
  })

  test('a lower-case name still gets a valid cue', () => {
    expect(after('Rename Anna to 安娜')).toContain('\n\n@安娜\nIt was here.')
  })

  test('a name is not replaced inside a word', () => {
    expect(after('Rename Ben to Tom', `${SCRIPT}\n\nBenches.`)).toContain('Benches.')
  })

  test('make it night', () => {
    const changed = after('Make it night')
    expect(headingsOf(changed)).toEqual(['INT. KITCHEN - NIGHT', 'EXT. GARDEN - NIGHT'])
    expect(changed).toContain('Ben leaves.')
    expect(headingsOf(after('Make the second scene play at dawn'))).toEqual([
      'INT. KITCHEN - DAY',
      'EXT. GARDEN - DAWN',
    ])
  })

  test('change the place', () => {
    expect(headingsOf(after('Set it in a submarine'))).toEqual([
      'INT. SUBMARINE - DAY',
      'INT. SUBMARINE - DAY',
    ])
    expect(headingsOf(after('Move the story to Lisbon.'))[0]).toBe('EXT. LISBON - DAY')
  })

  test('shorten it', () => {
    const changed = after('Can you make it shorter?')
    expect(changed.length).toBeLessThan(SCRIPT.length)
    expect(changed).not.toContain('It was never here')
    expect(headingsOf(changed)).toEqual(headingsOf(SCRIPT))
  })

  test('remove a scene or a character', () => {
    expect(headingsOf(after('Remove the first scene'))).toEqual(['EXT. GARDEN - DAY'])
    const changed = after('Delete Ben, please')
    expect(readFountain(changed).speakers).not.toContain('BEN')
    expect(changed).not.toContain('yawning')
    expect(changed).toContain('It was here.')
  })

  test('a new title', () => {
    expect(after('Change the title to "No Cat"')).toMatch(/^Title: No Cat\nAuthor: Somebody Else\n/)
    expect(after('Call it "No Cat"', 'INT. KITCHEN - DAY\n\nRain.')).toMatch(
      /^Title: No Cat\n\nINT/,
    )
  })

  test('another tone changes every scene', () => {
    const changed = after('Make it funnier')
    expect(headingsOf(changed)).toEqual(headingsOf(SCRIPT))
    expect(changed).toContain('It was never here')
    expect(said('Make it funnier')).toContain(`${MARK}made more comic.`)
    expect(changed.length).toBeGreaterThan(SCRIPT.length + 150)
  })

  test('several changes at once', () => {
    const changed = after('Rename Anna to Clara and make it night')
    expect(changed).toContain('Clara looks')
    expect(headingsOf(changed)[0]).toBe('INT. KITCHEN - NIGHT')
  })

  test('a change it does not understand rewrites the last scene', () => {
    const changed = after('Rewrite the ending so that it rhymes')
    expect(changed).toContain('Anna looks for the cat.')
    expect(changed).not.toContain('Kitty?')
    expect(headingsOf(changed)).toEqual(headingsOf(SCRIPT))
    expect(said('Rewrite the ending so that it rhymes')).toContain('wrote the last scene anew')
  })

  test('a sentence about the plot is not a command, even with a verb that could be one', () => {
    const changed = after('They change trains in Berlin and cut to the chase.')
    expect(changed.startsWith(body)).toBe(true)
    expect(headingsOf(changed)).toHaveLength(4)
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
      const asked = { request, currentScript: script.toWellFormed() }
      const made = answer(asked)
      expect(made).toMatch(/Script Writer demo/)
      expect(made.isWellFormed()).toBe(true)
      expect(made).not.toContain('undefined')
      expect(answer(asked)).toBe(made)
      expect(outcomeOf(asked)).not.toHaveProperty('fault')
    }),
    runs('demo-writing'),
  )
})
