import { hash, randomUUID } from 'node:crypto'
import { type Attack, expectOnly } from '../attack.ts'
import type { AbuseFixture, Person } from '../fixture.ts'

const STEPS = 100
const AT_ONCE = 6
const ROUNDS = 2

/** Nearly 1 MB. Files are read in the browser; what the server gets is a text and where it is from. */
const TEXT = 'Mara waits at the quay for the ferry, été comme hiver.\n\n'.repeat(16_000)

/** Each import changes both ends of the text, and each is a version. */
const splices = Array.from({ length: STEPS }, (_, n) => [
  { start: 0, end: n === 0 ? 0 : 1, text: String(n % 10) },
  { start: TEXT.length + (n === 0 ? 0 : n), end: TEXT.length + (n === 0 ? 0 : n), text: 'x' },
])
const AFTER = `${(STEPS - 1) % 10}${TEXT}${'x'.repeat(STEPS)}`

async function keep(
  fixture: AbuseFixture,
  as: Person,
  {
    work,
    revision,
    changes,
    after,
  }: { work: string; revision: number; changes: unknown; after: string },
): Promise<number> {
  const body = { work_id: work, revision, changes, text_hash: hash('sha256', after, 'hex') }
  return (await fixture.request('/rest/v1/rpc/keep_draft', { method: 'POST', as, body })).status
}

const typed = (text: string) => [{ origin: 'typed', splices: [{ start: 0, end: 0, text }] }]
const imports = splices.map((each) => ({ origin: 'import', splices: each }))

export const attack: Attack = {
  name: `import ${STEPS} times into a text of 1 MB in one request`,
  times: `${ROUNDS} times ${AT_ONCE} at once, from 2 users, while a third one saves`,
  async run(fixture) {
    const people = [await fixture.signUp('importer'), await fixture.signUp('other-importer')]
    const third = await fixture.signUp('third-importer')
    const saves: number[] = []
    const answers: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const works = await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, n) => {
          const work = randomUUID()
          const as = people[n % people.length] as Person
          expectOnly(
            [await keep(fixture, as, { work, revision: 0, changes: typed(TEXT), after: TEXT })],
            [200],
          )
          return { work, as }
        }),
      )
      const sent = works.map(({ work, as }) =>
        keep(fixture, as, { work, revision: 1, changes: imports, after: AFTER }),
      )
      const after = 'INT. HOUSE - DAY\n\nRain.'
      const own = { work: randomUUID(), revision: 0, changes: typed(after), after }
      saves.push(await keep(fixture, third, own))
      answers.push(...(await Promise.all(sent)))
    }
    // On a slow machine the whole request may reach the limit of time of a statement.
    const outcome = expectOnly(answers, [200, 429, 504])
    return `${outcome}; the third user's saves: ${expectOnly(saves, [200])}`
  },
}
