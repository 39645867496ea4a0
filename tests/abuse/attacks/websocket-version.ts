import { once } from 'node:events'
import { WebSocket } from 'ws'
import { type Attack, expectOnly } from '../attack.ts'

const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']
const ROUNDS = 20

/** Resolves to the refusal of the handshake, or to `open` once a frame was sent. */
async function sendFrame(address: string): Promise<number | string> {
  const socket = new WebSocket(address)
  socket.on('error', () => undefined) // the refusal is reported as a response, too
  const refused = once(socket, 'unexpected-response').then(([, response]) => {
    socket.terminate()
    return (response as { statusCode: number }).statusCode
  })
  const opened = once(socket, 'open').then(async () => {
    socket.send('{}')
    await once(socket, 'close')
    return 'open'
  })
  return Promise.race([refused, opened])
}

export const attack: Attack = {
  name: 'name a member of Object.prototype as WebSocket version',
  times: `${NAMES.length * ROUNDS}, without an account`,
  async run({ url, anonKey }) {
    const addresses = Array.from({ length: ROUNDS }, () => NAMES)
      .flat()
      .map(
        (version) =>
          `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=${version}`,
      )
    return expectOnly(await Promise.all(addresses.map(sendFrame)), [400])
  },
}
