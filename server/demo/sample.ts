import { readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = path.resolve(import.meta.dirname, '../../sample')

type Change = { before: string; after: string }
type Turn = {
  hoursAgo: number
  mode: 'ask' | 'change'
  scope: string | null
  prompt: string
  answerAs?: string
  /** The label of the version that the answer made. */
  history?: string
  answers: { content: string; change?: Change }[]
}
type File = {
  bible: object[]
  notes: { reader: string; quote: string; body: string }[]
  summaries: { reader: string; body: string }[]
  conversation: { title: string; turns: Turn[] }
  /** What the answer of a turn, counted from 1, changed: it is still under review. */
  review: Change & { turn: number }
  history: { label: string; hoursAgo: number; find: string; replace: string }[]
  historyStart: { label: string; hoursAgo: number }
}

type SampleVersion = { text: string; label: string; hoursAgo: number }

export type Sample = Pick<File, 'bible' | 'notes' | 'summaries' | 'conversation' | 'review'> & {
  title: string
  /** The oldest first. */
  versions: SampleVersion[]
}

/** The sample library. Its file describes each version by what leads from it back to the one before. */
export function readSample(): Sample {
  let text = readFileSync(path.join(FOLDER, 'script.fountain'), 'utf8')
  const title = /^Title: (.+)$/m.exec(text)?.[1] ?? ''
  const { history, historyStart, ...sample } = JSON.parse(
    readFileSync(path.join(FOLDER, 'sample.json'), 'utf8'),
  ) as File
  const [underReview] = sample.conversation.turns[sample.review.turn - 1]?.answers ?? []
  if (underReview) underReview.change = sample.review
  const versions: SampleVersion[] = []
  for (const { label, hoursAgo, find, replace } of history) {
    versions.unshift({ text, label, hoursAgo })
    text = text.replace(find, () => replace)
  }
  versions.unshift({ text, ...historyStart })
  return { ...sample, title, versions }
}
