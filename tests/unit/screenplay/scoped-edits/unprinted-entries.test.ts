import { expect, test } from 'vitest'
import { withoutKept } from '../../../../screenplay/answers.ts'
import { apply, HOUSE } from './apply.ts'

const KEPT = `Final Draft:\n    ${'aB3-'.repeat(200)}\n`
const script = HOUSE.replace('\n\nFADE', `\nPage Setup: multi-camera\n${KEPT}\nFADE`)

/** The new text of an answer. */
const textOf = (answer: string, over = {}) => {
  const { text } = apply(answer, { script, ...over }) as { text: string }
  return text
}

test('what was kept of a Final Draft file is not shown to a model', () => {
  const shown = withoutKept(script)
  expect(shown).toBe(script.replace(KEPT, ''))
  expect(withoutKept(`Title: X\nFinal Draft: abc\nAuthor: Y\n\nDark.\n`)).toBe(
    'Title: X\nAuthor: Y\n\nDark.\n',
  )
  expect(withoutKept(HOUSE)).toBe(HOUSE)
})

test('an answer that writes the title page anew keeps what only programs read', () => {
  const text = textOf('<scene id="0">\nTitle: The Dark House\nAuthor: Mira\n\nFADE IN:\n</scene>')
  expect(text).toContain('Title: The Dark House\nAuthor: Mira\nPage Setup: multi-camera\n')
  expect(text).toContain(KEPT)
  expect(text.indexOf(KEPT)).toBeLessThan(text.indexOf('FADE IN'))
})

test('an answer that repeats the title page as it was shown changes nothing', () => {
  const opening = withoutKept(script).slice(0, script.indexOf('INT.') - KEPT.length)
  expect(textOf(`<scene id="0">\n${opening}\n</scene>`) ?? script).toBe(script)
})
