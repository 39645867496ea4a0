import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from '../../../screenplay/model.ts'
import { tidy } from '../../../screenplay/answers.ts'

const folder = path.join(import.meta.dirname, '../../scripts')
const scripts = readdirSync(folder).map((name): [string, string] => [
  name,
  readFileSync(path.join(folder, name), 'utf8'),
])

test.each(scripts)('%s needs no tidying', (_name, source) =>
  expect(tidy(source)).toEqual({ text: source, changes: [] }),
)

test('the sample scripts contain every element type', () => {
  const types = new Set(scripts.flatMap(([, source]) => parse(source).elements.map((e) => e.type)))
  expect([...types].toSorted()).toEqual([
    'action',
    'boneyard',
    'centered',
    'character',
    'dialogue',
    'lyrics',
    'note',
    'page-break',
    'parenthetical',
    'scene-heading',
    'section',
    'synopsis',
    'transition',
  ])
})
