import { array, assert, constantFrom, oneof, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from '../../../screenplay/model.ts'
import { tidy } from '../../../screenplay/answers.ts'
import { runs } from '../../support/rounds.ts'
import { uncleanAnswers } from './generators/unclean-answers.ts'

const letters: Record<string, string> = { 'scene-heading': 'H' }

const elementsOf = (text: string) =>
  parse(text).elements.map(
    (each) => `${letters[each.type] ?? each.type.charAt(0).toUpperCase()} ${each.text}`,
  )

test.each(uncleanAnswers)('%s becomes the right elements', (_what, answer, ...elements) => {
  const { text } = tidy(answer)
  expect(elementsOf(text)).toEqual(elements)
  expect(tidy(text)).toEqual({ text, changes: [] })
})

const wordsOf = (text: string): string[] => text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Lines, and what has to be left of them if not all: a label, a number, a tag or what pages repeat may go. */
const damaged: (readonly [line: string, kept?: string])[] = [
  ['INT. BAR - DAY'],
  ['INTERIOR: BAR - DAY', 'BAR DAY'],
  ['Exterior. Roof', 'Roof'],
  ['### **EXT. SEA**'],
  ['1. INT. PUB - DAY', 'INT PUB DAY'],
  ['Scene 2: INT. PUB', 'INT PUB'],
  ['Scene Heading: INT. PUB', 'INT PUB'],
  ['Action: Wind.', 'Wind'],
  ['**Character:** Ann', 'Ann'],
  ['Character:', ''],
  ['[DIALOGUE] Never.', 'Never'],
  ['Parenthetical: low', 'low'],
  ['Transition: FADE OUT.', 'FADE OUT'],
  ['JO'],
  ['**ANN**'],
  ['ANN (V.O.)'],
  ['Jo:'],
  ['JO:'],
  ['Jo: Hi there.'],
  ['Ann (low): No.'],
  ['**Ann** [low]: No.'],
  ['JO: Hi.'],
  ['- JO: Bye.'],
  ['* Rain falls.'],
  ['2) Then this.', 'Then this'],
  ['[quietly]'],
  ['*quietly*'],
  ['*(low)*'],
  ['(low)'],
  ['*She leaves.*'],
  ['[He leaves.]'],
  ['> She stays.'],
  ['> INT. CAR'],
  ['>'],
  ['<p>One<br>Two</p>', 'One Two'],
  ['<b>Three</b> <i>four</i>', 'Three four'],
  ['</div>', ''],
  ['It&#39;s &amp; &quot;was&quot; &lt;here&gt;', 'It'],
  ['(MORE)', ''],
  ['(CONTINUED)', ''],
  ['CONTINUED: (2)', ''],
  ['<scene id="2">', ''],
  ['</script>', ''],
  ['---'],
  ['***'],
  ['* * *'],
  ['CUT TO:'],
  ['He runs.'],
  ['Title: A'],
  ['Mood: dark'],
  ['~La la'],
  ['.FORCED'],
  ['!He says: no.'],
  ['[[a note]]'],
  ['“Curly”'],
  [''],
  [''],
]

test('tidying never loses a word, and invents none', () => {
  const line = constantFrom(...damaged)
  assert(
    property(array(oneof(line, line, tuple(constantFrom('', 'Rain.', 'JO')))), (parts) => {
      const before = parts.map(([text]) => text).join('\n')
      const repaired = tidy(before).text
      expect(tidy(repaired)).toEqual({ text: repaired, changes: [] })
      const after = wordsOf(repaired)
      let at = 0
      for (const word of parts.flatMap(([text, kept = text]) => wordsOf(kept))) {
        at = after.indexOf(word, at) + 1
        expect(at, `${word} in ${JSON.stringify(before)}`).toBeGreaterThan(0)
      }
      const known = new Set([...wordsOf(before), 'INT', 'EXT'])
      expect(after.filter((word) => !known.has(word))).toEqual([])
    }),
    runs('script-tidying'),
  )
})

test('what is in a fence or behind a thought is kept whole', () => {
  const line = constantFrom(...damaged.filter(([text]) => !text.includes('>')))
  assert(
    property(array(line), (parts) => {
      const script = ['INT. BAR - DAY', ...parts.map(([text]) => text)].join('\n')
      const expected = wordsOf(tidy(script).text)
      expect(wordsOf(tidy(`\`\`\`\n${script}\n\`\`\``).text)).toEqual(expected)
      expect(wordsOf(tidy(`Hm, INT or EXT?\n</think>\n${script}`).text)).toEqual(expected)
    }),
    runs('script-tidying'),
  )
})
