import { setTimeout as pause } from 'node:timers/promises'
import { type Attack, expectOnly } from '../attack.ts'
import type { AbuseFixture, Person } from '../fixture.ts'

/** Each once took seconds to minutes on the server's main thread. */
const SCRIPTS = [
  ['*/*'.repeat(333_333), 1],
  ['*/'.repeat(500_000), 2],
  ['.a\n\n'.repeat(250_000), 6],
  // As many scenes and lines as are accepted.
  ['.a\n\n'.repeat(10_000), 1],
  ['*a*\n\n'.repeat(100_000), 1],
] as const
const REQUESTS = SCRIPTS.reduce((sum, [, times]) => sum + times, 0)

type Status = { status: string; code: string | null }

async function ask(fixture: AbuseFixture, as: Person, name: string, body: object) {
  const response = await fixture.request(`/functions/v1/${name}`, { method: 'POST', as, body })
  return { status: response.status, answer: (await response.json()) as unknown }
}

async function endOf(fixture: AbuseFixture, as: Person, jobId: string): Promise<Status> {
  for (;;) {
    const { answer } = await ask(fixture, as, 'check-generation-status', { jobId })
    const { status, code } = answer as Status
    if (status === 'completed' || status === 'failed') return { status, code }
    await pause(250)
  }
}

/** The answer to the request, and if it was accepted, how the job ended. */
async function generate(fixture: AbuseFixture, as: Person, currentScript: string): Promise<string> {
  const asked = { prompt: 'make it better', currentScript }
  const { status, answer } = await ask(fixture, as, 'generate-script', asked)
  const { jobId, code } = answer as { jobId?: string; code?: string }
  if (jobId === undefined) return `${status} ${code}`
  const end = await endOf(fixture, as, jobId)
  return end.code ?? end.status
}

export const attack: Attack = {
  name: 'generate from scripts that no writer writes, of 1 MB',
  times: `${REQUESTS} at once, while another user generates`,
  async run(fixture) {
    const person = await fixture.signUp('generator')
    const other = await fixture.signUp('other-generator')
    const sent = SCRIPTS.flatMap(([script, times]) =>
      Array.from({ length: times }, () => generate(fixture, person, script)),
    )
    const begun = performance.now()
    const theirs = await generate(fixture, other, 'INT. HOUSE - DAY\n\nRain.')
    const waited = ((performance.now() - begun) / 1000).toFixed(1)
    expectOnly([theirs], ['completed'])
    const ends = ['completed', 'text_too_complex', 'prompt_too_long', '400 invalid_request']
    return `${expectOnly(await Promise.all(sent), ends)}; the other user waited ${waited} s`
  },
}
