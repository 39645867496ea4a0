import { expect, test } from 'vitest'
import { compareScripts } from '../../../../screenplay/changes.ts'
import type { Version } from '../../../../web/features/history/api/history.ts'
import { baseOf } from '../../../../web/features/history/compare/base-select.tsx'
import {
  changesOf,
  comparedItems,
  moveOf,
  type Block,
  comparedBlocks,
} from '../../../../web/features/history/compare/compared-rows.ts'
import { historyMessages } from '../../../../web/messages/history.ts'

const words = historyMessages

const scene = (place: string, text: string) => `INT. ${place} - NIGHT\n\n${text}\n\n`
const tram = scene('TRAM', 'Rain on every window.\n\nRUI\n(smiling)\nYou said I was **late**.')
const bar = scene('BAR', 'Beer. A long, long silence, and then a man who laughs.')
const quay = scene('QUAY', 'Gulls over the water. Nobody else is up at this hour.')

/** A line of blocks: `+added+`, `-removed-`, with the type of its element. */
const shown = (block: Block) =>
  block.kind === 'element'
    ? `${block.element.type}: ${block.element.text}`
    : `${block.type}${block.isContinued ? ' (continued)' : ''}: ${block.runs
        .map(({ kind, text }) =>
          kind === 'same' ? text : kind === 'added' ? `+${text}+` : `-${text}-`,
        )
        .join('')}`

function blocksOf(before: string, after: string): string[][] {
  return compareScripts(before, after)
    .scenes.filter(({ kind }) => kind !== 'same')
    .map((one) => comparedBlocks(before, after, one).map(shown))
}

test('changed words stand in their line, and the rest of the scene as it is printed', () => {
  const after = tram.replace('(smiling)', '(to the floor)')
  const [blocks] = blocksOf(tram, after)
  expect(blocks).toEqual([
    'scene-heading: INT. TRAM - NIGHT',
    'action: Rain on every window.',
    'character: RUI',
    expect.stringMatching(/^parenthetical: .*-smiling-.*\+to the floor\+/),
    'dialogue: You said I was **late**.',
  ])
})

test('removed lines keep the element they were', () => {
  const after = tram.replace('(smiling)\n', '')
  expect(blocksOf(tram, after)[0]).toContain('parenthetical: -(smiling)-')
})

test('a change of empty lines alone is marked', () => {
  const after = tram.replace('RUI\n', 'RUI\n\n')
  expect(blocksOf(tram, after)[0]?.join('\n')).toContain('+¶+')
})

test('without what was removed, the blocks are the new text', () => {
  const before = tram + bar
  const after = tram.replace('Rain', 'Snow and\nhail') + bar.replace('Beer. ', '')
  const lines = blocksOf(before, after)
    .flat()
    .map((line) => line.replace(/^[a-z-]+( \(continued\))?: /, ''))
    .map((line) => line.replaceAll(/-(Rain|Beer\. )-/g, '').replaceAll('+', ''))
  const written = after.split('\n').filter((line) => line.trim() !== '')
  expect(lines.filter((line) => line !== '')).toEqual(written)
})

test('unchanged neighbours are one item, and a moved scene says where it was', () => {
  const comparison = compareScripts(tram + bar + quay, tram + quay + bar)
  const items = comparedItems(comparison)
  expect(items.map(({ kind }) => kind)).toEqual(['unchanged', 'moved'])
  const moved = items.find((item) => item.kind === 'moved')
  if (moved?.kind !== 'moved') throw new Error('No scene was moved.')
  const move = moveOf(moved.scene, comparison)
  expect(words.compare.moved(move)).toBe('Scene 3 moved down from after scene 1')
  expect(changesOf(items)).toEqual([moved.key])
})

test('a move is told from the start, or without the scene that is gone', () => {
  const told = (before: string, after: string) => {
    const comparison = compareScripts(before, after)
    return comparison.scenes
      .filter(({ isMoved }) => isMoved)
      .map((one) => words.compare.moved(moveOf(one, comparison)))
  }
  expect(told(tram + bar + quay, bar + quay + tram)).toEqual(['Scene 3 moved down from the start'])
  const vault = scene('VAULT', 'A door the size of a house, and someone who listens to it.')
  expect(told(tram + bar + quay + vault, vault + tram + bar)).toEqual(['Scene 1 moved up'])
})

test('every change can be stepped to: words of a scene one by one, a new scene at once', () => {
  const after = tram.replace('Rain', 'Snow').replace('smiling', 'crying') + bar + quay
  const items = comparedItems(compareScripts(tram + bar, after))
  const [changed, unchanged, added] = items
  expect(items.map(({ kind }) => kind)).toEqual(['changed', 'unchanged', 'added'])
  expect(changesOf(items)).toEqual([
    expect.stringMatching(`^${changed?.key}\\.`),
    expect.stringMatching(`^${changed?.key}\\.`),
    added?.key,
  ])
  expect(unchanged?.kind === 'unchanged' && unchanged.scenes).toHaveLength(1)
})

test('a version is compared with the one before it unless another one is chosen', () => {
  const versions = ['c', 'b', 'a'].map((id) => ({ id }) as Version)
  expect(baseOf('previous', 'b', { versions, currentId: null })).toBe('a')
  expect(baseOf('previous', 'a', { versions, currentId: null })).toBeNull()
  expect(baseOf('previous', 'now', { versions, currentId: null })).toBe('c')
  expect(baseOf('previous', 'now', { versions, currentId: 'c' })).toBe('b')
  expect(baseOf('c', 'b', { versions, currentId: null })).toBe('c')
  expect(baseOf('b', 'b', { versions, currentId: null })).toBe('a')
  expect(baseOf('now', 'b', { versions, currentId: null })).toBe('now')
  expect(baseOf('nothing', 'b', { versions, currentId: null })).toBeNull()
})

test('the summary counts like a person', () => {
  const counts = {
    changes: 3,
    changedScenes: 1,
    movedScenes: 1,
    addedScenes: 0,
    removedScenes: 0,
    scenes: 5,
  }
  expect(words.compare.summary(counts)).toBe('3 changes in 1 of 5 scenes · 1 scene moved')
  expect(words.compare.summary({ ...counts, changes: 4, addedScenes: 1, movedScenes: 0 })).toBe(
    '3 changes in 1 of 5 scenes · 1 scene added',
  )
  expect(words.compare.summary({ ...counts, changes: 0, changedScenes: 0, movedScenes: 0 })).toBe(
    'No differences',
  )
  expect(words.scene.unchanged([0, 1])).toBe('The opening and scene 1 unchanged')
  expect(words.scene.unchanged([3, 5])).toBe('Scenes 3 and 5 unchanged')
})
