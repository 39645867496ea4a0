import { answer as demoAnswer } from '../../../../server/demo-writer/answer.ts'
import { pdfOf } from '../../../../server/documents/pdf.ts'
import { describeChanges } from '../../../../server/generation/applying/describe-changes.ts'
import { rebaseEdits } from '../../../../server/generation/applying/rebase-edits.ts'
import { notesByRules } from '../../../../server/demo-writer/note-rules.ts'
import { notes } from '../../../../server/generation/readings/notes.ts'
import { readingParts } from '../../../../server/generation/readings/reading-parts.ts'
import { summaries } from '../../../../server/generation/readings/summaries.ts'
import { buildPrompt } from '../../../../server/generation/prompt/build-prompt.ts'
import { queryOf, relevanceOf } from '../../../../server/generation/prompt/relevance.ts'
import * as authorship from '../../../../screenplay/authorship.ts'
import * as changes from '../../../../screenplay/changes.ts'
import * as editing from '../../../../screenplay/editing.ts'
import * as model from '../../../../screenplay/model.ts'
import type { Screenplay } from '../../../../screenplay/model.ts'
import * as layout from '../../../../screenplay/layout.ts'
import * as board from '../../../../screenplay/board.ts'
import * as formats from '../../../../screenplay/formats.ts'
import * as production from '../../../../screenplay/production.ts'
import * as answers from '../../../../screenplay/answers.ts'
import { zipOf } from '../../../support/documents/zip-writing.ts'
import { drawnPdf } from '../../../support/documents/drawn-pdf.ts'

type Work = () => unknown

const reading = (script: string, scenes = [1]) => ({
  script,
  reader: 'story-editor',
  part: { scenes, hashes: [], target: null },
  isLast: true,
  noted: [{ quote: 'a', body: 'b' }],
  tokens: 3_000,
})
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
  await formats.importScript(bytes, name).catch(() => undefined)
}

const fdx = (paragraphs: string) =>
  `<?xml version="1.0"?><FinalDraft DocumentType="Script" Version="4"><Content>${paragraphs}</Content></FinalDraft>`

const xmlParagraphs = (text: string, write: (line: string) => string) =>
  text
    .split('\n')
    .map((line) => write(formats.escapeXml(line)))
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
  answers.applyAnswer({
    script,
    answer,
    request: 'make it better',
    target: null,
    finish: 'complete',
  })

const middle = (source: string) => ({ anchor: source.length >> 1, head: source.length >> 1 })
const whole = (source: string) => ({ anchor: 0, head: source.length })

const onScreenplay =
  (work: (screenplay: Screenplay) => unknown) =>
  (text: string): Work => {
    const screenplay = model.parse(text)
    return () => work(screenplay)
  }

const query = { caseSensitive: false, wholeWords: false, within: 'all' } as const

/** Prepares the work on a text; only the work is measured. */
const inOtherSetup = model.parse('Page Setup: multi-camera\n\n@A\nb')

export const operations = new Map(
  Object.entries<(text: string) => Work>({
    parse: (text) => () => model.parse(text),
    reparse: (text) => {
      const before = model.parse(text)
      const at = text.length >> 1
      return () => model.reparse(before, `${text.slice(0, at)}a${text.slice(at)}`)
    },
    layout: (text) => {
      const screenplay = model.parse(text)
      const at = text.length >> 1
      const after = model.reparse(screenplay, `${text.slice(0, at)}a\n\nb\n\n${text.slice(at)}`)
      return () => layout.relayout(layout.layout(screenplay), after)
    },
    'page map': (text) => {
      const pages = layout.layout(model.parse(text))
      return () => {
        layout.pageBreaks(pages)
        layout.dualBlocks(pages)
        for (const index of pages.screenplay.elements.keys())
          layout.rowStarts(pages.screenplay, index)
      }
    },
    markup: onScreenplay((screenplay) => {
      // Another page setup empties the cache, which only a short text would profit from.
      layout.markupOf(inOtherSetup, 0)
      for (const index of screenplay.elements.keys()) layout.markupOf(screenplay, index)
    }),
    'what a script says about a bible': onScreenplay((screenplay) => {
      const names = ['a', 'A b', 'a a a a', '文'].map((name) => [name, `the ${name}`])
      return model.storyFacts(
        screenplay,
        names.map((each) => ({ names: each, isCharacter: true })),
      )
    }),
    tidy: (text) => () => answers.tidy(text),
    compare: (text) => {
      const after = edited(text, ' b', 3)
      return () => changes.compareScripts(text, after, { now: () => 0 })
    },
    'compare reversed': (text) => {
      const after = text.split('\n').toReversed().join('\n')
      return () => changes.compareScripts(text, after, { now: () => 0 })
    },
    merge: (text) => {
      const [mine, theirs] = [edited(text, ' b', 3), edited(text, ' c', 7)]
      return () => changes.merge(text, mine, theirs)
    },
    splices: (text) => {
      const after = edited(text, ' b', 3)
      return () => changes.applySplices(text, changes.splices(text, after))
    },
    'merge reversed': (text) => {
      const [mine, theirs] = [text.split('\n').toReversed().join('\n'), edited(text, ' c', 7)]
      return () => changes.merge(text, mine, theirs)
    },
    'numbered scenes': (text) => () => answers.numberedScenes(text),
    'scoped edits: the script': (text) => () => apply(text, '<scene id="1">.b\n\nc</scene>'),
    'scoped edits: the answer': (text) => () => apply('.a\n\nb\n', text),
    'scoped edits: both': (text) => () => apply(text, text),
    'scoped edits: a whole script': (text) => () =>
      apply(text, `<script>${edited(text, ' b', 3)}</script>`),
    'what the chat shows of an answer': (text) => {
      const outcome = apply(text, text)
      return () => describeChanges(text, text, outcome, [])
    },
    rebasing: (text) => {
      const now = edited(text, ' b', 3)
      const edits = changes.splices(text, edited(text, ' c', 7))
      return () => rebaseEdits(text, now, edits)
    },
    prompts: (text) => () =>
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
    relevance: (text) => () => relevanceOf(text.split(/\s/), queryOf([{ text, weight: 1 }])),
    'page marks': (text) => () => production.withoutPageMarks(text),
    'escaped tags': (text) => () => answers.escapeTags(text),
    "a reading's parts": (text) => () =>
      readingParts({
        text,
        reader: 'bible',
        own: null,
        read: new Set(),
        scenes: null,
        target: null,
        tokens: 3_000,
      }),
    'summaries of scenes: the answer': (text) => () =>
      summaries.read(reading('.a\n\n.b', [1, 2]), text),
    'summaries of scenes: the script': (text) => () =>
      summaries.read(reading(text), '<scene id="1">a</scene>'),
    "a reader's prompt": (text) => {
      const scenes = answers.numberedScenes(text).map(({ id }) => id)
      return () => notes.prompt(reading(text, scenes))
    },
    "a reader's notes: the script": (text) => () => notes.read(reading(text), NOTE),
    "a reader's notes: the answer": (text) => () =>
      notes.read(
        reading('INT. A - DAY\n\nAn a.'),
        `${text}<note scene="1" quote="An a">${text}</note><note ${text}<summary>${text}`,
      ),
    'notes of the text': (text) => {
      const screenplay = model.parse(text)
      return () => model.textNotes(screenplay)
    },
    'notes put into the text': (text) => {
      const screenplay = model.parse(text)
      const places = Array.from({ length: text.length / 8 }, (_, n) => ({ at: n * 8, text: 'b' }))
      return () => editing.insertNotes(screenplay, places)
    },
    "a reader's notes by rules": (text) => () => notesByRules(text, [1, 2, 3], true),
    'notes that follow': (text) => {
      const placed = Array.from({ length: 40 }, (_, n) => {
        const start = Math.floor((text.length * n) / 40)
        return { start, end: start + (n % 2), quote: text.slice(start, start + 8) || 'a' }
      })
      const after = edited(text, ' b', 3)
      const made = changes.splices(text, after)
      return () => changes.followAnchors(placed, made, (start, end) => after.slice(start, end))
    },
    demo: (text) => () => demoAnswer({ request: 'make it better', currentScript: text }),
    'demo synopses': (text) => () =>
      demoAnswer({ request: 'fill in the synopses', currentScript: text }),
    'demo renaming': (text) => () => demoAnswer({ request: 'rename A to B', currentScript: text }),
    'demo answers': (text) => () =>
      demoAnswer({ request: 'what happens?', currentScript: text, mode: 'ask' }),
    authorship: (text) => {
      const [second, third] = [edited(text, ' b', 3), edited(text, ' c', 7)]
      return () => {
        const history = new authorship.AuthorshipHistory()
        for (const each of [text, second, third, text]) {
          history.addAnswer('job', each)
          history.addVersion({ text: each, textHash: '', origin: 'typed', jobId: null })
        }
        // Short runs of words are looked up too.
        for (const each of [second, third])
          history.addVersion({ text: each, textHash: each, origin: 'restore', jobId: null })
        const spans = authorship.spansOf(
          authorship.historyFrom(authorship.storedHistory(history)),
          third,
          6,
        )
        authorship.doubtsOf(third, { spans, versions: [], text: { pending: null } })
      }
    },
    find: onScreenplay((screenplay) => editing.findMatches(screenplay, { ...query, text: 'a' })),
    'find a long text': onScreenplay((screenplay) => {
      for (const wholeWords of [false, true])
        editing.findMatches(screenplay, {
          ...query,
          text: `${screenplay.source.slice(0, 500)}x`,
          wholeWords,
        })
    }),
    replace: onScreenplay((screenplay) =>
      editing.replaceMatches(screenplay, { ...query, text: 'a' }, '*b*'),
    ),
    'rename a character': onScreenplay((screenplay) => {
      editing.characterNames(screenplay)
      return editing.renameCharacter(
        screenplay,
        editing.characterNames(screenplay)[0] ?? 'A',
        'B',
        { mentions: true },
      )
    }),
    board: onScreenplay((screenplay) => board.boardOf(screenplay)),
    'move half of the cards': onScreenplay((screenplay) => {
      const cards = board.boardOf(screenplay).cards.map(({ index }) => index)
      return board.moveCards(
        screenplay,
        cards.filter((index) => index % 2 > 0),
        0,
      )
    }),
    'colour all cards': onScreenplay((screenplay) => {
      const all = board.boardOf(screenplay).cards.map(({ index }) => index)
      return [board.setColor(screenplay, all, 'red'), board.setColor(screenplay, all, null)]
    }),
    'edit a card': onScreenplay((screenplay) => {
      const { cards, items } = board.boardOf(screenplay)
      const index = cards[cards.length >> 1]?.index ?? 0
      board.setSynopsis(screenplay, index, screenplay.source.slice(0, 500))
      board.setHeading(screenplay, index, 'INT. B')
      return board.removeSection(screenplay, items.length >> 1)
    }),
    'paste text': (text) => () => editing.pastedFountain([], text),
    'paste a paragraph': (text) => () => editing.pastedFountain([pasted(text)], 'x'),
    'paste paragraphs': (text) => {
      const paragraphs = text.split('\n').map(pasted)
      return () => editing.pastedFountain(paragraphs, 'x')
    },
    'paste paragraphs of all forms': (text) => {
      const paragraphs = text
        .split('\n')
        .map((line, n) => Object.assign(pasted(line), pastedForms[n % pastedForms.length]?.(line)))
      return () => editing.pastedFountain(paragraphs, 'x')
    },
    'import .fountain': (text) => importing(bytesOf(text), 'a.fountain'),
    'import .txt': (text) => importing(bytesOf(text), 'a.txt'),
    'import .txt in another encoding': (text) =>
      importing(
        bytesOf(text).map((byte) => (byte < 0x20 ? byte : byte | 0x80)),
        'a.txt',
      ),
    'import indented .txt': (text) =>
      importing(bytesOf(`          ${text.replaceAll('\n', '\n          ')}`), 'a.txt'),
    'import .fdx': (text) =>
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
    'import .fdx of raw text': (text) => importing(bytesOf(fdx(text)), 'a.fdx'),
    'import .docx': (text) =>
      importing(
        zipOf({
          'word/document.xml': `<w:document><w:body>${xmlParagraphs(text, (line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`)}</w:body></w:document>`,
        }),
        'a.docx',
      ),
    'import .pdf': (text) =>
      importing(
        drawnPdf(text.slice(0, text.length).match(/(?:[^\n]{0,60}\n?){1,50}/g) ?? []),
        'a.pdf',
      ),
    'export .txt': (text) => () => formats.plainTextOf(model.parse(text)),
    'export .fdx': (text) => () => formats.fdxOf(model.parse(text)),
    'export .fdx with marks': (text) => {
      const before = edited(text, ' b', 3)
      const after = model.parse(text)
      return () => formats.fdxOf(after, { set: 'blue', date: '2026-01-01', against: before })
    },
    'export .docx': (text) => () => formats.docxOf(model.parse(text)),
    'export .pdf': (text) => () => pdfOf(layout.layout(model.parse(text))),
    'revision marks': (text) => {
      const pages = layout.layout(model.parse(text))
      const before = edited(text, ' b', 3)
      return () => changes.revisedRows(pages, changes.revisedRanges(before, pages.screenplay))
    },
    review: (text) => {
      const after = edited(text, ' b', 3)
      const working = edited(after, ' c', 7)
      return () => {
        answers.answerChanges(text, after)
        answers.undoChanges(
          working,
          answers.pendingChanges({ before: text, after, working, kept: [] }),
        )
      }
    },
    'scenes and statistics': (text) => {
      const pages = layout.layout(model.parse(text))
      return () => {
        layout.scenesOf(pages)
        model.presenceByScene(pages.screenplay)
        model.statistics(pages.screenplay, pages)
      }
    },
    production: (text) => {
      const pages = layout.layout(model.parse(text))
      const titles = Object.fromEntries(
        production.breakdownColumns.map((column) => [column, column]),
      )
      return () => {
        production.assignSceneNumbers(pages.screenplay)
        production.removeSceneNumbers(pages.screenplay)
        production.breakdownOf(pages, titles as never)
        production.sidesOf(pages, 'A')
        production.lockPages(pages)
      }
    },
    keys: onScreenplay((screenplay) => {
      const { source } = screenplay
      editing.pressEnter(screenplay, middle(source))
      editing.moveScene(screenplay, 0, 2)
      for (const index of screenplay.elements.keys()) editing.capitalsOf(screenplay, index)
    }),
    completions: onScreenplay((screenplay) =>
      editing.completionsAt(screenplay, screenplay.source.length),
    ),
    formatting: onScreenplay((screenplay) => {
      const { source } = screenplay
      editing.toggleEmphasis(screenplay, whole(source), 'bold')
      editing.toggleEmphasis(screenplay, whole(source), 'italic')
    }),
    'change of element': onScreenplay((screenplay) =>
      editing.changeElement(screenplay, whole(screenplay.source), 'action'),
    ),
    'title page': onScreenplay((screenplay) => {
      model.setTitleEntries(screenplay, [
        ...model.titleEntries(screenplay),
        { key: 'Author', value: 'b' },
      ])
    }),
    'replace by what would be another element': onScreenplay((screenplay) => {
      const exact = { ...query, caseSensitive: true }
      editing.replaceMatches(screenplay, { ...exact, text: 'A' }, 'b')
      editing.replaceMatches(screenplay, { ...exact, text: 'a' }, '@')
      editing.replaceMatches(screenplay, { ...query, text: '\n' }, '')
    }),
    'a character called so': onScreenplay((screenplay) =>
      editing.characterCalled(screenplay, screenplay.source.slice(0, 500)),
    ),
  }),
)
