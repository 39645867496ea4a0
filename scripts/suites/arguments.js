import { Stop } from '../processes/stop.js'
import { longRounds } from './rounds.js'
import { suites } from './suites.js'

const GROUPS = ['check', 'long']

/** npm swallows the `--`, so the first option or path also starts the runner's own arguments. */
const isForRunner = (word) => word.startsWith('-') || /[./]/.test(word)

function checkNames(names) {
  const known = [...GROUPS, ...suites.map(({ name }) => name)]
  const unknown = names.find((name) => !known.includes(name))
  if (unknown) throw new Stop(`There is no suite ${unknown}; there are: ${known.join(', ')}`)
}

/** `long` runs all suites that have a long form, or only the named ones. */
function chooseLong(names) {
  const long = suites.filter(({ name }) => longRounds().some(({ suite }) => suite === name))
  const short = names.find((name) => !long.some((suite) => suite.name === name))
  if (short) {
    throw new Stop(`${short} has no long form; ${long.map(({ name }) => name).join(', ')} have one`)
  }
  return names.length === 0 ? long : long.filter(({ name }) => names.includes(name))
}

function chooseSuites(names) {
  if (names.length === 0) return suites
  return suites.filter(
    ({ name, slow }) => names.includes(name) || (names.includes('check') && !slow),
  )
}

/** Reads `[long] [suite ...] [-- arguments for the runner]`. */
export function readArguments(words) {
  const end = words.findIndex(isForRunner)
  const names = end === -1 ? words : words.slice(0, end)
  const extra = (end === -1 ? [] : words.slice(end)).filter((word, at) => at > 0 || word !== '--')
  checkNames(names)
  const isLong = names.includes('long')
  const chosen = isLong ? chooseLong(names.filter((name) => name !== 'long')) : chooseSuites(names)
  if (extra.length > 0 && chosen.length !== 1) {
    throw new Stop(`Arguments for the runner (${extra.join(' ')}) need exactly one suite`)
  }
  return { chosen, extra, isLong, isEverything: names.length === 0 }
}
