import { longScript } from '../support/long-script.ts'
import type { BenchWriter, Web } from './web-bench.ts'

export const PAGES = 120
export const MESSAGES = 200

/** Creates a long script, and a conversation whose last answer is that script. */
export async function addWork({ database }: Web, { id }: BenchWriter): Promise<string> {
  const script = longScript(PAGES)
  const { rows } = await database.query<{ id: string }>(
    `insert into public.scripts (user_id, title, content) values ($1, 'The Counting of Boats', $2) returning id`,
    [id, JSON.stringify(script)],
  )
  const scriptId = rows[0]?.id ?? ''
  const { rows: conversations } = await database.query<{ id: string }>(
    `insert into public.chat_conversations (user_id, title, script_id) values ($1, 'Chat', $2) returning id`,
    [id, scriptId],
  )
  for (let n = 1; n <= MESSAGES; n += 1) {
    const answer = n === MESSAGES ? script : longScript(1 + (n % 3))
    await database.query(
      `insert into public.chat_messages (user_id, conversation_id, type, content) values ($1, $2, $3, $4)`,
      [
        id,
        conversations[0]?.id,
        n % 2 ? 'user' : 'ai',
        n % 2 ? `Then scene ${n}, and make it rain.` : answer,
      ],
    )
  }
  await database.query('analyze public.chat_messages, public.scripts')
  return scriptId
}
