import suites from '../../scripts/suites/rounds.json' with { type: 'json' }

const table = {
  ...suites.unit,
  ...suites.integration,
  ...suites.faults,
  ...suites.documents,
  ...suites.browser,
}

/** A row of the table. */
export type Repeated = keyof typeof table

/** The one setting for all repeated tests: `npm run test:long` sets it to `long`. */
const form = process.env['TEST_ROUNDS'] === 'long' ? 'long' : 'short'

/** How often a repeated test runs: few rounds in `npm test`, many in `npm run test:long`. */
export const rounds = (name: Repeated): number => Number(table[name][form === 'long' ? 1 : 0])

/** The same as an option of fast-check. */
export const runs = (name: Repeated): { numRuns: number } => ({ numRuns: rounds(name) })

/** How long a repeated test may take, in ms: the many rounds take minutes. */
export const ROUNDS_TIMEOUT = form === 'long' ? 1_800_000 : 120_000

/** Where random input starts from; set it to repeat a failure, or to try other input. */
export const SEED = Number(process.env['TEST_SEED'] ?? 20_261_115)

/** The seed of property tests: `npm test` gives the same result each time, `npm run test:long` tries new input. */
export const PROPERTY_SEED =
  form === 'short' || process.env['TEST_SEED'] !== undefined ? SEED : undefined
