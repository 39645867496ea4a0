import { expect, test } from 'vitest'
import {
  matchingScenes,
  placeAfterDrop,
  type SceneItem,
} from '../../../../web/features/page/panels/scene-items.ts'

const scene = (number: string, heading: string, more: Partial<SceneItem> = {}): SceneItem => ({
  id: number,
  number,
  heading,
  length: '1/8',
  synopsis: null,
  characters: [],
  page: '1',
  ...more,
})

const scenes = [
  scene('1', 'EXT. ALFAMA - NIGHT', { synopsis: 'Rain. The city as a machine.' }),
  scene('2A', 'INT. TRAM 28 - NIGHT', { characters: ['INÊS', 'RUI'] }),
  scene('3', 'INT. DEPOT - DAY', { characters: ['RUI'] }),
]

const found = (words: string) => matchingScenes(scenes, words).map(({ index }) => index)

test('scenes are found by number, heading, synopsis and character; every word counts', () => {
  expect(found('')).toEqual([0, 1, 2])
  expect(found('  ')).toEqual([0, 1, 2])
  expect(found('2a')).toEqual([1])
  expect(found('night')).toEqual([0, 1])
  expect(found('machine')).toEqual([0])
  expect(found('inês')).toEqual([1])
  expect(found('rui day')).toEqual([2])
  expect(found('rui machine')).toEqual([])
})

test('a dropped scene ends up in its gap; the gaps around it leave it where it is', () => {
  const names = ['a', 'b', 'c', 'd']
  const drop = (from: number, gap: number) => {
    const [name = ''] = names.slice(from, from + 1)
    return names.toSpliced(from, 1).toSpliced(placeAfterDrop(from, gap), 0, name).join('')
  }
  expect([0, 1, 2, 3, 4].map((gap) => drop(1, gap))).toEqual('bacd abcd abcd acbd acdb'.split(' '))
})
