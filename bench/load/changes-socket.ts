import { once } from 'node:events'
import { WebSocket } from 'ws'

const HEARTBEAT = 25_000

type Followed = { tables: readonly string[]; filter: string }

/** What an open editor follows (`followTables` in the browser). */
const followedBy = (user: string, work: string): Followed[] => [
  { tables: ['profiles'], filter: `id=eq.${user}` },
  { tables: ['script_drafts'], filter: `work_id=eq.${work}` },
  { tables: ['scripts'], filter: `user_id=eq.${user}` },
  { tables: ['answer_reviews'], filter: `user_id=eq.${user}` },
  {
    tables: ['chat_conversations', 'chat_messages', 'generation_jobs', 'golden_examples'],
    filter: `user_id=eq.${user}`,
  },
]

/** A tab's socket: joins what the editor follows, and counts the changes. */
export async function followChanges(
  url: string,
  keys: { anonKey: string; token: string },
  user: string,
  work: string,
) {
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket`
  const socket = new WebSocket(`${address}?vsn=2.0.0&apikey=${keys.anonKey}`)
  await once(socket, 'open')
  let changes = 0
  socket.on('message', (data: Buffer) => {
    if (data.includes('"postgres_changes"') && data.includes('"ids"')) changes += 1
  })
  for (const [n, { tables, filter }] of followedBy(user, work).entries()) {
    const wanted = tables.map((table) => ({ event: '*', schema: 'public', table, filter }))
    const payload = { config: { postgres_changes: wanted }, access_token: keys.token }
    const topic = `realtime:table-changes-${n}`
    socket.send(JSON.stringify([String(n), String(n), topic, 'phx_join', payload]))
  }
  const timer = setInterval(
    () => socket.send(JSON.stringify([null, 'beat', 'phoenix', 'heartbeat', {}])),
    HEARTBEAT,
  )
  socket.on('error', () => undefined) // 'close' follows
  socket.once('close', () => clearInterval(timer))
  return { changes: () => changes }
}
