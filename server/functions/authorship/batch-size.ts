/** `private.next_versions` returns no more at once. */
const MOST = 20

/** Short enough that a computation which is cut off has stored something by then. */
const BATCH_MS = 1_000

/** How many versions to compute first, before their speed is known. */
export const FIRST_BATCH = 4

/** How many versions to compute next, after so many took this long. */
export const nextBatch = (versions: number, milliseconds: number): number => {
  const fitting = Math.floor((versions * BATCH_MS) / Math.max(1, milliseconds))
  return Math.max(1, Math.min(MOST, versions * 2, fitting))
}
