import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isolationExceptions, layers, toolingLayers } from '../../../scripts/import-gate/rules.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const text = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')

/** Names without the folder that their group stands for, with every arrow written the same way. */
const short = (line: string) => line.replaceAll(/\b(?:web|server)\//g, '').replaceAll(/\s+/g, ' ')

/** The indented lines of a section; one that begins with an arrow continues the line before it. */
function linesOf(section: string): string[] {
  const [, after = ''] = text.split(`## ${section}\n`)
  const [block = ''] = /(?:^ {4}.*\n)+/m.exec(after) ?? []
  const lines = block
    .replaceAll(/\n\s+→/g, ' →')
    .trim()
    .split('\n')
  return lines.map((line) => short(line.replace(/^\s*(?:\w+:)?\s+|^\w+:\s+/, '')))
}

/** These are explained in the paragraph below the lines. */
const isExplained = (line: string) => / → (?:package\.json|config\.ts)|^vite\.config/.test(line)

test('the documented import directions are those that the gate checks', () => {
  const checked = [...layers, ...isolationExceptions]
    .map(short)
    .filter((line) => !isExplained(line))
  const tools = toolingLayers.map((line) => `${line} → every product module`)
  expect(linesOf('Import directions').toSorted()).toEqual([...checked, ...tools].toSorted())
})

test('every module of the gate is in the table of modules or in the paragraph about imports', () => {
  const modules = layers.flatMap((line) => line.split(/ → |, /))
  const isNamed = (name: string) =>
    [name, `${name}/`, `${name}/*`, short(name)].some((form) => text.includes(`\`${form}\``))
  const unnamed = new Set(modules.filter((name) => !isNamed(name)))
  expect([...unnamed]).toEqual([])
})
