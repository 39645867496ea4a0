import type { Announcement } from '../delivery/announcement.ts'
import type { Subscription } from '../connections/connection.ts'

/** The texts of a row's columns that filters name; undefined for a row that is gone. */
export type FilteredValues = Readonly<Record<string, unknown>> | undefined

export function matches(
  { operation, filter }: Subscription,
  announcement: Announcement,
  values: FilteredValues,
): boolean {
  if (operation !== '*' && operation !== announcement.type) return false
  if (!filter) return true
  if (filter.column === 'id') return filter.value === announcement.id
  // Nothing but its id is left of a deleted row, so no other filter can be asked.
  return announcement.type === 'DELETE' || values?.[filter.column] === filter.value
}

const NONE: ReadonlySet<Subscription> = new Set()

/** All subscriptions of this process, by table. */
export class Subscriptions {
  readonly #byTable = new Map<string, Set<Subscription>>()

  add(subscription: Subscription): void {
    for (const table of subscription.tables) {
      const known = this.#byTable.get(table)
      if (known) known.add(subscription)
      else this.#byTable.set(table, new Set([subscription]))
    }
  }

  remove(subscription: Subscription): void {
    for (const table of subscription.tables) {
      const known = this.#byTable.get(table)
      known?.delete(subscription)
      if (known?.size === 0) this.#byTable.delete(table)
    }
  }

  of(table: string): ReadonlySet<Subscription> {
    return this.#byTable.get(table) ?? NONE
  }
}
