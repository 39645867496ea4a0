import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moveScene } from '../../../../screenplay/editing.ts'
import { parse } from '../../../../screenplay/model.ts'
import { applySplices } from '../../../../screenplay/changes.ts'
import { anyScript } from '../generators/any-script.ts'
import { anyText } from '../generators/any-text.ts'
import { forAny } from '../../../support/any-input.ts'
import { casesOf } from '../../cases.ts'

const moved = (source: string, from: number, to: number): string | null => {
  const edit = moveScene(parse(source), from, to)
  return edit && applySplices(source, edit.splices)
}

describe('a scene is moved', () => {
  test.each(casesOf`
    down │ "INT. A\n\na\n\nINT. B\n\nb\n\n" │ 0 │ 1 │ "INT. B\n\nb\n\nINT. A\n\na\n\n"
    up │ "INT. A\n\na\n\nINT. B\n\nb\n\n" │ 1 │ 0 │ "INT. B\n\nb\n\nINT. A\n\na\n\n"
    below what precedes it │ "Title: T\n\nFADE IN:\n\nINT. A\n\nINT. B\n" │ 1 │ 0 │ "Title: T\n\nFADE IN:\n\nINT. B\n\nINT. A\n"
    from the end without a line break │ INT. A\n\na\n\n\nINT. B\n\nb │ 1 │ 0 │ INT. B\n\nb\n\n\nINT. A\n\na
    to the end without a line break │ INT. A\n\nINT. B\n\nINT. C │ 0 │ 2 │ INT. B\n\nINT. C\n\nINT. A
    away from a forced heading │ "INT. A\n\na\n.B\n\nb\n\n" │ 1 │ 0 │ ".B\n\nb\n\nINT. A\n\na\n"
    not with the next act │ "INT. A\n\n# Act 2\n\nINT. B\n\nINT. C\n\n" │ 0 │ 2 │ "# Act 2\n\nINT. B\n\nINT. C\n\nINT. A\n\n"
    within its act │ "INT. A\n\n# Act 2\n\nINT. B\n\nINT. C\n\n" │ 2 │ 1 │ "INT. A\n\n# Act 2\n\nINT. C\n\nINT. B\n\n"
    with its synopsis and transition │ "INT. A\n= s\n\nCUT TO:\n\nINT. B\n\n" │ 1 │ 0 │ "INT. B\n\nINT. A\n= s\n\nCUT TO:\n\n"
    not to its own place │ "INT. A\n\nINT. B\n" │ 1 │ 1 │ nothing
    not beyond the end │ "INT. A\n\nINT. B\n" │ 0 │ 2 │ nothing
    not before the start │ "INT. A\n\nINT. B\n" │ 0 │ -1 │ nothing
    not without headings │ "He sits.\n" │ 0 │ 1 │ nothing
  `)('%s', (_how, source, from, to, result) =>
    expect(moved(source, Number(from), Number(to)) ?? 'nothing').toBe(result),
  )

  test('with an empty line added where a heading needs one', () =>
    expect(moved('INT. A\n\na\n.B\n\nb\n\nINT. C\n\n', 2, 1)).toBe(
      'INT. A\n\na\n\nINT. C\n\n.B\n\nb\n\n',
    ))

  test('and the cursor goes to its heading', () => {
    const source = 'INT. A\n\na\n\nINT. B\n\nb\n\n'
    expect(moveScene(parse(source), 0, 1)?.head).toBe('INT. B\n\nb\n\n'.length)
    expect(moveScene(parse(source), 1, 0)?.head).toBe(0)
  })
})

/** Each scene with its text, without the empty lines after it. */
const scenesOf = (source: string): string[] => {
  const { elements } = parse(source)
  const starts = elements.filter(({ type }) => type === 'scene-heading').map(({ start }) => start)
  return starts.map((start, n) => source.slice(start, starts[n + 1]).trimEnd())
}

const move = fc.tuple(fc.nat(), fc.nat())

test(
  'in any script without sections, moving there and back restores the text',
  forAny(
    'script-keys',
    anyScript,
    fc.constantFrom('', '\n', '\n\n'),
    move,
    (script, end, [one, other]) => {
      const source = script.replaceAll('# Act', 'Act') + end
      const { length } = scenesOf(source)
      fc.pre(length > 1)
      const [from, to] = [one % length, other % length]
      fc.pre(from !== to)
      const there = moved(source, from, to) ?? ''
      const expected = scenesOf(source)
      expected.splice(to, 0, ...expected.splice(from, 1))
      expect(scenesOf(there)).toEqual(expected)
      expect(there.length).toBe(source.length)
      expect(moved(there, to, from)).toBe(source)
    },
  ),
)

test(
  'in any text, no scene is lost or changed',
  forAny(
    'script-keys',
    fc.array(anyText, { minLength: 2, maxLength: 5 }),
    move,
    (texts, [one, other]) => {
      const source = texts.map((text) => `INT. ${text}`).join('\n\n')
      const { length } = scenesOf(source)
      fc.pre(length > 1)
      const after = moved(source, one % length, other % length)
      fc.pre(after !== null)
      const letters = (text: string): string[] => Array.from(text.replaceAll(/\s/g, '')).toSorted()
      expect(letters(after ?? '')).toEqual(letters(source))
      expect(scenesOf(after ?? '')).toHaveLength(length)
    },
  ),
)
