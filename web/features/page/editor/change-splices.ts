import type { ChangeSet } from '@codemirror/state'
import type { Splice } from '../../../../screenplay/splices.ts'

export function splicesOf(changes: ChangeSet): Splice[] {
  const all: Splice[] = []
  changes.iterChanges((start, end, _from, _to, inserted) => {
    all.push({ start, end, text: inserted.toString() })
  })
  return all
}
