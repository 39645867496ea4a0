import { Stop } from '../processes/stop.js'

/** Times a suite; one that cannot start says why in a line and counts as one failure. */
export async function timed(name, work) {
  const began = Date.now()
  try {
    const counts = await work()
    return { name, took: Date.now() - began, ...counts }
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    process.stderr.write(`${error.message}\n`)
    const broken = [{ file: name, error: error.message }]
    return { name, took: Date.now() - began, passed: 0, failed: 1, skipped: 0, broken }
  }
}
