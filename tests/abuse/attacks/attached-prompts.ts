import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { undo } from '../../../bench/support/bench-folder.ts'
import { startProvider } from '../../support/providers/provider-server.ts'
import { type Attack, expectOnly } from '../attack.ts'
import type { AbuseFixture, Person } from '../fixture.ts'

const FILES = 20
const PROMPTS = 45

/** Nearly 1 MB, of words that are all different. */
const large = (seed: number) =>
  Array.from({ length: 104_000 }, (_, n) => (seed * 200_000 + n).toString(36).padStart(9)).join(' ')

async function ask(fixture: AbuseFixture, as: Person, address: string, body: object) {
  const response = await fixture.request(address, { method: 'POST', as, body })
  return { status: response.status, answer: (await response.json()) as unknown }
}

async function endOf(fixture: AbuseFixture, as: Person, jobId: string): Promise<string> {
  for (;;) {
    const { answer } = await ask(fixture, as, '/functions/v1/check-generation-status', { jobId })
    const { status, code } = answer as { status: string; code: string | null }
    if (status === 'completed' || status === 'failed') return code ?? status
    await pause(1_000)
  }
}

export const attack: Attack = {
  name: 'ask about a script with 20 files of 1 MB, whose words are all different',
  times: `${PROMPTS} prompts at once, in conversations of their own`,
  megabytes: 400,
  async env() {
    const { baseUrl, stop } = await startProvider('openai-compatible', (answer) => {
      answer.say('INT. PIER - DAY\n\nRain.\n')
      answer.end()
    })
    undo.push(async () => stop())
    return { AI_PROVIDER: 'openai-compatible', AI_MODEL: 'rain', AI_BASE_URL: baseUrl }
  },
  async prepare(fixture) {
    const { attacker } = fixture
    const scriptId = randomUUID()
    const attached: number[] = []
    for (let n = 0; n < FILES; n += 1) {
      const file = { work_id: scriptId, name: `No. ${n}.txt`, kind: 'text', text: large(n) }
      attached.push((await ask(fixture, attacker, '/rest/v1/rpc/add_attachment', file)).status)
    }
    expectOnly(attached, [200])
    return scriptId
  },
  async run(fixture, scriptId) {
    const { attacker } = fixture
    const ends = Array.from({ length: PROMPTS }, async () => {
      const { status, answer } = await ask(fixture, attacker, '/functions/v1/generate-script', {
        prompt: 'Write about everything in the files.',
        scriptId,
        revision: 0,
        conversationId: randomUUID(),
        message: { id: randomUUID(), begins: true },
      })
      const { jobId, code } = answer as { jobId?: string; code?: string }
      return jobId === undefined ? `${status} ${code}` : endOf(fixture, attacker, jobId)
    })
    return expectOnly(await Promise.all(ends), ['completed'])
  },
}
