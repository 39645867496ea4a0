import { RequestError } from '../../../lib/backend/request-error.ts'
import { errorText } from '../../../error-text.ts'
import { MOST } from '../../../../contract/limits.ts'
import { attachmentMessages as words } from '../../../messages/attachments.ts'
import { EncodingQuestion, readDocumentFile } from '../../scripts/import/import-client.ts'
import type { Attachment } from '../../document/open-text.ts'
import { addAttachment } from '../api/attachments.ts'
import type { AskedEncoding } from '../../scripts/import/encoding-dialog.tsx'

/** Maximum length of a name. */
const NAME_CHARACTERS = MOST.attachmentNameCharacters

/** The last part of a path, without what cannot be seen and changes how the rest looks; cut before the extension. */
export function attachmentName(fileName: string): string {
  const name = fileName
    .toWellFormed()
    .replace(/^.*[/\\]/s, '')
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const letters = Array.from(name)
  if (letters.length <= NAME_CHARACTERS) return name || 'File'
  const extension = /\.[a-z0-9]{1,10}$/i.exec(name)?.[0] ?? ''
  return `${letters
    .slice(0, NAME_CHARACTERS - 1 - extension.length)
    .join('')
    .trim()}…${extension}`
}

/** Why a file was not attached, in a sentence with its name. */
function reasonFor(name: string, error: unknown): string {
  const codes = [
    error instanceof RequestError ? error.message : '',
    error instanceof Error && 'code' in error ? String(error.code) : '',
  ]
  if (codes.includes('too_many_attachments')) return words.tooMany
  const known = new Map<string, string>(Object.entries(words.reasons))
  const reason = codes.map((code) => known.get(code)).find((one) => one !== undefined)
  return reason ? `${name}: ${reason}` : errorText(error, words.failed(name))
}

export const failedTitle = words.failedTitle
const MOST_FILES = 20

type Options = {
  workId: string
  signal: AbortSignal
  onProgress: (share: number | null) => void
  /** Asks the writer how the letters of a file are stored. */
  onEncoding: (asked: AskedEncoding | undefined) => void
}

/** Reads a file in a worker and stores its text. Returns a sentence if that failed, and null if the writer stopped it. */
export async function attachFile(
  file: File,
  options: Options,
): Promise<Attachment | string | null> {
  const { workId, signal, onProgress, onEncoding } = options
  const name = attachmentName(file.name)
  const read = (encoding?: string) => readDocumentFile(file, { signal, onProgress, encoding })
  try {
    const document = await read().catch(async (error: unknown) => {
      if (!(error instanceof EncodingQuestion)) throw error
      const { promise, resolve } = Promise.withResolvers<string | null>()
      onEncoding({ file: name, choices: error.choices, answer: resolve })
      const encoding = await promise
      onEncoding(undefined)
      return encoding === null ? null : read(encoding)
    })
    if (!document) return null
    onProgress(null)
    return await addAttachment({ workId, name, ...document })
  } catch (error) {
    return signal.aborted ? null : reasonFor(name, error)
  }
}

/** The file that is being read. */
export type Reading = { name: string; share: number | null; waiting: number }

type Attaching = Pick<Options, 'workId' | 'signal' | 'onEncoding'> & {
  /** How many are attached already. */
  count: number
  /** Why files were not attached. */
  problems: Set<string>
  onReading: (reading: Reading) => void
  onAdded: (added: Attachment) => void
}

/** Attaches files one after the other, also those that are added meanwhile. */
export async function attachAll(
  queue: File[],
  attach: typeof attachFile,
  { count: before, problems, onReading, onAdded, ...options }: Attaching,
): Promise<void> {
  let count = before
  for (let file = queue.shift(); file; file = queue.shift()) {
    if (options.signal.aborted) return
    if (count >= MOST_FILES) {
      problems.add(words.tooMany)
      continue
    }
    const { name } = file
    const onProgress = (share: number | null) => onReading({ name, share, waiting: queue.length })
    onProgress(null)
    const added = await attach(file, { ...options, onProgress })
    if (typeof added === 'string') problems.add(added)
    else if (added !== null) {
      count += 1
      onAdded(added)
    }
  }
}
