import { type Attack, expectOnly } from '../attack.ts'
import type { AbuseFixture, Person } from '../fixture.ts'

const TIMES = 4
const LINES = 60_000
/** Short lines, each with a span of its own: many lines for little text. */
const SCRIPT = '*a*\n'.repeat(LINES)
const WITHIN = 5_000

async function exportPdf(fixture: AbuseFixture, as: Person, text: string): Promise<number> {
  const response = await fixture.request('/functions/v1/export-script', {
    method: 'POST',
    as,
    body: { text, format: 'pdf' },
  })
  await response.arrayBuffer()
  return response.status
}

export const attack: Attack = {
  name: `export ${LINES.toLocaleString('en')} short lines as PDF`,
  times: `${TIMES} at once, while another user exports`,
  async run(fixture) {
    const person = await fixture.signUp('exporter')
    const other = await fixture.signUp('other-exporter')
    const long = Array.from({ length: TIMES }, () => exportPdf(fixture, person, SCRIPT))
    const begun = performance.now()
    const theirs = await exportPdf(fixture, other, 'INT. HOUSE - DAY\n\nRain.')
    const waited = performance.now() - begun
    expectOnly([theirs], [200])
    if (waited > WITHIN) throw new Error(`the other user waited ${(waited / 1000).toFixed(1)} s`)
    const outcome = expectOnly(await Promise.all(long), [200])
    return `${outcome}; the other user waited ${(waited / 1000).toFixed(1)} s`
  },
}
