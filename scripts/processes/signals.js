import { exitCodeOf, Interruption } from './stop.js'

const PARENT_CHECK_MS = 250

/** Each is called with the signal and whether it is the first one. */
const receivers = new Set()
let received

function deliver(signal) {
  const first = received === undefined
  received ??= signal
  if (receivers.size === 0) process.exit(exitCodeOf({ signal }))
  for (const receive of receivers) receive(signal, first)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => deliver(signal))

// npm forwards neither SIGHUP nor its own death. Without npm, outliving the parent may be intended, as with nohup.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    deliver('SIGHUP')
  }, PARENT_CHECK_MS)
  watch.unref()
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
