import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from '../../../../screenplay/model.ts'
import { printedByFinalDraft, shownOnPages } from '../../../support/documents/fdx-paragraphs.ts'
import {
  exportedFdx,
  fdxParagraph as paragraph,
  fdxWith,
  importedText,
} from '../../../support/fdx-text.ts'
import { ROUNDS_TIMEOUT, runs as rounds } from '../../../support/rounds.ts'

const heading = (text: string, attributes = '') => paragraph('Scene Heading', text, attributes)
const action = (text: string, attributes = '') => paragraph('Action', text, attributes)
const cue = (text: string) => paragraph('Character', text)
const said = (text: string, attributes = '') => paragraph('Dialogue', text, attributes)
const aside = (text: string) => paragraph('Parenthetical', text)
const dual = (...speeches: string[]) =>
  `<Paragraph SpaceBefore="12" Type="General"><DualDialogue>${speeches.join('')}</DualDialogue></Paragraph>`
const runs = (type: string, ...texts: string[]) =>
  `<Paragraph Type="${type}">${texts.join('')}</Paragraph>`
const revised = (text: string) => `<Text RevisionID="2">${text}</Text>`
const empty = '<Paragraph Type="Action"><Text></Text></Paragraph>'
const emptySaid = '<Paragraph Type="Dialogue"><Text></Text></Paragraph>'

/** Settings of Final Draft's own template: cues, headings and shots are typed in any case. */
const CAPITALS = ['Scene Heading', 'Character', 'Transition', 'Shot']
  .map((type) => `<ElementSettings Type="${type}"><FontSpec Style="AllCaps"/></ElementSettings>`)
  .join('')

const note = (range: string) =>
  `<ScriptNotes><ScriptNote Id="7" Range="${range}" WriterName="Ada"><Paragraph><Text>Why?</Text></Paragraph></ScriptNote></ScriptNotes>`

/** What files have between the other paragraphs: a name, the paragraphs, and the rest of the file. */
const SHAPES: readonly [name: string, content: string, rest?: string][] = [
  ['a scene heading', heading('INT. BAR - DAY')],
  ['a heading that is not in capitals', heading('int. bar - day'), CAPITALS],
  ['a numbered heading', heading('INT. BAR - DAY', ' Number="12A"')],
  [
    'a heading whose number stands inside it',
    runs('Scene Heading', '<SceneProperties Number="4" Title="Fog"/>', '<Text>INT. BAR</Text>'),
  ],
  ['a heading that Fountain does not know', heading('THE BAR')],
  [
    'an omitted scene',
    `<Paragraph Number="2" Type="Scene Heading"><Text>OMITTED</Text><OmittedScene>${heading('EXT. YARD')}${action('Nobody.')}</OmittedScene></Paragraph>`,
  ],
  [
    'a summary',
    runs(
      'Scene Heading',
      '<SceneProperties><Summary><Paragraph><Text>They meet.</Text></Paragraph></Summary></SceneProperties>',
      '<Text>INT. BAR</Text>',
    ),
  ],
  ['two paragraphs of action', action('Dust.') + action('More dust.')],
  ['the same action twice', action('Dust.') + action('Dust.')],
  ['action with soft returns', action('One line.\nAnother line.')],
  ['action with empty lines inside', action('One line.\n\nAnother line.')],
  ['action with tabs and double spaces', action('One\tand  two.  Three.')],
  ['action that begins with spaces', action('   Indented.')],
  [
    'action of several fonts',
    runs(
      'Action',
      '<Text>A </Text>',
      '<Text Font="Arial">lamp</Text>',
      '<Text Style="Bold">falls</Text>',
      '<Text>.</Text>',
    ),
  ],
  ['action that looks like a cue', action('BANG') + action('Smoke.')],
  ['action in markers of Fountain', action('A *star*, [[no note]] and /* no cut */ here.')],
  ['space above action', action('Dust.') + action('Far below.', ' SpaceBefore="36"')],
  ['empty paragraphs of action', action('Dust.') + empty + empty + action('Rain.')],
  ['empty paragraphs at both ends', empty + action('Dust.') + empty],
  ['a speech', cue('ANN') + said('Hello.')],
  ['two paragraphs of dialogue', cue('ANN') + said('First verse.') + said('Second verse.')],
  [
    'three paragraphs of dialogue, the same twice',
    cue('ANN') + said('La.') + said('La.') + said('Lo.'),
  ],
  ['dialogue with soft returns', cue('ANN') + said('First verse.\nSecond verse.')],
  [
    'dialogue with an empty paragraph inside',
    cue('ANN') + said('First.') + emptySaid + said('Second.'),
  ],
  ['an empty paragraph of action inside a speech', cue('ANN') + empty + said('First.')],
  ['dialogue without a cue', said('Who speaks?')],
  ['a cue without dialogue', cue('ANN') + action('She is silent.')],
  [
    'a cue that continues',
    cue('ANN') + said('One.') + action('A pause.') + cue("ANN (CONT'D)") + said('Two.'),
  ],
  ['a cue that says so without a speech before it', cue("ANN (CONT'D)") + said('Two.')],
  ['a cue with extensions', cue('ANN (V.O.) (cont’d)') + said('Two.')],
  ['a cue in lower case', cue('Mira') + said('Hm.'), CAPITALS],
  ['a cue with capitals inside', cue('McNAB') + said('Hm.'), CAPITALS],
  ['a cue with two names', cue('ANN/BO') + said('Us!')],
  ['a parenthetical', cue('ANN') + aside('(low)') + said('Hm.')],
  ['a parenthetical without parentheses', cue('ANN') + aside('low') + said('Hm.')],
  ['two parentheticals', cue('ANN') + aside('(low)') + aside('(lower)') + said('Hm.')],
  ['a parenthetical at the end', cue('ANN') + said('Hm.') + aside('(leaves)')],
  [
    'a parenthetical between verses',
    cue('ANN') + said('One.') + aside('(low)') + said('Two.') + said('Three.'),
  ],
  ['a parenthetical with soft returns', cue('ANN') + aside('(low,\nlower)') + said('Hm.')],
  ['dialogue in parentheses', cue('ANN') + said('(She laughs.)')],
  ['dual dialogue', dual(cue('EVA'), said('Now!'), cue('ION'), said('No!'))],
  [
    'dual dialogue with several paragraphs',
    dual(
      cue('EVA'),
      aside('(loud)'),
      said('Now!'),
      said('Now!'),
      cue('ION'),
      said('No!'),
      said('Never!'),
    ),
  ],
  [
    'dual dialogue that continues',
    cue('EVA') + said('Wait.') + dual(cue("EVA (CONT'D)"), said('Now!'), cue('ION'), said('No!')),
  ],
  [
    'dual dialogue with other elements',
    dual(cue('EVA'), said('Now!'), action('Bang.'), cue('ION'), said('No!')),
  ],
  ['dual dialogue with one speech', dual(cue('EVA'), said('Now!'))],
  [
    'dual dialogue with three speeches',
    dual(cue('EVA'), said('Now!'), cue('ION'), said('No!'), cue('ANN'), said('Oh!')),
  ],
  [
    'dialogue below dual dialogue',
    dual(cue('EVA'), said('Now!'), cue('ION'), said('No!')) + said('Two.'),
  ],
  ['a heading that begins with a sign', heading('- LATER -') + action('Rain.')],
  [
    'a heading with emphasis at its start',
    runs('Scene Heading', '<Text Style="Bold">LATER</Text>', '<Text> - DAY</Text>'),
  ],
  [
    'nested styles',
    runs(
      'Action',
      '<Text Style="Bold">A </Text>',
      '<Text Style="Bold+Italic">b</Text>',
      '<Text Style="Italic+Underline"> c</Text>',
      '<Text Style="AllCaps"> d</Text>',
    ),
  ],
  [
    'dialogue with space above',
    cue('ANN') + said('One.') + paragraph('Dialogue', 'Two.', ' SpaceBefore="12"'),
  ],
  [
    'an empty lyric inside a speech',
    cue('ANN') + said('One.') + paragraph('Lyric', '') + said('Two.'),
  ],
  ['a parenthetical that goes on', cue('ANN') + aside('(low) And then') + said('Two.')],
  ['tabs', action('A\tlamp.') + cue('ANN') + said('One.\tTwo.')],
  ['a shot', paragraph('Shot', 'close on the lamp'), CAPITALS],
  [
    'a shot twice',
    paragraph('Shot', 'the lamp') + action('Dust.') + paragraph('Shot', 'the lamp'),
    CAPITALS,
  ],
  ['capitals set by hand', runs('Action', '<Text Style="AllCaps">Bang!</Text>') + action('Smoke.')],
  ['a transition', action('Dust.') + paragraph('Transition', 'Cut to:'), CAPITALS],
  ['a transition of another form', action('Dust.') + paragraph('Transition', 'SOMEWHERE ELSE')],
  ['lyrics', cue('ANN') + paragraph('Lyric', 'La la') + paragraph('Lyric', 'Lo lo')],
  [
    'lyrics as this program writes them',
    cue('ANN') +
      said('One.') +
      runs('Dialogue" SpaceBefore="0', '<Text Style="Italic">La</Text>') +
      said('Two.'),
  ],
  ['lyrics on several lines', paragraph('Singing', 'La la\nLo lo')],
  [
    'lyrics between dialogue',
    cue('ANN') + said('One.') + paragraph('Lyrics', 'La la') + said('Two.'),
  ],
  ['General', paragraph('General', 'A card.') + paragraph('General', 'Another card.')],
  ['a type of its own', paragraph('Cast List', 'Ann, Bo')],
  ['centered text', paragraph('General', 'THE END', ' Alignment="Center"')],
  ['the heading of an act', paragraph('New Act', 'act one')],
  ['a new page', action('Dust.') + action('Rain.', ' StartsNewPage="Yes"')],
  ['a note on a paragraph', action('Dust.') + action('Rain.'), note('6,11')],
  ['a note inside a speech', cue('ANN') + said('One.') + said('Two.'), note('4,8')],
  [
    'a note of Final Draft 8',
    runs(
      'Action',
      '<ScriptNote ID="1"><Paragraph><Text>Why?</Text></Paragraph></ScriptNote>',
      '<Text>Dust.</Text>',
    ),
  ],
  ['revision marks', runs('Action', '<Text>A </Text>', revised('lamp'), '<Text> falls.</Text>')],
  [
    'revision marks in the second verse',
    cue('ANN') + said('One.') + runs('Dialogue', '<Text>And </Text>', revised('two.')),
  ],
  [
    'a revised cue that continues',
    cue('ANN') + said('One.') + runs('Character', revised("ANN (CONT'D)")) + said('Two.'),
  ],
]

/** The words of a file, without what the program may add or leave out: parentheses and (CONT'D). */
const wordsIn = (fdx: string) =>
  printedByFinalDraft(fdx)
    .join(' ')
    .toUpperCase()
    .replaceAll(/\(CONT['’]D\)|[()]/g, '')
    .split(/\s+/)

/** The script without one of its paragraphs. */
const without = (text: string, { start, end }: { start: number; end: number }) =>
  text.slice(0, start) + text.slice(end)

describe.each(SHAPES)('%s', (_name, shape, rest = '') => {
  const fdx = fdxWith(heading('INT. HALL - DAY') + shape + heading('EXT. END - NIGHT'), rest)

  it('is exported once, as it stands on the page, and the same again', async () => {
    const text = await importedText(fdx)
    const first = await exportedFdx(text)
    expect(printedByFinalDraft(first)).toEqual(shownOnPages(text))
    expect(wordsIn(first)).toEqual(wordsIn(fdx))
    expect(await importedText(first)).toBe(text)
  })

  it('does not come back once it is deleted', async () => {
    const text = await importedText(fdx)
    for (const element of parse(text).elements) {
      const shorter = without(text, element)
      expect(printedByFinalDraft(await exportedFdx(shorter))).toEqual(shownOnPages(shorter))
    }
    const second = text.split('\n').findIndex((line) => /second|two/i.test(line))
    const cut = text.split('\n').toSpliced(second, 1).join('\n')
    expect(printedByFinalDraft(await exportedFdx(cut))).toEqual(shownOnPages(cut))
  })
})

it(
  'any of them in any order, and after any line is deleted, are exported as they stand on the page',
  async () => {
    const contents = SHAPES.flatMap(([, content, rest]) => (rest?.includes('Note') ? [] : content))
    const anyShapes = fc.array(fc.constantFrom(...contents), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(anyShapes, fc.nat(), async (shapes, at) => {
        const text = await importedText(fdxWith(heading('INT. HALL') + shapes.join(''), CAPITALS))
        const exported = await exportedFdx(text)
        expect(printedByFinalDraft(exported)).toEqual(shownOnPages(text))
        expect(await importedText(exported)).toBe(text)
        const lines = text.split('\n')
        const cut = lines.toSpliced(at % lines.length, 1).join('\n')
        expect(printedByFinalDraft(await exportedFdx(cut))).toEqual(shownOnPages(cut))
      }),
      rounds('final-draft-files'),
    )
  },
  ROUNDS_TIMEOUT,
)
