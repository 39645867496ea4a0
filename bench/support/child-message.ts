import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** The next message of a child process; fails if it ends without one. */
export async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const done = new AbortController()
  const { signal } = done
  try {
    const [message] = (await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code, killedBy]) => {
        throw new Error(`${child.spawnargs[1]} ended with ${code ?? killedBy}`)
      }),
    ])) as [Message]
    return message
  } finally {
    done.abort()
  }
}
