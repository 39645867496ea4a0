import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** The TypeScript files below a folder of the project, with their texts. */
export const sourcesIn = (folder: string): [file: string, text: string][] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => {
      const file = path.posix.join(folder, name)
      return [file, readFileSync(path.join(root, file), 'utf8')]
    })
