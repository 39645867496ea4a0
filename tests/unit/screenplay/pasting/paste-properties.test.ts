import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Span } from '../../../../screenplay/emphasis.ts'
import { markedText } from '../../../../screenplay/marked-text.ts'
import { pastedFountain } from '../../../../screenplay/paste.ts'
import { escapeXml } from '../../../../screenplay/xml.ts'
import { leastCpuTime } from '../../../support/cpu-time.ts'
import { runs } from '../../../support/rounds.ts'
import { anyScript } from '../generators/any-script.ts'
import { docsHtml, docsParagraph, docsSpan, wordHtml } from './clipboards.ts'

test('our own text is pasted byte for byte', () => {
  fc.assert(
    fc.property(anyScript, (text) => {
      expect(pastedFountain({ html: '', text })).toBe(text)
    }),
    runs('script-pasting'),
  )
})

const pieces = [
  [
    '<',
    '>',
    '</',
    '/>',
    '<!--',
    '-->',
    '<![if x]>',
    '<![endif]>',
    '<?xml',
    '&',
    ';',
    '"',
    "'",
    '=',
    ' ',
    '\n',
  ],
  [
    '<p>',
    '</p>',
    '<p class=Character>',
    '<p class=Dialogue>',
    '<p class=constructor>',
    '<div>',
    '</div>',
    '<br>',
  ],
  [
    '<b>',
    '</b>',
    '<i>',
    '</i>',
    '<u>',
    '<a>',
    '<table>',
    '<tr>',
    '<td>',
    '</td>',
    '</tr>',
    '<pre>',
    '<o:p/>',
  ],
  [
    '<style>',
    '</style>',
    'p {',
    'p.x{margin-left:2in}',
    '}',
    '<script>',
    '</script>',
    'style="',
    'align=center',
  ],
  [
    '<p style="margin-left:2in">',
    "<p style='margin-left:1in;text-indent:-.1in'>",
    '<span style="mso-tab-count:3">',
  ],
  [
    '&nbsp;',
    '&amp;',
    '&#0;',
    '&#xD800;',
    '&eacute;',
    'JO',
    'INT. BAR - DAY',
    'Words.',
    '*',
    '_',
    '[[',
    '/*',
    '\u00a0',
  ],
].flat()
const anyHtml = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3, unit: 'binary' })), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''))

test('any HTML and any text give some text', () => {
  fc.assert(
    fc.property(anyHtml, anyHtml, (html, text) => {
      expect(pastedFountain({ html, text })).toBeTypeOf('string')
      expect(pastedFountain({ html: wordHtml(html), text })).toBeTypeOf('string')
    }),
    runs('script-pasting'),
  )
})

const span = fc.record({
  text: fc.constantFrom('rain', 'so *much*', 'a_b', ' and ', 'é', '雨', '2 < 3 & 4'),
  bold: fc.boolean(),
  italic: fc.boolean(),
  underline: fc.boolean(),
})

test('emphasis from Google Docs is what Fountain marks', () => {
  fc.assert(
    fc.property(fc.array(span, { minLength: 1, maxLength: 5 }), (spans) => {
      const html = docsParagraph(
        spans
          .map(({ text, bold, italic, underline }) =>
            docsSpan(escapeXml(text), {
              weight: bold ? 700 : 400,
              style: italic ? 'italic' : 'normal',
              line: underline ? 'underline' : 'none',
            }),
          )
          .join(''),
      )
      const kept: Span[] = []
      for (const { text: words, bold, italic, underline } of spans) {
        const next: Span = { text: words }
        if (bold) next.bold = true
        if (italic) next.italic = true
        if (underline) next.underline = true
        const last = kept.at(-1)
        const isSame = last && JSON.stringify({ ...last, text: words }) === JSON.stringify(next)
        if (isSame) last.text += words
        else kept.push(next)
      }
      const isPlain = !spans.some(({ bold, italic, underline }) => bold || italic || underline)
      const text = spans.map((each) => each.text).join('')
      const pasted = pastedFountain({ html: docsHtml(html), text })
      expect(pasted.trim()).toBe((isPlain ? text : markedText(kept)).trim())
    }),
    runs('script-pasting'),
  )
})

const LENGTH = 50_000
const PLAIN = '<p>Some words, nothing else.</p>\n'

const pastingTime = (enough: number, unit: string) =>
  leastCpuTime(enough, () => pastedFountain({ html: unit.repeat(LENGTH / unit.length), text: 'x' }))
const limit = 30 * Math.max(pastingTime(30, PLAIN), 2)

/** Each of these could take a careless parser quadratic time. */
test.each([
  ['open tags', '<b>'],
  ['tags that nothing closes', '<a b="<c '],
  ['end tags of nothing', '<b></i>'],
  ['open quotation marks', `<a b="'`],
  ['open comments', '<!--x'],
  ['open style sheets', '<style>p{'],
  ['spaces in tags', '<a   =   '],
  ['nested paragraphs with indents', '<p style="margin-left:1in">A'],
  ['nested tables', '<table><tr><td>A<td>B'],
  ['emphasis of every letter', '<b>a</b>c'],
  ['ampersands', '&amp&#'],
  ['less-than signs', '<<'],
  ['line breaks', '<br> '],
  ['spaces', '    &nbsp;'],
])('%s are read about as fast as paragraphs', (_, unit) => {
  expect(pastingTime(limit, unit)).toBeLessThan(limit)
})
