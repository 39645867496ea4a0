import { capture } from '../processes/guarded.js'
import { Stop } from '../processes/stop.js'
import { errorLine } from './error-line.js'

/** Formats a duration. */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(milliseconds < 9950 ? 1 : 0)} s`
}

/** Prints a line at the start and at the end, and on a terminal the elapsed time in between. */
async function withProgress(title, work) {
  const began = Date.now()
  const onTerminal = process.stdout.isTTY
  const back = onTerminal ? '\r' : ''
  process.stdout.write(`${title} ...${onTerminal ? '' : '\n'}`)
  const tick = () => process.stdout.write(`\r${title} ... ${seconds(Date.now() - began)}`)
  const timer = onTerminal ? setInterval(tick, 1000) : undefined
  try {
    await work()
    process.stdout.write(`${back}${title} ... done in ${seconds(Date.now() - began)}\n`)
  } catch (error) {
    if (onTerminal) process.stdout.write('\n')
    throw error
  } finally {
    clearInterval(timer)
  }
}

/**
 * Runs a tool as a step with progress; its output is only used to explain a failure.
 * @param {string} title
 * @param {{ command: string, args: string[], cwd: string, env?: NodeJS.ProcessEnv, seeAll: string }} run
 */
export async function runStep(title, { command, args, cwd, env, seeAll }) {
  await withProgress(title, async () => {
    const { code, output } = await capture(command, args, { cwd, env })
    if (code === 0) return
    throw new Stop(`${title} failed: ${errorLine(output)} (to see everything: ${seeAll})`)
  })
}
