// Runs in a worker thread, so that a long script does not block other requests.
import { parentPort } from 'node:worker_threads'
import { layout, type Pages } from '../../screenplay/layout.ts'
import { parse, titleEntry, type Span } from '../../screenplay/model.ts'
import { locksOf, revisedPages, sidesOf } from '../../screenplay/production.ts'
import { paperColor } from '../../screenplay/formats.ts'
import { revisedRanges, revisedRows, revisionLabel } from '../../screenplay/changes.ts'
import { pdfOf, type PdfOptions, typesetterFor } from './pdf.ts'
import type { NotesRequest } from './notes-pdf.ts'
import type { PdfAnswer, PdfRequest } from './pdf-request.ts'
import type { MissingCharacter, MissingCharacters } from '../../contract/export-script.ts'
import type { Typesetter } from './text-runs.ts'
import { answerQuestions } from '../common/thread-loop.ts'

/** A script in a writing system that no font has may lack thousands; a dialog shows these. */
const MOST_LISTED = 30

type Lines = readonly { spans: readonly Span[]; sceneNumber?: string | undefined }[]

function missingIn(lines: Lines, typesetter: Typesetter): Set<string> {
  const spans = lines.flatMap((line) => [...line.spans, { text: line.sceneNumber ?? '' }])
  const runs = spans.flatMap((span) => typesetter.runs(span))
  return new Set(runs.filter(({ face }) => !face).map(({ text }) => text))
}

/** The characters that no font has, in the order of the pages; undefined if there are none. */
function missingCharacters(
  { titlePages, pages }: Pages,
  typesetter: Typesetter,
): MissingCharacters | undefined {
  const found = new Map<string, MissingCharacter>()
  const entryOf = (character: string): MissingCharacter => {
    const known = found.get(character) ?? { character, isOnTitlePage: false, pages: [] }
    found.set(character, known)
    return known
  }
  for (const character of missingIn(titlePages.flat(), typesetter)) {
    entryOf(character).isOnTitlePage = true
  }
  let before = new Set<string>()
  for (const { label, lines } of pages) {
    const here = missingIn(lines, typesetter)
    for (const character of here) {
      const { pages: places } = entryOf(character)
      const last = before.has(character) ? places.at(-1) : undefined
      if (last) last[1] = label
      else places.push([label, label])
    }
    before = here
  }
  const missing = [...found.values()].slice(0, MOST_LISTED)
  return found.size > 0 ? { missing, more: found.size - missing.length } : undefined
}

/** The pages to print and the marks on them; null if the requested character has no scenes. */
function documentOf(request: PdfRequest): [Pages, PdfOptions] | null {
  const { text, title, paper, revision, sides } = request
  const pages = layout(parse(text), { paper })
  if (sides !== undefined) {
    const { pages: shown, rows } = sidesOf(pages, sides)
    if (shown.pages.length === 0) return null
    const name = title ?? titleEntry(pages.screenplay.titlePage, 'title')
    return [shown, { title, sides: { label: name ? `${sides} - ${name}` : sides, rows } }]
  }
  if (!revision) return [pages, { title }]
  const ranges = revisedRanges(revision.against, pages.screenplay)
  const marks = { label: revisionLabel(revision), rows: revisedRows(pages, ranges) }
  if (!locksOf(pages.screenplay).pages) return [pages, { title, revision: marks }]
  // With locked pages, only replacement pages are printed, on paper of the revision's colour.
  const revised = revisedPages(layout(parse(revision.against), { paper }), pages)
  return [revised, { title, revision: { ...marks, paper: paperColor(revision.set) } }]
}

async function answer(request: PdfRequest | NotesRequest): Promise<PdfAnswer> {
  try {
    if ('notes' in request) {
      const { notesPdf } = await import('./notes-pdf.ts')
      return { pdf: await notesPdf(request) }
    }
    const document = documentOf(request)
    if (!document) return { pdf: null }
    const typesetter = await typesetterFor(...document)
    const missing = request.reportsMissing && missingCharacters(document[0], typesetter)
    if (missing) return { missing }
    const pdf = await pdfOf(...document, typesetter)
    // A copy: a small Buffer may be part of a shared pool, which cannot be transferred.
    return { pdf: new Uint8Array(pdf) }
  } catch (error) {
    return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

if (parentPort) {
  await answerQuestions(parentPort, answer, (made) =>
    'pdf' in made && made.pdf ? [made.pdf.buffer] : [],
  )
}
