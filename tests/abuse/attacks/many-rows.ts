import { once } from 'node:events'
import { WebSocket } from 'ws'
import { type Attack, expectOnly } from '../attack.ts'

const TIMES = 10
const ROWS = 15_000

/** Every row of a request is announced to every open page; too many at once would disconnect all pages. */
export const attack: Attack = {
  name: 'insert 15,000 rows at once',
  times: `${TIMES} requests, and as many of 1,000 rows`,
  async run(fixture) {
    const { url, anonKey } = fixture
    const person = await fixture.signUp('rows')
    const reader = await fixture.signUp('reader')
    const page = new WebSocket(
      `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`,
    )
    await once(page, 'open')
    const changes = [{ event: '*', schema: 'public', table: 'chat_conversations' }]
    const join = { config: { postgres_changes: changes }, access_token: reader.token }
    page.send(JSON.stringify(['1', '1', 'realtime:rows', 'phx_join', join]))
    await once(page, 'message')
    let disconnected = ''
    page.on('close', (code) => (disconnected = `, another user's page was closed with ${code}`))

    const insert = async (rows: number) => {
      const body = Array.from({ length: rows }, () => ({ title: 'x' }))
      return (
        await fixture.request('/rest/v1/chat_conversations', { method: 'POST', as: person, body })
      ).status
    }
    const large: number[] = []
    const largest: number[] = []
    for (let n = 0; n < TIMES; n += 1) {
      large.push(await insert(ROWS))
      largest.push(await insert(1_000))
    }
    const outcome = `${expectOnly(large, [413])}, ${expectOnly(largest, [201])}`
    page.terminate()
    if (disconnected) throw new Error(outcome + disconnected)
    return outcome
  },
}
