import { PRODUCTION_LOCK_KEY, type TitleEntry } from '../../elements.ts'
import { PAGE_START } from '../indents/rows.ts'
import { LOCK_INFO } from './own-pdf.ts'

const known = /^(?:scene numbers|pages)(?:, (?:scene numbers|pages))*$/

type Metadata = { info: object }

/** What is locked in a PDF of our own, as an entry of the title page. */
export function locksIn({ info }: Metadata): Pick<TitleEntry, 'key' | 'values'> | undefined {
  const custom = 'Custom' in info && typeof info.Custom === 'object' ? info.Custom : undefined
  const value = new Map<string, unknown>(Object.entries(custom ?? {})).get(LOCK_INFO)
  if (typeof value !== 'string' || !known.test(value)) return undefined
  return { key: PRODUCTION_LOCK_KEY, values: [value] }
}

/** Writes the notes that fix pages inside paragraphs. */
export const withPageNotes = (text: string): string =>
  text.replaceAll(PAGE_START, (_, number: string) => `[[=== ${number}]]`)
