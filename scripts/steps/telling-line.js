import { stripVTControlCharacters } from 'node:util'

const NPM_ERROR = /^npm (?:error|ERR!) ?/
/** Facts beside an npm error that alone explain nothing to a person. */
const NPM_FACT = /^(?:code|errno|syscall|path|dest|file|command|signal|cwd)\b|A complete log|^$/
/** How programs begin the line that matters, the clearest first: Node, the bundler, apt. */
const TELLING = [/^\w*Error: /, /^\[[^\]]+\] \S/, /^E: /, /error|cannot|failed/i]
/** Where in a source file, as the bundler draws it. */
const PLACE = /─\[ (\S+:\d+:\d+) \]/

const firstMatch = (lines, patterns) =>
  patterns.flatMap((pattern) => lines.filter((line) => pattern.test(line)))[0]

function tellingNpmLine(lines) {
  const said = lines
    .filter((line) => NPM_ERROR.test(line))
    .map((line) => line.replace(NPM_ERROR, '').trim())
  return said.find((line) => !NPM_FACT.test(line)) ?? said[0]
}

/** The one line of a failed tool's output that says what is wrong. */
export function tellingLine(output) {
  const lines = stripVTControlCharacters(output)
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
  const telling = tellingNpmLine(lines) ?? firstMatch(lines, TELLING) ?? lines.at(-1)
  const place = firstMatch(lines, [PLACE])?.match(PLACE)?.[1]
  return `${telling ?? 'it printed nothing'}${place ? ` at ${place}` : ''}`
}
