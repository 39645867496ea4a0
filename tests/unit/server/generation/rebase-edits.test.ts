import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rebaseEdits } from '../../../../server/generation/applying/rebase-edits.ts'

const scene = (n: number, words = 'Rain.') => `INT. ROOM ${n} - DAY\n\n${words}\n\n`
const three = scene(1) + scene(2) + scene(3)

/** Replaces a scene of `three`. */
function replaced(n: number, text: string) {
  const start = three.indexOf(scene(n))
  return { start, end: start + scene(n).length, text }
}

test('an edit is made where its scene is now', () => {
  const typed = scene(0) + scene(1, 'Snow.') + scene(2) + scene(3)
  const { text, applied } = rebaseEdits(three, typed, [replaced(2, scene(2, 'Hail.'))])
  expect(text).toBe(scene(0) + scene(1, 'Snow.') + scene(2, 'Hail.') + scene(3))
  expect(applied).toEqual([true])
})

test('a scene that the writer changed stays, and the other edits are made', () => {
  const typed = three.replace(scene(2), scene(2, 'Snow.'))
  const edits = [replaced(2, scene(2, 'Hail.')), replaced(3, scene(3, 'Fog.'))]
  const { text, applied } = rebaseEdits(three, typed, edits)
  expect(text).toBe(scene(1) + scene(2, 'Snow.') + scene(3, 'Fog.'))
  expect(applied).toEqual([false, true])
})

test('a scene that the writer deleted does not come back', () => {
  const typed = scene(1) + scene(3)
  expect(rebaseEdits(three, typed, [replaced(2, scene(2, 'Hail.'))])).toEqual({
    text: typed,
    applied: [false],
  })
})

test('a line typed at the end of a scene that the answer rewrote keeps the scene', () => {
  const typed = three.replace(scene(2), scene(2, 'Rain.\n\nThunder.'))
  const { applied } = rebaseEdits(three, typed, [replaced(2, scene(2, 'Hail.'))])
  expect(applied).toEqual([false])
})

test('what was written at the place of a new scene stays in front of it', () => {
  const at = scene(1).length
  const typed = scene(1) + scene(9) + scene(2) + scene(3)
  const { text, applied } = rebaseEdits(three, typed, [{ start: at, end: at, text: scene(7) }])
  expect(applied).toEqual([true])
  expect(text).toContain(scene(7))
  expect(text).toContain(scene(9))
  expect(text.replace(scene(7), '')).toBe(typed)
  const inserted = (own: string) =>
    rebaseEdits('a\nb\n', own, [{ start: 2, end: 2, text: 'new\n' }])
  expect(inserted('a\nmine\nb\n').text).toBe('a\nmine\nnew\nb\n')
  // What replaces the lines behind it stays behind it.
  expect(inserted('a\nB!\n').text).toBe('a\nnew\nB!\n')
})

test('whatever both do to a script, the writer loses no line and other scenes keep every byte', () => {
  const words = fc.constantFrom('Rain.', 'Snow.', 'Hail.', 'Fog.\n\nSun.')
  const choice = fc.record({ own: fc.option(words), answer: fc.option(words) })
  fc.assert(
    fc.property(fc.array(choice, { minLength: 1, maxLength: 8 }), (choices) => {
      const base = choices.map((_, n) => scene(n, `Room ${n}.`)).join('')
      const own = choices.map(({ own: typed }, n) => scene(n, typed ? `I: ${typed}` : `Room ${n}.`))
      let at = 0
      const edits = choices.flatMap(({ answer }, n) => {
        const start = at
        at += scene(n, `Room ${n}.`).length
        return answer ? [{ start, end: at, text: scene(n, `It: ${answer}`) }] : []
      })
      const { text } = rebaseEdits(base, own.join(''), edits)
      const expected = choices.map(({ own: typed, answer }, n) =>
        !typed && answer ? scene(n, `It: ${answer}`) : own[n],
      )
      expect(text).toBe(expected.join(''))
    }),
  )
})
