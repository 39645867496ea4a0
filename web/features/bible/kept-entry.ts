import type { StoryKind } from '../../../contract/reading.ts'
import { draftStorage } from '../../lib/draft-storage.ts'

/** An entry as it is typed. */
export type TypedEntry = { kind: StoryKind; name: string; aliases: string; body: string }

export const NAMES = ['kind', 'name', 'aliases', 'body'] as const
export type FieldName = (typeof NAMES)[number]

type Kept = { typed: TypedEntry; base: TypedEntry | null; updatedAt: string | null }

const isTyped = (fields: unknown) =>
  NAMES.every((name) => typeof (fields as Record<string, unknown> | null)?.[name] === 'string')

const isKept = (value: unknown): value is Kept => {
  const { typed, base } = (value ?? {}) as Partial<Kept>
  return isTyped(typed) && (base === null || isTyped(base))
}

/** What is typed into an entry and not saved, which survives closing the panel, a reload and a crash. */
export const keptEntry = {
  key: (userId: string, id: string) => `entry:${userId}:${id}`,
  read(key: string): Kept | null {
    try {
      const kept: unknown = JSON.parse(draftStorage.read(key) ?? 'null')
      return isKept(kept) ? kept : null
    } catch {
      return null
    }
  },
  write: (key: string, kept: Kept | null): void =>
    draftStorage.write(key, kept && JSON.stringify(kept)),
}
