import { answer as demoAnswer } from '../../../../server/demo-writer/answer.ts'
import { pdfOf } from '../../../../server/documents/pdf.ts'
import { describeChanges } from '../../../../server/generation/applying/describe-changes.ts'
import { rebaseEdits } from '../../../../server/generation/applying/rebase-edits.ts'
import { notesByRules } from '../../../../server/demo-writer/note-rules.ts'
import { notesPrompt } from '../../../../server/generation/readings/notes.ts'
import { readMarginNotes } from '../../../../server/generation/readings/read-margin-notes.ts'
import { batchesOf } from '../../../../server/generation/memory/notes-prompt.ts'
import { readNotes } from '../../../../server/generation/memory/read-notes.ts'
import { buildPrompt } from '../../../../server/generation/prompt/build-prompt.ts'
import { queryOf, relevanceOf } from '../../../../server/generation/prompt/relevance.ts'
import {
  AuthorshipHistory,
  doubtsOf,
  spansOf,
  storedHistory,
  historyFrom,
} from '../../../../screenplay/authorship.ts'
import {
  compareScripts,
  followNotes,
  merge,
  revisedRanges,
  revisedRows,
  applySplices,
  splices,
} from '../../../../screenplay/changes.ts'
import {
  capitalsOf,
  changeElement,
  pressEnter,
  characterCalled,
  characterNames,
  completionsAt,
  findMatches,
  insertNotes,
  renameCharacter,
  replaceMatches,
  toggleEmphasis,
  moveScene,
  pastedFountain,
} from '../../../../screenplay/editing.ts'
import {
  type Screenplay,
  parse,
  reparse,
  presenceByScene,
  statistics,
  storyFacts,
  textNotes,
  titleEntries,
  setTitleEntries,
} from '../../../../screenplay/model.ts'
import {
  markupOf,
  scenesOf,
  layout,
  relayout,
  dualBlocks,
  pageBreaks,
  rowStarts,
} from '../../../../screenplay/layout.ts'
import {
  boardOf,
  moveCards,
  removeSection,
  setColor,
  setHeading,
  setSynopsis,
} from '../../../../screenplay/board.ts'
import {
  docxOf,
  fdxOf,
  plainTextOf,
  importScript,
  escapeXml,
} from '../../../../screenplay/formats.ts'
import {
  assignSceneNumbers,
  breakdownColumns,
  breakdownOf,
  lockPages,
  removeSceneNumbers,
  sidesOf,
  withoutPageMarks,
} from '../../../../screenplay/production.ts'
import {
  answerChanges,
  pendingChanges,
  undoChanges,
  applyAnswer,
  escapeTags,
  numberedScenes,
  tidy,
} from '../../../../screenplay/answers.ts'
import { zipOf } from '../../../support/documents/zip-writing.ts'
import { drawnPdf } from '../../../support/documents/drawn-pdf.ts'

type Work = () => unknown

const reading = {
  reader: 'story-editor',
  target: null,
  bible: [],
  noted: [{ quote: 'a', body: 'b' }],
  memory: null,
  tokens: 3_000,
}
const NOTE = '<note scene="1" quote="a b c">One <quote scene="1">a b</quote></note>'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Every tenth line is another one, as if two people had worked on the text. */
const edited = (text: string, word: string, first: number) =>
  text
    .split('\n')
    .map((line, n) => (n % 10 === first ? `${line}${word}` : line))
    .join('\n')

/** Refused files cost time too. */
const importing = (bytes: Uint8Array, name: string) => async () => {
  await importScript(bytes, name).catch(() => undefined)
}

const fdx = (paragraphs: string) =>
  `<?xml version="1.0"?><FinalDraft DocumentType="Script" Version="4"><Content>${paragraphs}</Content></FinalDraft>`

const xmlParagraphs = (text: string, write: (line: string) => string) =>
  text
    .split('\n')
    .map((line) => write(escapeXml(line)))
    .join('')

const pasted = (text: string) => ({
  spans: [{ text }],
  style: '',
  format: { left: 2 },
  above: 0,
  startsPage: false,
  isLine: false,
})

/** What makes a pasted paragraph different from the others. */
const pastedForms = [
  (text: string) => ({ spans: [{ text, bold: true }, { text: 'c' }] }),
  () => ({ spans: [{ text: '\n '.repeat(10) }] }),
  () => ({ spans: [{ text: ' '.repeat(20) }] }),
  () => ({ format: { left: 2, firstLine: -0.1 } }),
  () => ({ style: 'Dialogue', side: 'right' as const }),
  () => ({ format: { alignment: 'center' as const } }),
]

const apply = (script: string, answer: string) =>
  applyAnswer({ script, answer, request: 'make it better', target: null, finish: 'complete' })

const middle = (source: string) => ({ anchor: source.length >> 1, head: source.length >> 1 })
const whole = (source: string) => ({ anchor: 0, head: source.length })

const onScreenplay =
  (work: (screenplay: Screenplay) => unknown) =>
  (text: string): Work => {
    const screenplay = parse(text)
    return () => work(screenplay)
  }

const query = { caseSensitive: false, wholeWords: false, within: 'all' } as const

/** Prepares the work on a text; only the work is measured. */
const inOtherSetup = parse('Page Setup: multi-camera\n\n@A\nb')

export const operations = new Map<string, (text: string) => Work>([
  ['parse', (text) => () => parse(text)],
  [
    'reparse',
    (text) => {
      const before = parse(text)
      const at = text.length >> 1
      return () => reparse(before, `${text.slice(0, at)}a${text.slice(at)}`)
    },
  ],
  [
    'layout',
    (text) => {
      const screenplay = parse(text)
      const at = text.length >> 1
      const after = reparse(screenplay, `${text.slice(0, at)}a\n\nb\n\n${text.slice(at)}`)
      return () => relayout(layout(screenplay), after)
    },
  ],
  [
    'page map',
    (text) => {
      const pages = layout(parse(text))
      return () => {
        pageBreaks(pages)
        dualBlocks(pages)
        for (const index of pages.screenplay.elements.keys()) rowStarts(pages.screenplay, index)
      }
    },
  ],
  [
    'markup',
    onScreenplay((screenplay) => {
      // Another page setup empties the cache, which only a short text would profit from.
      markupOf(inOtherSetup, 0)
      for (const index of screenplay.elements.keys()) markupOf(screenplay, index)
    }),
  ],
  [
    'what a script says about a bible',
    onScreenplay((screenplay) => {
      const names = ['a', 'A b', 'a a a a', '文'].map((name) => [name, `the ${name}`])
      return storyFacts(
        screenplay,
        names.map((each) => ({ names: each, isCharacter: true })),
      )
    }),
  ],
  ['tidy', (text) => () => tidy(text)],
  [
    'compare',
    (text) => {
      const after = edited(text, ' b', 3)
      return () => compareScripts(text, after, { now: () => 0 })
    },
  ],
  [
    'compare reversed',
    (text) => {
      const after = text.split('\n').toReversed().join('\n')
      return () => compareScripts(text, after, { now: () => 0 })
    },
  ],
  [
    'merge',
    (text) => {
      const [mine, theirs] = [edited(text, ' b', 3), edited(text, ' c', 7)]
      return () => merge(text, mine, theirs)
    },
  ],
  [
    'splices',
    (text) => {
      const after = edited(text, ' b', 3)
      return () => applySplices(text, splices(text, after))
    },
  ],
  [
    'merge reversed',
    (text) => {
      const [mine, theirs] = [text.split('\n').toReversed().join('\n'), edited(text, ' c', 7)]
      return () => merge(text, mine, theirs)
    },
  ],
  ['numbered scenes', (text) => () => numberedScenes(text)],
  ['scoped edits: the script', (text) => () => apply(text, '<scene id="1">.b\n\nc</scene>')],
  ['scoped edits: the answer', (text) => () => apply('.a\n\nb\n', text)],
  ['scoped edits: both', (text) => () => apply(text, text)],
  [
    'scoped edits: a whole script',
    (text) => () => apply(text, `<script>${edited(text, ' b', 3)}</script>`),
  ],
  [
    'what the chat shows of an answer',
    (text) => {
      const outcome = apply(text, text)
      return () => describeChanges(text, text, outcome, [])
    },
  ],
  [
    'rebasing',
    (text) => {
      const now = edited(text, ' b', 3)
      const edits = splices(text, edited(text, ' c', 7))
      return () => rebaseEdits(text, now, edits)
    },
  ],
  [
    'prompts',
    (text) => () =>
      buildPrompt(
        {
          request: 'make it better',
          currentScript: text,
          continued: null,
          conversation: [],
          examples: [],
        },
        3_000,
      ),
  ],
  ['relevance', (text) => () => relevanceOf(text.split(/\s/), queryOf([{ text, weight: 1 }]))],
  ['page marks', (text) => () => withoutPageMarks(text)],
  ['escaped tags', (text) => () => escapeTags(text)],
  ['notes of a model', (text) => () => batchesOf(text, numberedScenes(text), 3_000)],
  ['notes of a model: the answer', (text) => () => readNotes(text, new Set([1, 2]))],
  [
    "a reader's prompt",
    (text) => {
      const scenes = numberedScenes(text).map(({ id }) => id)
      return () => notesPrompt({ ...reading, script: text, scenes, own: null, isLast: true })
    },
  ],
  [
    "a reader's notes: the script",
    (text) => () => readMarginNotes({ ...reading, script: text, answer: NOTE, scenes: [1] }),
  ],
  [
    "a reader's notes: the answer",
    (text) => () =>
      readMarginNotes({
        ...reading,
        script: 'INT. A - DAY\n\nAn a.',
        answer: `${text}<note scene="1" quote="An a">${text}</note><note ${text}<summary>${text}`,
        scenes: [1],
      }),
  ],
  [
    'notes of the text',
    (text) => {
      const screenplay = parse(text)
      return () => textNotes(screenplay)
    },
  ],
  [
    'notes put into the text',
    (text) => {
      const screenplay = parse(text)
      const places = Array.from({ length: text.length / 8 }, (_, n) => ({ at: n * 8, text: 'b' }))
      return () => insertNotes(screenplay, places)
    },
  ],
  ["a reader's notes by rules", (text) => () => notesByRules(text, [1, 2, 3], true)],
  [
    'notes that follow',
    (text) => {
      const notes = Array.from({ length: 40 }, (_, n) => {
        const start = Math.floor((text.length * n) / 40)
        return { start, end: start + (n % 2), quote: text.slice(start, start + 8) || 'a' }
      })
      const after = edited(text, ' b', 3)
      const changes = splices(text, after)
      return () => followNotes(notes, changes, (start, end) => after.slice(start, end))
    },
  ],
  ['demo', (text) => () => demoAnswer({ request: 'make it better', currentScript: text })],
  [
    'demo synopses',
    (text) => () => demoAnswer({ request: 'fill in the synopses', currentScript: text }),
  ],
  ['demo renaming', (text) => () => demoAnswer({ request: 'rename A to B', currentScript: text })],
  [
    'demo answers',
    (text) => () => demoAnswer({ request: 'what happens?', currentScript: text, mode: 'ask' }),
  ],
  [
    'authorship',
    (text) => {
      const [second, third] = [edited(text, ' b', 3), edited(text, ' c', 7)]
      return () => {
        const history = new AuthorshipHistory()
        for (const each of [text, second, third, text]) {
          history.addAnswer('job', each)
          history.addVersion({ text: each, textHash: '', origin: 'typed', jobId: null })
        }
        // Short runs of words are looked up too.
        for (const each of [second, third])
          history.addVersion({ text: each, textHash: each, origin: 'restore', jobId: null })
        const spans = spansOf(historyFrom(storedHistory(history)), third, 6)
        doubtsOf(third, { spans, versions: [], text: { pending: null } })
      }
    },
  ],
  ['find', onScreenplay((screenplay) => findMatches(screenplay, { ...query, text: 'a' }))],
  [
    'find a long text',
    onScreenplay((screenplay) => {
      for (const wholeWords of [false, true])
        findMatches(screenplay, {
          ...query,
          text: `${screenplay.source.slice(0, 500)}x`,
          wholeWords,
        })
    }),
  ],
  [
    'replace',
    onScreenplay((screenplay) => replaceMatches(screenplay, { ...query, text: 'a' }, '*b*')),
  ],
  [
    'rename a character',
    onScreenplay((screenplay) => {
      characterNames(screenplay)
      return renameCharacter(screenplay, characterNames(screenplay)[0] ?? 'A', 'B', {
        mentions: true,
      })
    }),
  ],
  ['board', onScreenplay((screenplay) => boardOf(screenplay))],
  [
    'move half of the cards',
    onScreenplay((screenplay) => {
      const cards = boardOf(screenplay).cards.map(({ index }) => index)
      return moveCards(
        screenplay,
        cards.filter((index) => index % 2 > 0),
        0,
      )
    }),
  ],
  [
    'colour all cards',
    onScreenplay((screenplay) => {
      const all = boardOf(screenplay).cards.map(({ index }) => index)
      return [setColor(screenplay, all, 'red'), setColor(screenplay, all, null)]
    }),
  ],
  [
    'edit a card',
    onScreenplay((screenplay) => {
      const { cards, items } = boardOf(screenplay)
      const index = cards[cards.length >> 1]?.index ?? 0
      setSynopsis(screenplay, index, screenplay.source.slice(0, 500))
      setHeading(screenplay, index, 'INT. B')
      return removeSection(screenplay, items.length >> 1)
    }),
  ],
  ['paste text', (text) => () => pastedFountain([], text)],
  ['paste a paragraph', (text) => () => pastedFountain([pasted(text)], 'x')],
  [
    'paste paragraphs',
    (text) => {
      const paragraphs = text.split('\n').map(pasted)
      return () => pastedFountain(paragraphs, 'x')
    },
  ],
  [
    'paste paragraphs of all forms',
    (text) => {
      const paragraphs = text
        .split('\n')
        .map((line, n) => Object.assign(pasted(line), pastedForms[n % pastedForms.length]?.(line)))
      return () => pastedFountain(paragraphs, 'x')
    },
  ],
  ['import .fountain', (text) => importing(bytesOf(text), 'a.fountain')],
  ['import .txt', (text) => importing(bytesOf(text), 'a.txt')],
  [
    'import .txt in another encoding',
    (text) =>
      importing(
        bytesOf(text).map((byte) => (byte < 0x20 ? byte : byte | 0x80)),
        'a.txt',
      ),
  ],
  [
    'import indented .txt',
    (text) => importing(bytesOf(`          ${text.replaceAll('\n', '\n          ')}`), 'a.txt'),
  ],
  [
    'import .fdx',
    (text) =>
      importing(
        bytesOf(
          fdx(
            xmlParagraphs(
              text,
              (line) => `<Paragraph Type="Action"><Text>${line}</Text></Paragraph>`,
            ),
          ),
        ),
        'a.fdx',
      ),
  ],
  ['import .fdx of raw text', (text) => importing(bytesOf(fdx(text)), 'a.fdx')],
  [
    'import .docx',
    (text) =>
      importing(
        zipOf({
          'word/document.xml': `<w:document><w:body>${xmlParagraphs(text, (line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`)}</w:body></w:document>`,
        }),
        'a.docx',
      ),
  ],
  [
    'import .pdf',
    (text) =>
      importing(
        drawnPdf(text.slice(0, text.length).match(/(?:[^\n]{0,60}\n?){1,50}/g) ?? []),
        'a.pdf',
      ),
  ],
  ['export .txt', (text) => () => plainTextOf(parse(text))],
  ['export .fdx', (text) => () => fdxOf(parse(text))],
  [
    'export .fdx with marks',
    (text) => {
      const before = edited(text, ' b', 3)
      const after = parse(text)
      return () => fdxOf(after, { set: 'blue', date: '2026-01-01', against: before })
    },
  ],
  ['export .docx', (text) => () => docxOf(parse(text))],
  ['export .pdf', (text) => () => pdfOf(layout(parse(text)))],
  [
    'revision marks',
    (text) => {
      const pages = layout(parse(text))
      const before = edited(text, ' b', 3)
      return () => revisedRows(pages, revisedRanges(before, pages.screenplay))
    },
  ],
  [
    'review',
    (text) => {
      const after = edited(text, ' b', 3)
      const working = edited(after, ' c', 7)
      return () => {
        answerChanges(text, after)
        undoChanges(working, pendingChanges({ before: text, after, working, kept: [] }))
      }
    },
  ],
  [
    'scenes and statistics',
    (text) => {
      const pages = layout(parse(text))
      return () => {
        scenesOf(pages)
        presenceByScene(pages.screenplay)
        statistics(pages.screenplay, pages)
      }
    },
  ],
  [
    'production',
    (text) => {
      const pages = layout(parse(text))
      const titles = Object.fromEntries(breakdownColumns.map((column) => [column, column]))
      return () => {
        assignSceneNumbers(pages.screenplay)
        removeSceneNumbers(pages.screenplay)
        breakdownOf(pages, titles as never)
        sidesOf(pages, 'A')
        lockPages(pages)
      }
    },
  ],
  [
    'keys',
    onScreenplay((screenplay) => {
      const { source } = screenplay
      pressEnter(screenplay, middle(source))
      moveScene(screenplay, 0, 2)
      for (const index of screenplay.elements.keys()) capitalsOf(screenplay, index)
    }),
  ],
  [
    'completions',
    onScreenplay((screenplay) => completionsAt(screenplay, screenplay.source.length)),
  ],
  [
    'formatting',
    onScreenplay((screenplay) => {
      const { source } = screenplay
      toggleEmphasis(screenplay, whole(source), 'bold')
      toggleEmphasis(screenplay, whole(source), 'italic')
    }),
  ],
  [
    'change of element',
    onScreenplay((screenplay) => changeElement(screenplay, whole(screenplay.source), 'action')),
  ],
  [
    'title page',
    onScreenplay((screenplay) => {
      setTitleEntries(screenplay, [...titleEntries(screenplay), { key: 'Author', value: 'b' }])
    }),
  ],
  [
    'replace by what would be another element',
    onScreenplay((screenplay) => {
      const exact = { ...query, caseSensitive: true }
      replaceMatches(screenplay, { ...exact, text: 'A' }, 'b')
      replaceMatches(screenplay, { ...exact, text: 'a' }, '@')
      replaceMatches(screenplay, { ...query, text: '\n' }, '')
    }),
  ],
  [
    'a character called so',
    onScreenplay((screenplay) => characterCalled(screenplay, screenplay.source.slice(0, 500))),
  ],
])
