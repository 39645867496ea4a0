// Part of npm run check: what CONTRIBUTING.md says about the files of the schema.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '../supabase/migrations')
const MOST_CHARACTERS = 110
/** More are a row of a type. Those of `public` are what browsers call, by name. */
const MOST_PARAMETERS = 6

/** The parameters of the function whose definition begins with this line; results are none. */
function parametersOf(lines: readonly string[], index: number): string[] {
  const text = lines.slice(index).join('\n').replaceAll(/--.*/g, '')
  const list = text.slice(text.indexOf('(') + 1)
  const parameters = ['']
  let depth = 0
  for (const character of list) {
    if (character === ')' && depth === 0) break
    depth += Number(character === '(') - Number(character === ')')
    if (character === ',' && depth === 0) parameters.push('')
    else parameters.push(`${parameters.pop()}${character}`)
  }
  return parameters.filter((one) => one.trim() !== '' && !one.trim().startsWith('out '))
}

const defined = new Map<string, string>()
const problems: string[] = []
for (const file of readdirSync(folder).toSorted()) {
  const lines = readFileSync(path.join(folder, file), 'utf8').split('\n')
  for (const [index, line] of lines.entries()) {
    const place = `${file}:${index + 1}`
    if (line.length > MOST_CHARACTERS)
      problems.push(`${place}: the line has ${line.length} characters, at most ${MOST_CHARACTERS}`)
    const name = /^create (?:or replace )?function ([a-z0-9_.]+)/.exec(line)?.[1]
    if (name === undefined) continue
    const other = defined.get(name)
    if (other !== undefined) problems.push(`${place}: ${name} is defined in ${other} already`)
    defined.set(name, place)
    const { length } = parametersOf(lines, index)
    if (length > MOST_PARAMETERS && !name.startsWith('public.'))
      problems.push(`${place}: ${name} has ${length} parameters, at most ${MOST_PARAMETERS}`)
    if (!lines[index - 1]?.startsWith('--'))
      problems.push(`${place}: ${name} does not begin with what it does and who may call it`)
  }
}
for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) process.exitCode = 1
