import type { AbuseFixture } from './fixture.ts'

/** One file in attacks/ exports one of these as `attack`. */
export type Attack = {
  /** What is tried, as it stands in the table. */
  name: string
  /** How often, in a few words. */
  times: string
  /** Settings of the server, if it needs others than the defaults. */
  env?: Record<string, string> | (() => Promise<Record<string, string>>)
  /** How long it may take, if longer than others. */
  seconds?: number
  /** How much memory the server may take beside what it had. */
  megabytes?: number
  /** What is done before, while nobody is observed. */
  prepare?(fixture: AbuseFixture): Promise<unknown>
  /** Carries it out and returns the outcome in a few words; throws if it was not fended off. */
  run(fixture: AbuseFixture, prepared?: unknown): Promise<string>
}

/** How often the server gave each answer, such as `413 × 24`. */
function tally(answers: readonly (number | string)[]): string {
  const groups = Map.groupBy(answers, (answer) => answer)
  return [...groups].map(([answer, all]) => `${answer} × ${all.length}`).join(', ')
}

/** Fails the attack unless every answer is one of the expected ones. */
export function expectOnly(
  answers: readonly (number | string)[],
  expected: readonly (number | string)[],
): string {
  const outcome = tally(answers)
  if (answers.every((answer) => expected.includes(answer))) return outcome
  throw new Error(`${outcome}; expected ${expected.join(' or ')}`)
}
