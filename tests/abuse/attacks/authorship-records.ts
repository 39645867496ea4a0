import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type Attack, expectOnly } from '../attack.ts'
import type { AbuseFixture, Person } from '../fixture.ts'

const VERSIONS = 16
const TIMES = 48
const GUESSES = 24
const WITHIN = 5_000
const ATTEMPTS = 3

/** 200 KB that share most words but few lines with the other versions: the most work to compare. */
const textOf = (version: number): string =>
  Array.from(
    { length: 6_000 },
    (_, line) => `Mara ${version} waits ${line * version}x at the quay.`,
  ).join('\n')

async function scriptOf(fixture: AbuseFixture, person: Person, content: string): Promise<string> {
  const body = { title: 'A script', content }
  const saved = await fixture.request('/rest/v1/scripts', { method: 'POST', as: person, body })
  if (!saved.ok) throw new Error(`a script was not saved: ${await saved.text()}`)
  const list = await fixture.request('/rest/v1/scripts?select=id', { as: person })
  const [script] = (await list.json()) as { id: string }[]
  return script?.id ?? ''
}

async function writeHistory(fixture: AbuseFixture, person: Person): Promise<string> {
  const id = await scriptOf(fixture, person, textOf(1))
  for (let version = 2; version <= VERSIONS; version += 1) {
    const address = `/rest/v1/scripts?id=eq.${id}`
    const body = { content: textOf(version) }
    const saved = await fixture.request(address, { method: 'PATCH', as: person, body })
    if (!saved.ok) throw new Error(`version ${version} was not saved: ${await saved.text()}`)
  }
  return id
}

async function ask(fixture: AbuseFixture, as: Person, query: string): Promise<number> {
  const response = await fixture.request(`/functions/v1/authorship?${query}`, { as })
  await response.arrayBuffer()
  return response.status
}

/** Asks for all texts, reads the status line and nothing more. */
async function askWithoutReading(
  { url, anonKey }: AbuseFixture,
  { token }: Person,
  query: string,
): Promise<{ socket: Socket; status: number }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined) // the server may disconnect it
  socket.write(
    `GET /functions/v1/authorship?${query} HTTP/1.1\r\nhost: x\r\napikey: ${anonKey}\r\nauthorization: Bearer ${token}\r\n\r\n`,
  )
  await once(socket, 'readable')
  const begin = socket.read(12) as Buffer | null
  return { socket, status: Number(begin?.toString().slice(9)) }
}

/** Repeats the request, because a computation that exceeds its time limit continues with the next one. */
async function untilComputed(fixture: AbuseFixture, as: Person, query: string): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if ((await ask(fixture, as, query)) === 200) return
  }
  throw new Error(`not computed in ${ATTEMPTS} attempts`)
}

/** Requests with another user's id, unknown ids and malformed queries. */
async function guess(fixture: AbuseFixture, as: Person, foreign: string): Promise<string> {
  const unknown = Array.from({ length: GUESSES }, (_, at) =>
    ask(fixture, as, `scriptId=${at % 2 === 0 ? foreign : randomUUID()}&texts=true`),
  )
  const bad = ['scriptId=1', `scriptId=${foreign}'`, `scriptId=${foreign}&format=exe`, ''].map(
    (query) => ask(fixture, as, query),
  )
  const refused = expectOnly(await Promise.all(unknown), [404])
  return `${refused}, ${expectOnly(await Promise.all(bad), [400])}`
}

export const attack: Attack = {
  name: `ask for the authorship of ${VERSIONS} unlike versions`,
  times: `${TIMES} at once, as PDF, with texts and without reading; ${GUESSES} foreign ids`,
  async run(fixture) {
    const person = await fixture.signUp('authorship')
    const other = await fixture.signUp('other-author')
    const theirs = await scriptOf(fixture, other, 'INT. HOUSE - DAY\n\nRain.')
    const guessed = await guess(fixture, person, theirs)
    const own = await writeHistory(fixture, person)
    const forms = ['format=pdf', 'texts=true', 'format=json']
    const flood = Array.from({ length: TIMES }, (_, at) =>
      ask(fixture, person, `scriptId=${own}&${forms[at % forms.length]}`),
    )
    const begun = performance.now()
    expectOnly([await ask(fixture, other, `scriptId=${theirs}&format=pdf`)], [200])
    const waited = performance.now() - begun
    const flooded = expectOnly(await Promise.all(flood), [200, 422, 429])
    await untilComputed(fixture, person, `scriptId=${own}`)
    const unread = await Promise.all(
      Array.from({ length: TIMES }, () =>
        askWithoutReading(fixture, person, `scriptId=${own}&texts=true`),
      ),
    )
    const again = performance.now()
    expectOnly([await ask(fixture, other, `scriptId=${theirs}&texts=true`)], [200])
    const longest = Math.max(waited, performance.now() - again)
    for (const { socket } of unread) socket.destroy()
    const held = expectOnly(
      unread.map(({ status }) => status),
      [200, 429],
    )
    if (longest > WITHIN) throw new Error(`the other user waited ${(longest / 1000).toFixed(1)} s`)
    return `${guessed}; ${flooded}; unread ${held}; the other user waited ${(longest / 1000).toFixed(1)} s`
  },
}
