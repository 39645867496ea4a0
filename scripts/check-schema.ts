// Part of npm run check: what CONTRIBUTING.md says about the files of the schema.
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '../supabase/migrations')
const MOST_CHARACTERS = 110

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
    if (!lines[index - 1]?.startsWith('--'))
      problems.push(`${place}: ${name} does not begin with what it does and who may call it`)
  }
}
for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) process.exitCode = 1
