import PdfDocument from 'pdfkit'
import { numberedScenes } from '../../screenplay/answers.ts'
import { type Block, Pen } from './authorship/pen.ts'
import { Sheet } from './authorship/statement-page.ts'
import { bytesOf } from './pdf.ts'
import { Typesetter } from './text-runs.ts'

export type PrintedNote = {
  start: number
  end: number
  quote: string
  body: string
  state: 'open' | 'done' | 'dismissed'
  /** Who wrote it, in words. */
  by: string
}

export type NotesRequest = { notes: PrintedNote[]; text: string; title: string }

/** Far more than anybody reads on paper. */
const MOST = 2_000
const LONGEST_HEADING = 200

const linesOf = (text: string) => text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '')

const noteBlocks = ({ quote, body, by, state }: PrintedNote): Block[] => [
  ...linesOf(`“${quote.trim()}”`).map((text): Block => ({ type: 'code', text })),
  ...linesOf(body).map((text): Block => ({ type: 'paragraph', text })),
  { type: 'subtitle', text: state === 'open' ? by : `${by} · ${state}` },
]

const sceneBlocks = ([heading, notes]: [string, PrintedNote[]]): Block[] => [
  { type: 'heading', text: heading },
  ...notes.flatMap(noteBlocks),
]

function blocksOf({ notes, text, title }: NotesRequest): Block[] {
  const scenes = numberedScenes(text)
  const sceneOf = ({ start, end }: PrintedNote) => {
    if (start === end) return 'No longer in the script'
    const scene = scenes.findLast((each) => each.start <= start)
    const heading = scene?.heading.slice(0, LONGEST_HEADING).toWellFormed() ?? ''
    return scene && scene.id > 0 ? `${scene.id}. ${heading}` : 'Before the first scene'
  }
  const shown = notes
    .toSorted((a, b) => Number(a.start === a.end) - Number(b.start === b.end) || a.start - b.start)
    .slice(0, MOST)
  const groups = Map.groupBy(shown, sceneOf)
  const more = notes.length - shown.length
  return [
    { type: 'title', text: title },
    { type: 'subtitle', text: notes.length === 1 ? '1 note' : `${notes.length} notes` },
    ...[...groups].flatMap(sceneBlocks),
    ...(more > 0
      ? [{ type: 'paragraph' as const, text: `${more} more notes are not printed.` }]
      : []),
  ]
}

/** The notes on a script by scene, each below the words that it is on. */
export async function notesPdf(request: NotesRequest): Promise<Uint8Array<ArrayBuffer>> {
  const { title } = request
  const blocks = blocksOf(request)
  const letters = `${JSON.stringify(blocks)}${title}…0123456789`
  const typesetter = await Typesetter.for([{ text: letters }, { text: letters, bold: true }])
  const doc = new PdfDocument({
    autoFirstPage: false,
    bufferPages: true,
    size: 'LETTER',
    margin: 0,
    pdfVersion: '1.7',
    displayTitle: true,
    lang: 'en',
    info: { Title: `Notes on ${title}`, Creator: 'Script Writer' },
  })
  const done = bytesOf(doc)
  const sheet = new Sheet(doc, new Pen(doc, typesetter))
  for (const block of blocks) sheet.add(block)
  sheet.finish((page, pages) => `Notes on ${title} · ${page} of ${pages}`)
  doc.end()
  return new Uint8Array(await done)
}
