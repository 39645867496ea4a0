import { expect, test } from 'vitest'
import { pastedFountain } from '../../../../screenplay/paste.ts'
import { appleHtml, docsHtml, docsParagraph, docsSpan, wordHtml } from './clipboards.ts'

const SCENE = `INT. BAR - DAY

A *very* loud bar.

JO (V.O.)
(low)
I was _never_ here. It's
too loud.

CUT TO:`

const paste = (html: string, text = 'plain') => pastedFountain({ html, text })

test('a screenplay from Word is recognised by its style names', () => {
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
  expect(paste(html)).toBe(SCENE)
})

test('a screenplay from Word is recognised by its indents, in any unit', () => {
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
  expect(paste(html)).toBe(SCENE)
})

test('indents made of tabs are indents too', () => {
  const tabs = (count: number) =>
    `<span style='mso-tab-count:${count}'>${'&nbsp;'.repeat(count * 6)} </span>`
  const html = wordHtml(`<p class=MsoNormal>INT. BAR - DAY</p>
<p class=MsoNormal>&nbsp;</p>
<p class=MsoNormal>${tabs(4)}JO</p>
<p class=MsoNormal>${tabs(2)}Yes.</p>`)
  expect(paste(html)).toBe('INT. BAR - DAY\n\nJO\nYes.')
})

test('a screenplay from Google Docs is recognised by its indents', () => {
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
  expect(paste(html)).toBe(SCENE)
})

test('a screenplay from Final Draft is recognised by its indents', () => {
  const html = appleHtml(`<p class="p1">INT. BAR - DAY</p>
<p class="p2">A <i>very</i> loud bar.</p>
<p class="p3">JO (V.O.)</p>
<p class="p4">(low)</p>
<p class="p5">I was <span style="text-decoration: underline">never</span> here. It's<br>
too loud.</p>
<p class="p6">CUT TO:</p>`)
  expect(paste(html)).toBe(SCENE)
})

test('a speech alone is recognised', () => {
  expect(paste(appleHtml('<p class="p3">JO</p>\n<p class="p5">I was <b>never</b> here.</p>'))).toBe(
    'JO\nI was **never** here.',
  )
})

test('a pixel of a Mac is a point', () => {
  const at = (left: number, text: string) => `<p style="margin: 0px 0px 0px ${left}px">${text}</p>`
  expect(paste(appleHtml(at(126, 'JO') + at(72, 'Yes.')))).toBe('JO\nYes.')
})

test('plain text laid out with spaces is recognised', () => {
  const text = [
    '               INT. BAR - DAY',
    '',
    '               A loud bar.',
    '',
    '                                   JO (V.O.)',
    '                         I was never here.',
    '',
  ].join('\r\n')
  expect(pastedFountain({ html: '', text })).toBe(
    'INT. BAR - DAY\n\nA loud bar.\n\nJO (V.O.)\nI was never here.',
  )
})

test('double-spaced dialogue is pasted as one speech, without a page setup', () => {
  const rows = [
    'INT. HALL - DAY',
    '',
    `${' '.repeat(20)}MIRA`,
    '',
    `${' '.repeat(10)}Is there anyone at all who`,
    '',
    `${' '.repeat(10)}would answer?`,
  ]
  expect(pastedFountain({ html: '', text: rows.join('\n') })).toBe(
    'INT. HALL - DAY\n\nMIRA\nIs there anyone at all who would answer?',
  )
})

test('dual dialogue comes back from a table of two columns', () => {
  const cell = (name: string, words: string) =>
    `<td><p class=DualCharacter>${name}</p><p class=DualDialogue>${words}</p></td>`
  const html = wordHtml(`<table><tr>${cell('JO', 'Yes.')}${cell('BO', 'No.')}</tr></table>`)
  expect(paste(html)).toBe('JO\nYes.\n\nBO ^\nNo.')
})

test.each([
  ['bold', docsSpan('loud', { weight: 700 }), '**loud**'],
  ['italic', docsSpan('loud', { style: 'italic' }), '*loud*'],
  ['underlined', docsSpan('loud', { line: 'underline' }), '_loud_'],
  ['all of it', '<u><b><i>loud</i></b></u>', '_***loud***_'],
  ['a link', '<b>a</b> <a href="#"><u>link</u></a>', '**a** link'],
  ['literal markers', '<i>so</i> *many* _stars_', String.raw`*so* \*many\* \_stars\_`],
  ['bold that is not', '<b style="font-weight:normal">a</b><i>b</i>', 'a*b*'],
  ['references', '<i>&eacute;&#8212;&#x1F600;&#146;&unknown;&amp;lt;</i>', '*é—😀’&unknown;&lt;*'],
  ['deleted text', '<del>no </del><b>yes</b>', '**yes**'],
])('%s in a line becomes Fountain', (_, content, expected) => {
  expect(paste(docsHtml(content))).toBe(expected)
})

test('paragraphs are separated by empty lines, lines are not', () => {
  expect(paste('<p>One <b>two</b>.</p><p>Three.</p>', 'x')).toBe('One **two**.\n\nThree.')
  expect(paste('<div>JO</div><div>So <i>late</i>.</div>', 'x')).toBe('JO\nSo *late*.')
  expect(paste('<p>One.</p><p>Two.</p>', 'One.\nTwo.')).toBe('One.\n\nTwo.')
})

test('empty paragraphs separate the others, if there are any', () => {
  expect(paste('<p>JO</p><p><i>No.</i></p><p><br></p><p>Rain.</p>')).toBe('JO\n*No.*\n\nRain.')
})

test('a bold heading stays a heading', () => {
  expect(paste('<p><b>INT. BAR - DAY</b></p><p>Rain.</p>', 'x')).toBe('INT. BAR - DAY\n\nRain.')
})

test('alignment becomes centered text, transitions and centered speeches', () => {
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
  expect(paste(html)).toBe('Rain.\n\nJO\nYes.\n\nRain.\n\n> The End <\n\n> SMASH CUT:')
})

test('HTML that says nothing more than the text is ignored', () => {
  const text = 'INT. BAR - DAY\r\n\r\nJO\r\n*Yes*,\u00a0no. '
  const expected = 'INT. BAR - DAY\n\nJO\n*Yes*, no. '
  const html =
    '<div style="white-space: pre;"><div><span style="color:#fff">INT. BAR - DAY</span></div><br><div>JO</div><div>*Yes*,&nbsp;no. </div></div>'
  expect(pastedFountain({ html, text })).toBe(expected)
  expect(pastedFountain({ html: '', text })).toBe(expected)
  expect(pastedFountain({ html: '<img src="a.png">', text })).toBe(expected)
  expect(pastedFountain({ html: '<p>INT. BAR</p>', text: 'INT. BAR' })).toBe('INT. BAR')
})

test('HTML without plain text is read', () => {
  expect(pastedFountain({ html: '<p>Rain.</p>', text: '' })).toBe('Rain.')
  expect(pastedFountain({ html: '', text: '' })).toBe('')
})

test("styles, scripts, comments and Word's notes are not text", () => {
  const html =
    wordHtml(`<p class=MsoNormal><i>Rain</i><![if !supportLists]><span style='mso-list:Ignore'>1.</span><![endif]>.</p>
<script>if (a < b) alert("</p>")</script><div style='mso-element:comment-list'><p>A comment</p></div>`)
  expect(paste(html)).toBe('*Rain*.')
})
