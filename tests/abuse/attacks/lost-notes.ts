import { hash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { undo } from '../../../bench/support/bench-folder.ts'
import { startProvider } from '../../support/providers/provider-server.ts'
import { type Attack, expectOnly } from '../attack.ts'
import type { AbuseFixture, Person } from '../fixture.ts'

const TEXTS = 18
const NOTES = 60
const HEADING = 'INT. PIER - DAY\n\n'
/** As much as an answer may have. */
const LETTERS = `${'a '.repeat(95_000)}a`
const FULL = `${HEADING}${LETTERS}\n`
const EMPTY = `${HEADING}Rain.\n`

const sha256 = (text: string) => hash('sha256', text, 'hex')

async function call(fixture: AbuseFixture, as: Person, address: string, body: object) {
  const response = await fixture.request(address, { method: 'POST', as, body })
  const answer = (await response.json()) as Record<string, string | null>
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return answer
}

const keep = (fixture: AbuseFixture, as: Person, work_id: string, revision: number, text: string) =>
  call(fixture, as, '/rest/v1/rpc/keep_draft', {
    work_id,
    revision,
    changes: [
      {
        origin: 'typed',
        splices: [
          revision === 0
            ? { start: 0, end: 0, text }
            : { start: HEADING.length, end: HEADING.length + LETTERS.length, text: 'Rain.' },
        ],
      },
    ],
    text_hash: sha256(text),
  })

/** A text that has lost the letter on which its notes are. */
async function withoutLetters(fixture: AbuseFixture, as: Person): Promise<string> {
  const work_id = randomUUID()
  await keep(fixture, as, work_id, 0, FULL)
  for (let n = 0; n < NOTES; n += 1) {
    const start = HEADING.length + 2 * n
    const note = { work_id, text_hash: sha256(FULL), start, end: start + 1, body: 'Why?' }
    await call(fixture, as, '/rest/v1/rpc/add_note', note)
  }
  await keep(fixture, as, work_id, 1, EMPTY)
  return work_id
}

/** Has the model bring the letters back. */
async function replace(fixture: AbuseFixture, as: Person, scriptId: string): Promise<string> {
  const { jobId } = await call(fixture, as, '/functions/v1/generate-script', {
    prompt: 'Bring them back.',
    scriptId,
    revision: 2,
    conversationId: randomUUID(),
    message: { id: randomUUID(), begins: true },
  })
  for (;;) {
    const end = await call(fixture, as, '/functions/v1/check-generation-status', { jobId })
    if (end['status'] === 'failed') return end['code'] ?? 'failed'
    if (end['status'] === 'completed') return end['withheld'] ?? 'completed'
    await pause(500)
  }
}

export const attack: Attack = {
  name: 'have answers bring back a letter that notes have lost, 95,000 times',
  times: `${TEXTS} texts at once, with ${NOTES} notes each`,
  async env() {
    const { baseUrl, stop } = await startProvider('openai-compatible', (answer) => {
      answer.say(`<scene id="1">\n${FULL}</scene>`)
      answer.end()
    })
    undo.push(async () => stop())
    return { AI_PROVIDER: 'openai-compatible', AI_MODEL: 'letters', AI_BASE_URL: baseUrl }
  },
  prepare: (fixture) =>
    Promise.all(Array.from({ length: TEXTS }, () => withoutLetters(fixture, fixture.attacker))),
  async run(fixture, texts) {
    const ends = (texts as string[]).map((text) => replace(fixture, fixture.attacker, text))
    return expectOnly(await Promise.all(ends), ['completed'])
  },
}
