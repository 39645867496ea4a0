import { Stop } from '../processes/stop.js'

/** Times a suite; one that could not even begin says why in a line and has failed once. */
export async function timed(name, work) {
  const began = Date.now()
  try {
    const counts = await work()
    return { name, took: Date.now() - began, ...counts }
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    process.stderr.write(`${error.message}\n`)
    return { name, took: Date.now() - began, passed: 0, failed: 1, skipped: 0 }
  }
}
