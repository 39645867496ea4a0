import { stripVTControlCharacters } from 'node:util'

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
export function errorLine(output) {
  const lines = stripVTControlCharacters(output)
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
  const line = npmErrorLine(lines) ?? firstMatch(lines, RELEVANT) ?? lines.at(-1)
  const place = firstMatch(lines, [PLACE])?.match(PLACE)?.[1]
  return `${line ?? 'it printed nothing'}${place ? ` at ${place}` : ''}`
}
