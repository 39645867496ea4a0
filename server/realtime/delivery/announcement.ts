import { z } from 'zod'

const operation = z.enum(['INSERT', 'UPDATE', 'DELETE'])

const rowId = z.union([z.string(), z.number()]).transform(String)

const announcementShape = z.object({
  table: z.string(),
  type: operation,
  id: rowId,
  /** For an updated row whose id changed. */
  formerId: rowId.optional(),
  /** For a deleted row: who owned it, and whether administrators could read it. */
  owner: z.string().optional(),
  forAdmins: z.boolean().optional(),
})

export type Operation = z.infer<typeof operation>
export type Announcement = z.infer<typeof announcementShape> & { heardAt: string }

/** Parses a payload of `private.announce()`; undefined if it is anything else. */
export function readAnnouncement(payload: string): Announcement | undefined {
  try {
    const { data } = announcementShape.safeParse(JSON.parse(payload))
    return data && { ...data, heardAt: new Date().toISOString() }
  } catch {
    return undefined
  }
}

/** Queue of announcements; duplicates are merged. */
export class AnnouncementQueue {
  readonly #waiting = new Map<string, Announcement>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0
  }

  /** False if the queue is full. */
  add(announcement: Announcement): boolean {
    const key = JSON.stringify([announcement.table, announcement.type, announcement.id])
    if (this.#waiting.has(key)) return true
    if (this.#waiting.size >= this.#most) return false
    this.#waiting.set(key, announcement)
    return true
  }

  take(most: number): Announcement[] {
    const taken: Announcement[] = []
    for (const [key, announcement] of this.#waiting) {
      if (taken.length === most) break
      taken.push(announcement)
      this.#waiting.delete(key)
    }
    return taken
  }

  clear(): void {
    this.#waiting.clear()
  }
}
