import { capture } from '../processes/guarded.js'
import { Stop } from '../processes/stop.js'
import { tellingLine } from './telling-line.js'

/** A duration as a person reads it. */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(milliseconds < 9950 ? 1 : 0)} s`
}

/** Shows that the work goes on: a line when it begins, a ticking time on a terminal, and the end. */
async function showing(title, work) {
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
 * Runs a tool as a shown step; what it prints is only kept to explain a failure.
 * @param {string} title
 * @param {{ command: string, args: string[], cwd: string, env?: NodeJS.ProcessEnv, seeAll: string }} run
 */
export async function runStep(title, { command, args, cwd, env, seeAll }) {
  await showing(title, async () => {
    const { code, output } = await capture(command, args, { cwd, env })
    if (code === 0) return
    throw new Stop(`${title} failed: ${tellingLine(output)} (to see everything: ${seeAll})`)
  })
}
