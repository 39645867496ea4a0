import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Attack, expectOnly } from '../attack.ts'
import { writeLongMessages } from '../long-messages.ts'
import type { AbuseFixture, Person } from '../fixture.ts'

const SOCKETS = 24
const HOLD = 10_000

type Asked = { socket: Socket; status: number }

/** Asks for 30 MB, reads the status line and nothing more. */
async function askWithoutReading(
  { url, anonKey }: AbuseFixture,
  { token }: Person,
): Promise<Asked> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined) // the server may disconnect it
  socket.write(
    `GET /rest/v1/chat_messages?select=content HTTP/1.1\r\nhost: x\r\napikey: ${anonKey}\r\nauthorization: Bearer ${token}\r\n\r\n`,
  )
  await once(socket, 'readable')
  const status = Number((socket.read(12) as Buffer).toString().slice(9))
  return { socket, status }
}

export const attack: Attack = {
  name: 'ask for 30 MB and never read',
  times: `${SOCKETS} at once, for ${HOLD / 1000} s`,
  async run(fixture) {
    const person = await fixture.signUp('unread')
    await writeLongMessages(fixture, person, 30)
    const asked = Array.from({ length: SOCKETS }, () => askWithoutReading(fixture, person))
    const sockets = await Promise.all(asked)
    await pause(HOLD)
    for (const { socket } of sockets) socket.destroy()
    const answers = sockets.map(({ status }) => status)
    const held = answers.filter((status) => status === 200).length
    if (held > 2) throw new Error(`${held} responses of 30 MB were held`)
    return expectOnly(answers, [200, 429])
  },
}
