import type { Announcement } from '../delivery/announcement.ts'
import type { Subscription } from '../connections/connection.ts'

/** Values of filtered columns as text; undefined if the row no longer exists. */
export type FilteredValues = ReadonlyMap<string, unknown> | undefined

export function matches(
  { operation, filter }: Subscription,
  announcement: Announcement,
  values: FilteredValues,
): boolean {
  if (operation !== '*' && operation !== announcement.type) return false
  if (!filter) return true
  if (filter.column === 'id') return filter.value === announcement.id
  if (announcement.type !== 'DELETE') return values?.get(filter.column) === filter.value
  // Nothing else of a deleted row is known, so other filters cannot be evaluated.
  return filter.column !== 'user_id' || filter.value === announcement.owner
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
