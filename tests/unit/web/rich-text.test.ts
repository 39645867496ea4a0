import { expect, test } from 'vitest'
import { richText } from '../../../web/features/chat/docs-page/rich-text.ts'

test('every kind of line has its place, and plain lines have the same text', () => {
  const { html, plain } = richText('INT. TRAM - NIGHT\n\nRain.\n\nMARA\n(low)\nHush.\n\nCUT TO:')
  expect(plain).toBe('INT. TRAM - NIGHT\n\nRain.\n\nMARA\n(low)\nHush.\n\nCUT TO:')
  expect(html).toMatch(/margin:12pt 0 0 2in[^>]*>MARA</)
  expect(html).toMatch(/margin:0 1\.5in 0 1in[^>]*>Hush\.</)
  expect(html).toMatch(/text-align:right[^>]*>CUT TO:</)
})

test('a song is joined to the speech it is part of, not to one before it', () => {
  const { html, plain } = richText('MARA\nHush.\n~La la\n\n~Lo lo')
  expect(plain).toBe('MARA\nHush.\nLa la\n\nLo lo')
  expect(html).toMatch(/margin:0 1\.5in 0 1in[^>]*>La la</)
  expect(html).toMatch(/margin:12pt 1\.5in 0 1in[^>]*>Lo lo</)
})

test('emphasis becomes markup, and markup in the text stays text', () => {
  const { html, plain } = richText('A **bold** *move* & <script>alert(1)</script>')
  expect(html).toContain('<b>bold</b> <i>move</i> &amp; &lt;script&gt;')
  expect(html).not.toContain('<script>')
  expect(plain).toBe('A bold move & <script>alert(1)</script>')
})

test('what is not printed is not copied; the title page is', () => {
  const { html, plain } = richText(
    'Title: Last Tram\n\n# Act one\n\n= What happens\n\n/* cut */\n\nRain. [[why?]]',
  )
  expect(plain).toBe('Last Tram\n\nRain.')
  expect(html).not.toContain('Act one')
  expect(html).not.toContain('why?')
})

test('an empty text is empty', () => expect(richText('').plain).toBe(''))

test('prose is copied whole, also before its first colon', () => {
  for (const prose of [
    'My idea: two brothers.',
    'Tone: dark and slow',
    'Ideas:\n    one\n    two',
  ]) {
    const { html, plain } = richText(`${prose}\n\nAnd a map: theirs.`)
    const words = `${prose}\n\nAnd a map: theirs.`.split(/\s+/)
    expect(plain.split(/\s+/)).toEqual(words)
    expect(
      html
        .replaceAll(/<[^>]+>/g, ' ')
        .trim()
        .split(/\s+/),
    ).toEqual(words)
  }
})

test('what a title page keeps for programs is not copied', () => {
  const text =
    'Title: Fog\nPage Setup: paper a4\nFinal Draft: eNoDAA\nProduction Lock: pages\n\nDark.'
  expect(richText(text).plain).toBe('Fog\n\nDark.')
})
