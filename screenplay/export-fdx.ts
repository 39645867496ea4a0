import { isFinalDraft, type Screenplay } from './elements.ts'
import { documentOf, type FdxRevision } from './export/fdx/document.ts'
import { decodeKept } from './final-draft/kept.ts'
import { xmlText } from './final-draft/xml-text.ts'

/** Exports a screenplay in Final Draft's format, with all that was kept of the file it was imported from. */
export async function fdxOf(screenplay: Screenplay, revision?: FdxRevision): Promise<string> {
  const entry = screenplay.titlePage.find(isFinalDraft)
  const kept = entry && (await decodeKept(entry.values.join('')))
  const document = documentOf(screenplay, { kept, revision })
  return `<?xml version="1.0" encoding="UTF-8" standalone="no" ?>\n${xmlText(document)}\n`
}
