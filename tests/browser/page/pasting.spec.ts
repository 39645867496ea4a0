import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { type Span, markedText } from '../../../screenplay/model.ts'
import { escapeXml } from '../../../screenplay/formats.ts'
import { PROPERTY_SEED, runs } from '../../support/rounds.ts'
import { expect, test as base } from '../fixtures.ts'
import { appleHtml, docsHtml, docsParagraph, docsSpan, wordHtml } from './clipboards.ts'

type Copied = { html: string; text: string }
type InPage = { pasting: { pastedText: (copied: Copied) => string } }

/** The code that reads clipboards, alone: opening the editor for every example would take minutes. */
async function bundle(): Promise<string> {
  const { build } = await import('vite')
  const entry = '../../../web/features/page/editor/typing/pasted-text.ts'
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL(entry, import.meta.url)),
        formats: ['iife'],
        name: 'pasting',
      },
    },
  })
  const [first] = Array.isArray(built) ? (built[0]?.output ?? []) : []
  if (first?.type !== 'chunk') throw new Error('Nothing was built.')
  return first.code
}

type Paste = (html: string, text?: string) => Promise<string>

const test = base.extend<
  { pasteAll: (all: Copied[]) => Promise<string[]>; paste: Paste },
  { script: string }
>({
  script: [async ({ browserName: _anyBrowser }, use) => use(await bundle()), { scope: 'worker' }],
  pasteAll: async ({ page, script }, use) => {
    const content = `<!doctype html><link rel="icon" href="data:,"><script>${script}</script>`
    await page.route('**/pasting', (route) =>
      route.fulfill({ contentType: 'text/html', body: content }),
    )
    await page.goto('/pasting')
    await use((all) =>
      page.evaluate((given) => {
        const { pastedText } = (globalThis as unknown as InPage).pasting
        return given.map((copied) => pastedText(copied))
      }, all),
    )
  },
  paste: async ({ pasteAll }, use) =>
    use(async (html, text = 'plain') => (await pasteAll([{ html, text }]))[0] ?? ''),
})

// In one worker, which builds the script once.
test.describe.configure({ mode: 'default' })

const SCENE = `INT. BAR - DAY

A *very* loud bar.

JO (V.O.)
(low)
I was _never_ here. It's
too loud.

CUT TO:`

test('a screenplay from Word is recognised by its style names', async ({ paste }) => {
  const styles = `p.SceneHeading, li.SceneHeading, div.SceneHeading
	{mso-style-name:"Scene Heading";
	margin:0in; text-transform:uppercase; font-weight:bold;}
p.Cue, li.Cue, div.Cue
	{mso-style-name:"Character\\,Name";
	margin-left:2.0in; text-transform:uppercase;}`
  const html = wordHtml(
    `<p class=SceneHeading>int. bar - day<o:p></o:p></p>
<p class=Action>A <i style='mso-bidi-font-style:normal'>very</i> loud
bar.<o:p></o:p></p>
<p class=Cue>Jo (V.O.)</p>
<p class=Parenthetical>(low)</p>
<p class=Dialogue>I was <u>never</u> here. It's<br>
too loud.</p>
<p class=Transition align=right style='text-align:right'><b>CUT TO:</b></p>`,
    styles,
  )
  expect(await paste(html)).toBe(SCENE)
})

test('a screenplay from Word is recognised by its indents, in any unit', async ({ paste }) => {
  const html =
    wordHtml(`<p class=MsoNormal><b><span style='font-family:"Courier New"'>INT. BAR - DAY</span></b></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoNormal>A <i>very</i> loud bar.</p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoNormal style='margin-left:144.0pt'>JO (V.O.)</p>
<p class=MsoNormal style='margin-left:3.81cm'>(low)</p>
<p class=MsoNormal style='margin-left:1.0in'>I was <u>never</u> here. It's<br>
too loud.</p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoNormal align=right style='text-align:right'>CUT TO:</p>`)
  expect(await paste(html)).toBe(SCENE)
})

test('indents made of tabs are indents too', async ({ paste }) => {
  const tabs = (count: number) =>
    `<span style='mso-tab-count:${count}'>${'&nbsp;'.repeat(count * 6)} </span>`
  const html = wordHtml(`<p class=MsoNormal>INT. BAR - DAY</p>
<p class=MsoNormal>&nbsp;</p>
<p class=MsoNormal>${tabs(4)}JO</p>
<p class=MsoNormal>${tabs(2)}Yes.</p>`)
  expect(await paste(html)).toBe('INT. BAR - DAY\n\nJO\nYes.')
})

test('a screenplay from Google Docs is recognised by its indents', async ({ paste }) => {
  const html = docsHtml(
    [
      docsParagraph(docsSpan('INT. BAR - DAY', { weight: 700 })),
      '<br />',
      docsParagraph(
        docsSpan('A ') + docsSpan('very', { style: 'italic' }) + docsSpan(' loud bar.'),
      ),
      '<br />',
      docsParagraph(docsSpan('JO (V.O.)'), { left: 144 }),
      docsParagraph(docsSpan('(low)'), { left: 108 }),
      docsParagraph(
        docsSpan('I was ') +
          docsSpan('never', { line: 'underline' }) +
          docsSpan(' here. It&#39;s<br>too loud.'),
        { left: 72 },
      ),
      '<br />',
      docsParagraph(docsSpan('CUT TO:'), { align: 'right' }),
    ].join(''),
  )
  expect(await paste(html)).toBe(SCENE)
})

test('a screenplay from Final Draft is recognised by its indents', async ({ paste }) => {
  const html = appleHtml(`<p class="p1">INT. BAR - DAY</p>
<p class="p2">A <i>very</i> loud bar.</p>
<p class="p3">JO (V.O.)</p>
<p class="p4">(low)</p>
<p class="p5">I was <span style="text-decoration: underline">never</span> here. It's<br>
too loud.</p>
<p class="p6">CUT TO:</p>`)
  expect(await paste(html)).toBe(SCENE)
})

test('a speech alone is recognised', async ({ paste }) => {
  expect(
    await paste(appleHtml('<p class="p3">JO</p>\n<p class="p5">I was <b>never</b> here.</p>')),
  ).toBe('JO\nI was **never** here.')
})

test('a pixel of a Mac is a point', async ({ paste }) => {
  const at = (left: number, text: string) => `<p style="margin: 0px 0px 0px ${left}px">${text}</p>`
  expect(await paste(appleHtml(at(126, 'JO') + at(72, 'Yes.')))).toBe('JO\nYes.')
})

test('dual dialogue comes back from a table of two columns', async ({ paste }) => {
  const cell = (name: string, words: string) =>
    `<td><p class=DualCharacter>${name}</p><p class=DualDialogue>${words}</p></td>`
  const html = wordHtml(`<table><tr>${cell('JO', 'Yes.')}${cell('BO', 'No.')}</tr></table>`)
  expect(await paste(html)).toBe('JO\nYes.\n\nBO ^\nNo.')
})

const emphasized = [
  ['bold', docsSpan('loud', { weight: 700 }), '**loud**'],
  ['italic', docsSpan('loud', { style: 'italic' }), '*loud*'],
  ['underlined', docsSpan('loud', { line: 'underline' }), '_loud_'],
  ['all of it', '<u><b><i>loud</i></b></u>', '_***loud***_'],
  ['a link', '<b>a</b> <a href="#"><u>link</u></a>', '**a** link'],
  ['literal markers', '<i>so</i> *many* _stars_', String.raw`*so* \*many\* \_stars\_`],
  ['bold that is not', '<b style="font-weight:normal">a</b><i>b</i>', 'a*b*'],
  ['references', '<i>&eacute;&#8212;&#x1F600;&#146;&unknown;&amp;lt;</i>', '*é—😀’&unknown;&lt;*'],
  ['deleted text', '<del>no </del><b>yes</b>', '**yes**'],
] as const

test('emphasis, links and references in a line become Fountain', async ({ pasteAll }) => {
  const all = emphasized.map(([, content]) => ({ html: docsHtml(content), text: 'plain' }))
  const pasted = await pasteAll(all)
  expect(emphasized.map(([name], n) => [name, pasted[n]])).toEqual(
    emphasized.map(([name, , expected]) => [name, expected]),
  )
})

test('paragraphs are separated by empty lines, lines are not', async ({ paste }) => {
  expect(await paste('<p>One <b>two</b>.</p><p>Three.</p>', 'x')).toBe('One **two**.\n\nThree.')
  expect(await paste('<div>JO</div><div>So <i>late</i>.</div>', 'x')).toBe('JO\nSo *late*.')
  expect(await paste('<p>One.</p><p>Two.</p>', 'One.\nTwo.')).toBe('One.\n\nTwo.')
})

test('empty paragraphs separate the others, if there are any', async ({ paste }) => {
  expect(await paste('<p>JO</p><p><i>No.</i></p><p><br></p><p>Rain.</p>')).toBe(
    'JO\n*No.*\n\nRain.',
  )
})

test('a bold heading stays a heading', async ({ paste }) => {
  expect(await paste('<p><b>INT. BAR - DAY</b></p><p>Rain.</p>', 'x')).toBe(
    'INT. BAR - DAY\n\nRain.',
  )
})

test('alignment becomes centered text, transitions and centered speeches', async ({ paste }) => {
  const centered = (text: string) => docsParagraph(docsSpan(text), { align: 'center' })
  const right = docsParagraph(docsSpan('SMASH CUT:'), { align: 'right' })
  const html = docsHtml(
    [
      docsParagraph('Rain.'),
      centered('JO'),
      centered('Yes.'),
      docsParagraph('Rain.'),
      centered('The End'),
      right,
    ].join(''),
  )
  expect(await paste(html)).toBe('Rain.\n\nJO\nYes.\n\nRain.\n\n> The End <\n\n> SMASH CUT:')
})

test('HTML that says nothing more than the text is ignored', async ({ paste }) => {
  const text = 'INT. BAR - DAY\r\n\r\nJO\r\n*Yes*,\u00a0no. '
  const expected = 'INT. BAR - DAY\n\nJO\n*Yes*, no. '
  const html =
    '<div style="white-space: pre;"><div><span style="color:#fff">INT. BAR - DAY</span></div><br><div>JO</div><div>*Yes*,&nbsp;no. </div></div>'
  expect(await paste(html, text)).toBe(expected)
  expect(await paste('', text)).toBe(expected)
  expect(await paste('<img src="a.png">', text)).toBe(expected)
  expect(await paste('<p>INT. BAR</p>', 'INT. BAR')).toBe('INT. BAR')
})

test('HTML without plain text is read', async ({ paste }) => {
  expect(await paste('<p>Rain.</p>', '')).toBe('Rain.')
  expect(await paste('', '')).toBe('')
})

test("styles, scripts, comments and Word's notes are not text", async ({ paste }) => {
  const html =
    wordHtml(`<p class=MsoNormal><i>Rain</i><![if !supportLists]><span style='mso-list:Ignore'>1.</span><![endif]>.</p>
<script>if (a < b) alert("</p>")</script><div style='mso-element:comment-list'><p>A comment</p></div>`)
  expect(await paste(html)).toBe('*Rain*.')
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
    '<p>|</p>|<p class=Character>|<p class=Dialogue>|<p class=constructor>|<div>|</div>',
    '<br>',
  ].flatMap((words) => words.split('|')),
  '<b> </b> <i> </i> <u> <a> <table> <tr> <td> </td> </tr> <pre> <o:p/>'.split(' '),
  '<style>|</style>|p {|p.x{margin-left:2in}|}|<script>|</script>|style="|align=center'.split('|'),
  [
    '<p style="margin-left:2in">',
    "<p style='margin-left:1in;text-indent:-.1in'>",
    '<span style="mso-tab-count:3">',
  ],
  '&nbsp;|&amp;|&#0;|&#xD800;|&eacute;|JO|INT. BAR - DAY|Words.|*|_|[[|/*|\u00a0'.split('|'),
].flat()
const anyHtml = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3, unit: 'binary' })), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''))

const samples = <T>(of: fc.Arbitrary<T>): T[] =>
  fc.sample(of, {
    ...runs('script-pasting'),
    ...(PROPERTY_SEED !== undefined && { seed: PROPERTY_SEED }),
  })

test('any HTML and any text give some text', async ({ pasteAll }) => {
  const all = samples(fc.record({ html: anyHtml, text: anyHtml }))
  const inWord = all.map(({ html, text }) => ({ html: wordHtml(html), text }))
  const pasted = await pasteAll([...all, ...inWord])
  expect(pasted.filter((text) => typeof text === 'string')).toHaveLength(2 * all.length)
})

const span = fc.record({
  text: fc.constantFrom('rain', 'so *much*', 'a_b', ' and ', 'é', '雨', '2 < 3 & 4'),
  bold: fc.boolean(),
  italic: fc.boolean(),
  underline: fc.boolean(),
})

test('emphasis from Google Docs is what Fountain marks', async ({ pasteAll }) => {
  const all = samples(fc.array(span, { minLength: 1, maxLength: 5 })).map((spans) => {
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
    const expected = (isPlain ? text : markedText(kept)).trim()
    return { copied: { html: docsHtml(html), text }, expected }
  })
  const pasted = await pasteAll(all.map(({ copied }) => copied))
  expect(pasted.map((text) => text.trim())).toEqual(all.map(({ expected }) => expected))
})

const LENGTH = 2_000_000

test('HTML that takes the browser too long is pasted as plain text', async ({ paste }) => {
  expect(await paste('<b>'.repeat(LENGTH / 3))).toBe('plain')
  expect(await paste('<p><b>Rain</b>.</p>'.repeat(LENGTH / 10_000))).toContain('**Rain**.')
})

test('a character is read whole wherever it is in a long clipboard', async ({ paste }) => {
  for (const before of [4_094, 4_095, 4_096]) {
    const words = `${'a'.repeat(before - '<b>'.length)}😀`
    expect(await paste(`<b>${words}</b>`)).toBe(`**${words}**`)
  }
})
