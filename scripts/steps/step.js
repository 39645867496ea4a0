import { stripVTControlCharacters } from 'node:util'
import { capture } from '../processes/guarded.js'
import { Stop } from '../processes/stop.js'

/** Formats a duration. */
function seconds(milliseconds) {
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

const NPM_ERROR = /^npm (?:error|ERR!) ?/
/** Lines of an npm error that explain nothing on their own. */
const NPM_DETAIL = /^(?:code|errno|syscall|path|dest|file|command|signal|cwd)\b|A complete log|^$/
/** How the relevant line starts, clearest first: Node, the bundler, apt. */
const RELEVANT = [/^\w*Error: /, /^\[[^\]]+\] \S/, /^E: /, /error|cannot|failed/i]
/** A position in a source file, as the bundler prints it. */
const PLACE = /─\[ (\S+:\d+:\d+) \]/

const firstMatch = (lines, patterns) =>
  patterns.flatMap((pattern) => lines.filter((line) => pattern.test(line)))[0]

function npmErrorLine(lines) {
  const said = lines
    .filter((line) => NPM_ERROR.test(line))
    .map((line) => line.replace(NPM_ERROR, '').trim())
  return said.find((line) => !NPM_DETAIL.test(line)) ?? said[0]
}

/** The one line of a failed tool's output that says what went wrong. */
function errorLine(output) {
  const lines = stripVTControlCharacters(output)
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
  const line = npmErrorLine(lines) ?? firstMatch(lines, RELEVANT) ?? lines.at(-1)
  const place = firstMatch(lines, [PLACE])?.match(PLACE)?.[1]
  return `${line ?? 'it printed nothing'}${place ? ` at ${place}` : ''}`
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
