import { storedChoice } from '../../lib/store.ts'
import { onClearUserState } from '../../lib/user-state.ts'

const STORED = 'script-writer-places'
const MAX_PLACES = 50

/** Cursor and top of the window, both as offsets into the text. */
export type Place = { cursor: number; top: number }

type Places = [workId: string, place: Place][]

const isOffset = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0

function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null) return false
  return 'cursor' in value && isOffset(value.cursor) && 'top' in value && isOffset(value.top)
}

function readPlaces(): Places {
  try {
    const stored: unknown = JSON.parse(storedChoice.read(STORED) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.filter(
      (entry): entry is Places[number] =>
        Array.isArray(entry) && typeof entry[0] === 'string' && isPlace(entry[1]),
    )
  } catch {
    // The stored value is not valid JSON: scripts open at their beginning.
    return []
  }
}

/** Where the writer was in each of the scripts opened last. */
export const placeMemory = {
  read: (workId: string): Place | undefined =>
    readPlaces().find(([known]) => known === workId)?.[1],
  write(workId: string, place: Place): void {
    const others = readPlaces().filter(([known]) => known !== workId)
    storedChoice.write(
      STORED,
      JSON.stringify([[workId, place], ...others.slice(0, MAX_PLACES - 1)]),
    )
  },
}

onClearUserState((isUserInitiated) => {
  if (isUserInitiated) storedChoice.write(STORED, null)
})
