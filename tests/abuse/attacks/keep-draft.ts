import { hash, randomUUID } from 'node:crypto'
import { type Attack, expectOnly } from '../attack.ts'
import type { AbuseFixture, Person } from '../fixture.ts'

const AT_ONCE = 12
const ROUNDS = 3

/** Storing one line took longer the more of them there were. */
const scenes = (count: number) => Array.from({ length: count }, (_, n) => `int ${n}\n`).join('')
const TEXTS = [scenes(30_000), scenes(10_000)]

async function keep(fixture: AbuseFixture, as: Person, text: string): Promise<number> {
  const body = {
    work_id: randomUUID(),
    revision: 0,
    changes: [{ origin: 'typed', splices: [{ start: 0, end: 0, text }] }],
    text_hash: hash('sha256', text, 'hex'),
  }
  return (await fixture.request('/rest/v1/rpc/keep_draft', { method: 'POST', as, body })).status
}

export const attack: Attack = {
  name: 'store texts of 30,000 and of 10,000 scenes',
  times: `${ROUNDS} times ${AT_ONCE} of each at once, from 2 users, while a third one saves`,
  async run(fixture) {
    const people = [await fixture.signUp('keeper'), await fixture.signUp('other-keeper')]
    const third = await fixture.signUp('third-keeper')
    const saves: number[] = []
    const answers: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const sent = people.flatMap((as) =>
        TEXTS.flatMap((text) => Array.from({ length: AT_ONCE / 2 }, () => keep(fixture, as, text))),
      )
      saves.push(await keep(fixture, third, 'INT. HOUSE - DAY\n\nRain.'))
      answers.push(...(await Promise.all(sent)))
    }
    // One's own later calls wait for a turn, and may be refused in the end.
    const outcome = expectOnly(answers, [200, 413, 429])
    return `${outcome}; the third user's saves: ${expectOnly(saves, [200])}`
  },
}
