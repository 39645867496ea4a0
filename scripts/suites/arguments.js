import { Stop } from '../processes/stop.js'
import { suites } from './suites.js'

/** npm swallows the `--`, so an option or a path also begins what is meant for the runner. */
const isForRunner = (word) => word.startsWith('-') || /[./]/.test(word)

function chosenSuites(names) {
  if (names.length === 0) return suites.map((suite) => ({ ...suite, env: suite.shortForm }))
  const known = ['check', ...suites.map(({ name }) => name)]
  const unknown = names.find((name) => !known.includes(name))
  if (unknown) throw new Stop(`There is no suite ${unknown}; there are: ${known.join(', ')}`)
  return suites.filter(
    ({ name, slow }) => names.includes(name) || (names.includes('check') && !slow),
  )
}

/** Reads `[suite ...] [-- arguments for the runner]`. */
export function readArguments(words) {
  const end = words.findIndex(isForRunner)
  const names = end === -1 ? words : words.slice(0, end)
  const extra = (end === -1 ? [] : words.slice(end)).filter((word, at) => at > 0 || word !== '--')
  const chosen = chosenSuites(names)
  if (extra.length > 0 && chosen.length !== 1) {
    throw new Stop(`Arguments for the runner (${extra.join(' ')}) need exactly one suite`)
  }
  return { chosen, extra }
}
