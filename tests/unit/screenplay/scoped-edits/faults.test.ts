import { describe, expect, test } from 'vitest'
import { apply, HOUSE } from './apply.ts'
import { casesOf } from '../../cases.ts'

const DARK = 'INT. HALL - NIGHT\n\nDark. Steps.'

describe('an answer changes nothing if', () => {
  test.each(casesOf`
    it names a scene that does not exist │ <scene id="4">{DARK}</scene> │ unknown_scene
    it deletes one that does not exist │ <scene id="9" delete="true"/> │ unknown_scene
    it adds one after it │ <scene after="4">{DARK}</scene> │ unknown_scene
    it names a scene twice │ <scene id="2">{DARK}</scene>\n<scene id="2">{DARK}</scene> │ duplicate_scene
    it replaces and deletes a scene │ <scene id="2">{DARK}</scene>\n<scene id="2" delete="true"/> │ duplicate_scene
    an end tag is missing │ "<scene id=\"2\">\n{DARK}\n" │ unfinished
    an end tag is missing before the next scene │ <scene id="2">\n{DARK}\n<scene id="3">\nEXT. GARDEN\n</scene> │ unfinished
    it ends inside a tag │ <scene id="2">{DARK}</scene>\n<scene id="3 │ unfinished
    a scene has no heading │ <scene id="2">Dark. Steps.</scene> │ lost_heading
    a scene begins with something else │ <scene id="2">Dark.\n\n{DARK}</scene> │ lost_heading
    a scene is empty │ <scene id="2"></scene> │ lost_heading
    an added scene has no heading │ <scene after="2">Dark. Steps.</scene> │ lost_heading
    the opening is empty │ <scene id="0"></scene> │ lost_heading
    a line stands for others │ <scene id="2">{DARK}\n\n[rest unchanged]\n</scene> │ placeholder
    so does one without tags │ "{DARK}\n\n[rest unchanged]\n" │ placeholder
    it has a text, but there is no range for it │ <text>Dark.</text> │ bad_tag
    a scene has no number │ <scene>{DARK}</scene> │ bad_tag
    a scene has a word for a number │ <scene id="two">{DARK}</scene> │ bad_tag
    a scene has two places │ <scene id="2" after="1">{DARK}</scene> │ bad_tag
    a deletion has a text │ <scene id="2" delete="true">{DARK}</scene> │ bad_tag
    an end tag is too many │ <scene id="2">{DARK}</scene>\n</scene> │ bad_tag
    end tags are mixed up │ <scene id="2">{DARK}\n</script>\n</scene> │ bad_tag
    a tag is broken │ <scene id="2"\n>{DARK}</scene> │ bad_tag
    whole scripts and scenes are mixed │ <script>{HOUSE}</script><scene id="2">{DARK}</scene> │ bad_tag
    its only tag is in the middle of a line │ Here: <scene id="2">\n\n{DARK}</scene> │ bad_tag
    it has no end tag either │ Here: <scene id="2">\n\n{DARK} │ bad_tag
    it contains a scene twice │ {DARK}\n\n{DARK} │ duplicate_scene
    a comment is not closed │ <scene id="2">{DARK}\n\n/* why\n</scene> │ outside_target
  `)('%s', (_, written, fault) => {
    const answer = written.replaceAll('{DARK}', DARK).replace('{HOUSE}', HOUSE)
    const script = HOUSE.replace('A bird.', 'A bird. /* or two */')
    const outcome = apply(answer, { script })
    expect(outcome).toMatchObject({ kind: 'faulty', fault })
    expect(outcome).toMatchObject({
      explanation: expect.stringMatching(/^[A-Z].+\. Answer again .+<scene id="N">/s),
    })
    expect(outcome.shown.trim()).not.toBe('')
    // Several versions of one scene may be asked for.
    const isFaulty = apply(answer, { script, alternatives: 3 }).kind === 'faulty'
    expect(isFaulty || fault === 'duplicate_scene').toBe(true)
    if (!answer.startsWith('<')) return
    const good = `<scene id="1">INT. KITCHEN - NIGHT\n\nDark.</scene>\n${answer}`
    expect(apply(good, { script }).kind, 'next to a good edit').toBe('faulty')
  })

  test('it was cut off or stopped, whatever it contains', () => {
    for (const answer of [`<scene id="2">${DARK}</scene>`, DARK, 'I think', `<script>${HOUSE}`]) {
      for (const finish of ['cut_off', 'stopped'] as const) {
        expect(apply(answer, { finish })).toMatchObject({ kind: 'faulty', fault: 'unfinished' })
      }
    }
  })

  test('it sums up scenes that nobody talked about', () => {
    const long = `INT. A\n\n${'She counts the boats again. '.repeat(100)}\n`
    expect(apply('INT. A\n\nShe counts.\n', { script: long })).toMatchObject({
      fault: 'placeholder',
    })
  })
})

test('a line that the script already had is no placeholder', () => {
  const script = HOUSE.replace('Steps on', '[rest unchanged]\n\nSteps on')
  const answer = '<scene id="2">INT. HALL - NIGHT\n\n[rest unchanged]\n\nDark.</scene>'
  expect(apply(answer, { script })).toMatchObject({ kind: 'changed' })
})
