import { applySplices, merge, type Splice, splices } from '../../screenplay/changes.ts'

type NewWord = () => string

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** Where each line begins, and the end. */
const startsOf = (lines: readonly string[]): number[] => {
  let at = 0
  return [0, ...lines.map((line) => (at += line.length))]
}

/** Any change that somebody types: lines of one's own between others, words inside one, or less text. */
export function changeOf(text: string, place: number, what: number, word: NewWord): Splice {
  const lines = linesOf(text)
  const starts = startsOf(lines)
  const n = place % starts.length
  const [start = 0, end = start] = [starts[n], starts[n + 1]]
  const line = lines[n] ?? ''
  const content = end - (line.endsWith('\n') ? 1 : 0)
  const inside = start + (line.indexOf(' ') + 1 || content - start)
  const insert = (at: number, inserted: string): Splice => ({ start: at, end: at, text: inserted })
  const kinds: (() => Splice)[] = [
    () => insert(start, `${word()}\n`),
    () => insert(start, `${word()}\n\n`),
    () => insert(start, `JOHN\n${word()}\n\n`),
    () => insert(content, `\n${word()}`),
    () => insert(content, `\n\n${word()}`),
    () => insert(content, ` ${word()}`),
    () => insert(inside, `${word()} `),
    () => insert(start, '\n'),
    () => insert(inside, '\n'),
    () => ({ start, end, text: '' }),
    () => ({ start: inside, end: content, text: '' }),
    () => ({ start, end: starts[n + 3] ?? end, text: '' }),
    () => ({ start: inside, end: content, text: word() }),
    () => ({ start: content, end, text: '' }),
  ]
  return kinds[what % kinds.length]?.() ?? insert(start, '')
}

/**
 * A line that somebody typed into `common` while others made `theirs` of it: what that changes in theirs, and the steps in
 * which a page sends it. Undefined if others changed the lines around it.
 */
export function mergeOf(common: string, theirs: string, place: number, word: NewWord) {
  const starts = startsOf(linesOf(common))
  const at = starts[place % starts.length] ?? 0
  const typed: Splice = { start: at, end: at, text: `${word()}\n` }
  const own = applySplices(common, [typed])
  const merged = merge(common, own, theirs)
  const changes = splices(theirs, merged.text)
  if (merged.conflicts.length > 0 || changes.length !== 1 || changes[0]?.text !== typed.text)
    return undefined
  const sent = [
    { origin: 'typed', splices: [] },
    { origin: 'restore', splices: splices(theirs, common) },
    { origin: 'typed', splices: [typed] },
    { origin: 'merge', splices: splices(own, merged.text) },
  ]
  return { changes, sent }
}

/** What an answer makes of a text: lines and scenes that are changed, added or removed, in one place or two. */
export function answerTo(text: string, place: number, what: number, word: NewWord): string {
  const once = answerAt(text, place % 31, what % 7, word)
  return what % 3 === 0 ? answerAt(once, place % 37, Math.floor(what / 7) % 7, word) : once
}

function answerAt(text: string, place: number, what: number, word: NewWord): string {
  if (what > 0) return changedLines(text, place, what - 1, word)
  const lines = linesOf(text)
  const scenes = [1, 2].map(() => `\nINT. ${word()} - DAY\n\n${word()}.\n\n`)
  return lines.toSpliced(place % (lines.length + 1), 0, ...scenes).join('')
}

/** Lines changed, added or removed in one place. */
export function changedLines(text: string, place: number, what: number, word: NewWord): string {
  const lines = linesOf(text)
  const n = place % (lines.length + 1)
  const line = lines[n] ?? ''
  const kinds: (() => string[])[] = [
    () => lines.toSpliced(n, 0, `\n${word()} ${word()}.\n`),
    () => lines.toSpliced(n, 0, `JOHN\n${word()}.\n\n${word()} ${word()}.\n\n`),
    () => lines.toSpliced(n, 1, `${word()} instead.\n`),
    () => lines.toSpliced(n, 2, line.replace(/^\w*/, word())),
    () => lines.toSpliced(n, 1),
    () => lines.with(Math.min(n, lines.length - 1), `${line.trimEnd()} ${word()}\n`),
  ]
  return (lines.length === 0 ? [`${word()}\n`] : (kinds[what % 6]?.() ?? lines)).join('')
}
