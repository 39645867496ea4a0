import type { FdxLoss, LeftOut } from '../../../../screenplay/formats.ts'
import { importingMessages } from '../../../messages/importing.ts'
import type { ReadScript } from './read-script-file.ts'

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
