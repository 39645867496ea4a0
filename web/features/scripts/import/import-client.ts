import type {
  DocumentKind,
  EncodingChoice,
  ImportedScript,
  FdxLoss,
  LeftOut,
} from '../../../../screenplay/formats.ts'
import { importingMessages } from '../../../messages/importing.ts'
import { SCRIPT_BYTES, UNTITLED } from '../../../../contract/limits.ts'
import { inWorker } from '../../../script-worker/ask.ts'
import { validTitle } from '../script-title.ts'

/** Milliseconds. No script takes nearly as long, so the file is malformed or no script. */
const LONGEST = 60_000

/** Why a file could not be read: one of the codes of `ImportFailure`, or what went wrong. */
class ReadFailure extends Error {
  readonly code: string

  constructor(code: string) {
    super(`the file could not be read: ${code}`)
    this.code = code
  }
}

/** The writer has to choose the encoding. */
export class EncodingQuestion extends ReadFailure {
  readonly choices: readonly EncodingChoice[]

  constructor(choices: readonly EncodingChoice[]) {
    super('unknown-encoding')
    this.choices = choices
  }
}

type Options = {
  signal: AbortSignal
  onProgress: (share: number) => void
  encoding?: string | undefined
  isDocument?: boolean
}

/**
 * Reads a file off the main thread. Aborting ends the work and rejects with the reason of the signal; a file
 * that takes too long is refused as `too-complex`.
 */
export async function readFile(
  file: File,
  { signal, onProgress, encoding, isDocument = false }: Options,
  start?: () => Worker,
): Promise<ImportedScript & { kind?: DocumentKind }> {
  const tooLong = new AbortController()
  const timer = setTimeout(() => tooLong.abort(new ReadFailure('too-complex')), LONGEST)
  try {
    const read = await inWorker(
      'import',
      { file, encoding, isDocument },
      { signal: AbortSignal.any([signal, tooLong.signal]), onProgress, ...(start && { start }) },
    )
    if ('script' in read) return read.script
    throw 'choices' in read ? new EncodingQuestion(read.choices) : new ReadFailure(read.failure)
  } finally {
    clearTimeout(timer)
  }
}

const words = importingMessages

const losses: Record<FdxLoss, string> = words.finalDraft
const encodings = new Map<string, string>(Object.entries(words.encodings))

/** What writers call an encoding. */
export const encodingName = (encoding: string): string => encodings.get(encoding) ?? encoding

/** Examples of headers and footers, and how long each may be. */
const MAX_LINES = 3
const MAX_LENGTH = 60

const quoted = (line: string) =>
  `"${line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}...` : line}"`

/** What the import of a PDF left out, as sentences. */
function leftOutText({ runningLines, revisionMarks, emphasis }: LeftOut): string {
  const shown = runningLines.slice(0, MAX_LINES).map(quoted)
  const more = runningLines.length - shown.length
  return [
    ...(shown.length > 0
      ? [words.runningLines(more > 0 ? [...shown, words.moreRunningLines(more)] : shown)]
      : []),
    ...(revisionMarks > 0 ? [words.revisionMarks(revisionMarks)] : []),
    ...(emphasis ? [words.withoutEmphasis] : []),
    words.fromPdf,
  ].join(' ')
}

/** What the writer is told about a script that was imported. */
export function importSummary(script: ReadScript): string {
  const { title, isIncomplete, encoding, unreadable } = script
  const sentences = [(isIncomplete ? words.incomplete : words.doneText)(title)]
  if (encoding !== 'utf-8') sentences.push(words.readAs(encodingName(encoding)))
  if (unreadable > 0) sentences.push(words.unreadable(unreadable))
  sentences.push(...script.losses.map((loss) => losses[loss]))
  if (script.leftOut) sentences.push(leftOutText(script.leftOut))
  return sentences.join(' ')
}

export const IMPORTED_FILES = '.fountain,.txt,.md,.fdx,.docx,.pdf'

export type ReadScript = Awaited<ReturnType<typeof readFile>>

const titleFrom = (title: string | undefined, fileName: string): string =>
  validTitle(title ?? fileName.replace(/\.[^.]*$/, '')) || UNTITLED

/** Reads a file as a script, in a worker. Throws a ReadFailure. */
export async function readScriptFile(
  file: File,
  options: Parameters<typeof readFile>[1],
): Promise<ReadScript> {
  const script = await readFile(file, options)
  if (new Blob([script.text]).size > SCRIPT_BYTES) throw new ReadFailure('too-long')
  return { ...script, title: titleFrom(script.title, file.name) }
}

/** Reads a file as text, in a worker: a script, a treatment, notes. Throws a ReadFailure. */
export async function readDocumentFile(
  file: File,
  options: Omit<Options, 'isDocument'>,
): Promise<{ kind: DocumentKind; text: string }> {
  const { text, kind = 'text' } = await readFile(file, { ...options, isDocument: true })
  if (new Blob([text]).size > SCRIPT_BYTES) throw new ReadFailure('too-long')
  return { kind, text }
}
