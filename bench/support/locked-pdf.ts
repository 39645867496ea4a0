import { layout, type Pages } from '../../screenplay/layout.ts'
import { parse } from '../../screenplay/model.ts'
import { lockPages, lockSceneNumbers } from '../../screenplay/production.ts'
import {
  revisedRanges,
  revisedRows,
  revisionLabel,
  applySplices,
} from '../../screenplay/changes.ts'
import { pdfOf } from '../../server/documents/pdf.ts'

const NEW = ' A new sentence that makes this page longer than it was before it came.'.repeat(8)

/** Our own PDF of a script with locked scene numbers and pages, some of which were revised afterwards. */
export async function lockedPdf(script: string) {
  const numbered = applySplices(script, lockSceneNumbers(parse(script)))
  const locked = applySplices(numbered, lockPages(layout(parse(numbered))))
  const { elements } = parse(locked)
  const actions = elements.filter(({ type, text }) => type === 'action' && text.endsWith('.'))
  const added = actions
    .filter((_, n) => n % 9 === 4)
    .map(({ contentEnd }) => ({ start: contentEnd, end: contentEnd, text: NEW }))
  const source = applySplices(locked, added)
  const pages = layout(parse(source))
  const rows = revisedRows(pages, revisedRanges(locked, pages.screenplay))
  const label = revisionLabel({ set: 'blue', date: '2026-11-16' })
  const pdf = await pdfOf(pages, { revision: { label, rows } })
  return { source, pages, rows, label, pdf: new Uint8Array(pdf) }
}

/** The number and the first lines of each page. */
export const pageStarts = ({ pages }: Pages) =>
  pages.map(({ label, lines }) => {
    const texts = lines.slice(0, 3).map(({ spans }) => spans.map(({ text }) => text).join(''))
    return [label, ...texts].join('\n')
  })
