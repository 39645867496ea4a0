import { failures } from '../failures.ts'

export type Preferences = {
  representation: boolean
  count: boolean
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  missingAreDefaults: boolean
  /** Preferences that were honoured, for the Preference-Applied header. */
  applied: string[]
}

const KNOWN = new Map<string, readonly string[]>([
  ['return', ['minimal', 'representation']],
  ['count', ['exact']],
  ['resolution', ['merge-duplicates', 'ignore-duplicates']],
  ['missing', ['default', 'null']],
  ['handling', ['lenient', 'strict']],
])
/** Preferences that are refused, since ignoring them would change the result. */
const NOT_OFFERED = new Map<string, string>([
  ['count=planned', 'A planned count'],
  ['count=estimated', 'An estimated count'],
  ['return=headers-only', 'Returning headers only'],
  ['tx=rollback', 'Rolling back by preference'],
  ['max-affected', 'Limiting affected rows'],
  ['timezone', 'Choosing a time zone'],
  ['params=single-object', 'The preference params=single-object'],
])

/** Parses the Prefer header. The first value of each preference wins, as in PostgREST. */
export function parsePreferences(header: string | undefined): Preferences {
  const given = new Map<string, string>()
  const unknown: string[] = []
  for (const part of (header ?? '').split(',')) {
    const token = part.trim()
    const [name = '', value = ''] = token.split('=', 2).map((word) => word.trim())
    const missing = NOT_OFFERED.get(`${name}=${value}`) ?? NOT_OFFERED.get(name)
    if (missing) throw failures.notOffered(missing)
    if (KNOWN.get(name)?.includes(value)) {
      if (!given.has(name)) given.set(name, value)
    } else if (token !== '') unknown.push(token)
  }
  if (given.get('handling') === 'strict' && unknown.length > 0) {
    throw failures.preference(`Invalid preferences: ${unknown.join(', ').slice(0, 200)}`)
  }
  return {
    representation: given.get('return') === 'representation',
    count: given.get('count') === 'exact',
    resolution: given.get('resolution') as Preferences['resolution'],
    missingAreDefaults: given.get('missing') === 'default',
    applied: [...given].map(([name, value]) => `${name}=${value}`),
  }
}
