import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, fountainOf, write } from '../../../screenplay/model.ts'
import { tidy } from '../../../screenplay/answers.ts'
import { told } from './generators/read.ts'

const folder = path.join(import.meta.dirname, '../../scripts')
const scripts = readdirSync(folder).map((name): [string, string] => [
  name,
  readFileSync(path.join(folder, name), 'utf8'),
])

describe.each(scripts)('%s', (_name, source) => {
  const screenplay = parse(source)

  test('is written back byte for byte', () => expect(write(screenplay)).toBe(source))

  test('needs no tidying', () => expect(tidy(source)).toEqual({ text: source, changes: [] }))

  test('survives serializing its elements', () => {
    const again = parse(fountainOf(screenplay))
    expect(again.elements.map(told)).toEqual(screenplay.elements.map(told))
    expect(again.titlePage.map(({ key, values }) => [key, values])).toEqual(
      screenplay.titlePage.map(({ key, values }) => [key, values]),
    )
  })
})

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
