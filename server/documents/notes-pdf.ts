import { NOTES_PDF } from '../../contract/limits.ts'
import { numberedScenes } from '../../screenplay/answers.ts'
import { anchorsIn, type StoredAnchor, type TextStep } from '../../screenplay/changes.ts'
import type { Block } from './authorship/pen.ts'
import { Sheet } from './authorship/statement-page.ts'

/** A note as it is stored, without who wrote it. */
export type StoredNote = StoredAnchor & { body: string; state: 'open' | 'done' }

/** `by` is who wrote it, in words. */
type PrintedNote = StoredNote & { by: string }

/** The first of `total` notes, by their stored places, and what has changed the text since. */
export type NotesRequest = {
  notes: PrintedNote[]
  steps: TextStep[]
  total: number
  text: string
  title: string
}

const LONGEST_HEADING = 200
/** What is printed around the notes, besides plain letters. */
const LETTERS = '“”·…'

const linesOf = (text: string) => text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '')

const noteBlocks = ({ quote, body, by, state }: PrintedNote): Block[] => [
  ...linesOf(`“${quote.trim()}”`).map((text): Block => ({ type: 'code', text })),
  ...linesOf(body).map((text): Block => ({ type: 'paragraph', text })),
  { type: 'subtitle', text: state === 'open' ? by : `${by} · ${state}` },
]

/** The notes by the headings of their scenes; those whose words are gone are last. */
function groupsOf({ notes, steps, text }: NotesRequest): Map<string, PrintedNote[]> {
  const scenes = numberedScenes(text)
  const placed = anchorsIn(notes, steps, text).toSorted(
    (a, b) => Number(a.start === a.end) - Number(b.start === b.end) || a.start - b.start,
  )
  return Map.groupBy(placed, ({ start, end }) => {
    if (start === end) return 'No longer in the script'
    const scene = scenes.findLast((each) => each.start <= start)
    const heading = scene?.heading.slice(0, LONGEST_HEADING).toWellFormed() ?? ''
    return scene && scene.id > 0 ? `${scene.id}. ${heading}` : 'Before the first scene'
  })
}

/** Prints notes while there are pages for them; returns how many. */
function print(groups: Map<string, PrintedNote[]>, sheet: Sheet): number {
  let printed = 0
  for (const [heading, notes] of groups) {
    if (sheet.pages >= NOTES_PDF.pages) return printed
    sheet.add({ type: 'heading', text: heading })
    for (const note of notes) {
      for (const block of noteBlocks(note)) {
        // One that is too long for the rest of the pages is cut there.
        if (sheet.pages >= NOTES_PDF.pages) return printed
        sheet.add(block)
      }
      printed += 1
    }
  }
  return printed
}

/** The notes on a script by scene, each below the words that it is on. */
export async function notesPdf(request: NotesRequest): Promise<Uint8Array<ArrayBuffer>> {
  const { title, total } = request
  const groups = groupsOf(request)
  const words = request.notes.flatMap(({ quote, body, by }) => [quote, body, by])
  const letters = [title, ...groups.keys(), ...words, LETTERS].join('\n')
  const sheet = await Sheet.open(letters, `Notes on ${title}`)
  sheet.add({ type: 'title', text: title })
  sheet.add({ type: 'subtitle', text: total === 1 ? '1 note' : `${total} notes` })
  const more = total - print(groups, sheet)
  if (more > 0) sheet.add({ type: 'paragraph', text: `${more} more notes are not printed.` })
  return sheet.finish((page, pages) => `Notes on ${title} · ${page} of ${pages}`)
}
