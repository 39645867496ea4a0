import { ChangeSet, Text } from '@codemirror/state'
import { type Splice, splices } from '../../../../screenplay/changes.ts'

const strings = new WeakMap<Text, string>()

/** The text as a string, made once. */
export function textOf(doc: Text): string {
  const known = strings.get(doc) ?? doc.toString()
  strings.set(doc, known)
  return known
}

/** Splits lines at \n only, so that offsets match those of the stored text. */
export function docOf(text: string): Text {
  const doc = Text.of(text.split('\n'))
  strings.set(doc, text)
  return doc
}

export function splicesOf(changes: ChangeSet): Splice[] {
  const all: Splice[] = []
  changes.iterChanges((start, end, _from, _to, inserted) => {
    all.push({ start, end, text: inserted.toString() })
  })
  return all
}

/** Splices as CodeMirror takes them. */
export const changesOf = (made: readonly Splice[]) =>
  made.map(({ start, end, text }) => ({ from: start, to: end, insert: text }))

/** Throws a RangeError if a splice reaches beyond the text. */
export const changeSet = (made: readonly Splice[], length: number): ChangeSet =>
  ChangeSet.of(changesOf(made), length, '\n')

/** A text after splices, which shares what they leave with the one before. */
export function spliced(doc: Text, made: readonly Splice[], after: string): Text {
  const changed = changeSet(made, doc.length).apply(doc)
  if (changed.length !== after.length) return docOf(after)
  strings.set(changed, after)
  return changed
}

/** For texts that diverged: what turns one into the other is not known otherwise. */
export const changesBetween = (before: Text, after: Text): ChangeSet =>
  before.eq(after)
    ? ChangeSet.empty(before.length)
    : changeSet(splices(textOf(before), textOf(after)), before.length)
