import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../scripts/', import.meta.url)

/** The screenplays written for the tests, by name. */
export const sampleScripts: [string, string][] = readdirSync(folder)
  .filter((name) => name.endsWith('.fountain'))
  .map((name) => [name, readFileSync(new URL(name, folder), 'utf8')])
