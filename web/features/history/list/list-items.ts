import type { Version } from '../api/history.ts'
import { dayName } from './version-facts.ts'

/** The current text, or the id of a version. */
export type Shown = 'now' | (string & {})

export type ListItem =
  | { kind: 'now'; id: 'now' }
  | { kind: 'day'; id: string; name: string }
  | { kind: 'version'; id: string; version: Version }

export type ChoosableItem = Exclude<ListItem, { kind: 'day' }>

export const isChoosable = (item: ListItem | undefined): item is ChoosableItem =>
  item !== undefined && item.kind !== 'day'

/** The current text, then the versions, newest first, under the day they were made on. */
export function listItems(versions: readonly Version[], namedOnly: boolean, now: Date): ListItem[] {
  const items: ListItem[] = [{ kind: 'now', id: 'now' }]
  let day: string | undefined
  for (const version of versions) {
    if (namedOnly && version.label === null) continue
    const name = dayName(new Date(version.created_at), now)
    if (name !== day) items.push({ kind: 'day', id: `day ${name}`, name })
    day = name
    items.push({ kind: 'version', id: version.id, version })
  }
  return items
}

/** The index of the next choosable item in a direction; `from` if there is none. */
export function stepFrom(items: readonly ListItem[], from: number, step: 1 | -1): number {
  let at = from + step
  while (items[at] && !isChoosable(items[at])) at += step
  return items[at] ? at : from
}
