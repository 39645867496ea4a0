/** The most versions that `private.next_versions` returns at once. */
const MAX_VERSIONS = 20

/** Short enough that a computation has stored some progress before a timeout cuts it off. */
const BATCH_MS = 1_000

/** How many versions to compute first, before their speed is known. */
export const FIRST_BATCH = 4

/** How many versions to compute next, given how long the last batch took. */
export const nextBatch = (versions: number, milliseconds: number): number => {
  const fitting = Math.floor((versions * BATCH_MS) / Math.max(1, milliseconds))
  return Math.max(1, Math.min(MAX_VERSIONS, versions * 2, fitting))
}
