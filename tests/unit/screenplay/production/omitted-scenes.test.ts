import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainTextOf } from '../../../../screenplay/formats.ts'
import { parse } from '../../../../screenplay/model.ts'
import { isOmitted, omitScene, restoreScene } from '../../../../screenplay/production.ts'
import { applySplices } from '../../../../screenplay/changes.ts'
import { runs } from '../../../support/rounds.ts'
import { anyScript } from '../generators/any-script.ts'

const omitted = (text: string, at: number) =>
  applySplices(text, omitScene(parse(text), at)?.splices ?? [])
const restored = (text: string, at: number) =>
  applySplices(text, restoreScene(parse(text), at)?.splices ?? [])

const script =
  'INT. A #1#\n\nOne. /* cut */\n\nINT. B #2#\n\nTwo.\n\n[[=== 2]]\n\nINT. C #3#\n\nThree.\n'

describe('an omitted scene', () => {
  test('keeps its number and its place, and its text in a boneyard', () => {
    const text = omitted(script, script.indexOf('Two'))
    expect(text).toContain('.OMITTED #2#\n\n/*\nINT. B #2#\n\nTwo.\n*/\n\n[[=== 2]]\n\nINT. C #3#')
    const printed = plainTextOf(parse(text))
    expect(printed).toContain('OMITTED')
    expect(printed).not.toContain('Two.')
  })

  test('may have a boneyard of its own', () => {
    const text = omitted(script, 3)
    expect(
      parse(text)
        .elements.map(({ type }) => type)
        .slice(0, 3),
    ).toEqual(['scene-heading', 'boneyard', 'scene-heading'])
    expect(restored(text, 3)).toBe(script)
  })

  test('is known as omitted, and not omitted twice', () => {
    const text = omitted(script, 3)
    expect([isOmitted(parse(script), 3), isOmitted(parse(text), 3)]).toEqual([false, true])
    expect(omitScene(parse(text), 3)).toBe(null)
    expect(restoreScene(parse(script), 3)).toBe(null)
  })

  test('above the first heading there is none', () => {
    expect(isOmitted(parse('FADE IN:\n\nINT. A'), 2)).toBe(undefined)
    expect(omitScene(parse('FADE IN:\n\nINT. A'), 2)).toBe(null)
  })

  test('comes back byte for byte', () => {
    const inside = fc.constantFrom('', '/* cut */', String.raw`*\/`, '*/', '/*', '===')
    fc.assert(
      fc.property(anyScript, inside, fc.nat(), (body, more, at) => {
        const text = `INT. HOUSE - DAY #1#\n\n${body}\n\n${more}\n`
        const place = at % text.length
        const heading = parse(text).elements.findLast(
          ({ type, start }) => type === 'scene-heading' && start <= place,
        )
        expect(restored(omitted(text, place), heading?.start ?? 0)).toBe(text)
      }),
      runs('script-keys'),
    )
  })
})
