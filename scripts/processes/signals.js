import { exitCodeOf, Interruption } from './stop.js'

/** Each is called with the signal and whether it is the first one. */
const receivers = new Set()
let received

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    const first = received === undefined
    received ??= signal
    if (receivers.size === 0) process.exit(exitCodeOf({ signal }))
    for (const receive of receivers) receive(signal, first)
  })
}

/** Forwards signals until the work is done. */
export async function whileForwarding(receive, work) {
  receivers.add(receive)
  try {
    return await work
  } finally {
    receivers.delete(receive)
  }
}

/** Throws once a signal has asked this command to end. */
export function stopIfInterrupted() {
  if (received) throw new Interruption(received)
}
