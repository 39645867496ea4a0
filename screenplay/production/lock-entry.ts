import { isProductionLock, PRODUCTION_LOCK_KEY, type Screenplay } from '../elements.ts'
import type { Splice } from '../splices.ts'

/** What may no longer change. */
export type Locks = { sceneNumbers: boolean; pages: boolean }

const words = { sceneNumbers: 'scene numbers', pages: 'pages' } as const
const names = ['sceneNumbers', 'pages'] as const

const lineBreak = /\r\n|[\r\n]/
const twoLineBreaks = /^(?:\r\n|[\r\n]){1,2}/

export function locksOf({ titlePage }: Screenplay): Locks {
  const entry = titlePage.find(isProductionLock)
  const found = new Set(
    (entry?.values ?? []).flatMap((line) => line.toLowerCase().split(/\s*,\s*/)),
  )
  return { sceneNumbers: found.has(words.sceneNumbers), pages: found.has(words.pages) }
}

/** Writes the lock entry of the title page, or removes exactly what was written if no lock is left. */
export function setLocks(screenplay: Screenplay, changed: Partial<Locks>): Splice[] {
  const { source, titlePage } = screenplay
  const locks = { ...locksOf(screenplay), ...changed }
  const value = names.filter((name) => locks[name]).map((name) => words[name])
  const line = `${PRODUCTION_LOCK_KEY}: ${value.join(', ')}`
  const index = titlePage.findIndex(isProductionLock)
  const entry = titlePage[index]
  if (entry) {
    if (value.length === 0) return [{ ...rangeOfEntry(screenplay, index), text: '' }]
    const { start, contentEnd: end } = entry
    return source.slice(start, end) === line ? [] : [{ start, end, text: line }]
  }
  if (value.length === 0) return []
  const newline = lineBreak.exec(source)?.[0] ?? '\n'
  const last = titlePage.at(-1)
  if (last) return [{ start: last.contentEnd, end: last.contentEnd, text: newline + line }]
  const start = source.startsWith('\uFEFF') ? 1 : 0
  return [{ start, end: start, text: line + newline + newline }]
}

/** The range of the entry, with the line break written before it or the empty line after it. */
function rangeOfEntry({ source, titlePage }: Screenplay, index: number) {
  const entry = titlePage[index]
  const [before, after] = [titlePage[index - 1], titlePage[index + 1]]
  const { start, contentEnd } = entry ?? { start: 0, contentEnd: 0 }
  if (before) return { start: before.contentEnd, end: contentEnd }
  if (after) return { start, end: after.start }
  const rest = twoLineBreaks.exec(source.slice(contentEnd))?.[0].length ?? 0
  return { start, end: contentEnd + rest }
}
