import { expect } from 'vitest'
import {
  type AnswerOutcome,
  type AppliedEdit,
  numberedScenes,
} from '../../../../screenplay/answers.ts'

type Named = { script: string; named: ReadonlySet<number>; followed: ReadonlySet<number> }

/** Every byte outside of the named scenes is the same, and added scenes stand between others. */
export function expectUntouched(outcome: AnswerOutcome, { script, named, followed }: Named): void {
  if (outcome.kind !== 'changed') return
  const scenes = numberedScenes(script)
  const first = scenes.find(({ id }) => id > 0)?.start ?? script.length
  const places = scenes.filter(({ id }) => followed.has(id)).map(({ end }) => end)
  if (followed.has(0)) places.push(first)
  if (followed.has(scenes.at(-1)?.id ?? 0)) places.push(script.length)
  const isAllowed = ({ kind, start, end }: AppliedEdit) =>
    kind === 'inserted'
      ? start === end && places.includes(start)
      : kind === 'script'
        ? script.trim() === ''
        : start <= first && end <= first
          ? named.has(0)
          : scenes.some((scene) => named.has(scene.id) && scene.start <= start && end <= scene.end)
  let [done, newDone] = [0, 0]
  for (const edit of outcome.edits) {
    expect(isAllowed(edit), `${JSON.stringify(edit)} is where the answer says`).toBe(true)
    expect(outcome.text.slice(newDone, edit.newStart)).toBe(script.slice(done, edit.start))
    ;[done, newDone] = [edit.end, edit.newEnd]
  }
  expect(outcome.text.slice(newDone)).toBe(script.slice(done))
  expectWhole(outcome.text, { script, named, followed })
}

/** All other scenes are still there, in the same order. */
function expectWhole(text: string, { script, named }: Named): void {
  const others = numberedScenes(script)
    .filter(({ id }) => id > 0 && !named.has(id))
    .map(({ start, end }) => script.slice(start, end).trimEnd())
  const now = numberedScenes(text).map(({ start, end }) => text.slice(start, end).trimEnd())
  let at = 0
  for (const scene of others) {
    at = now.indexOf(scene, at) + 1
    expect(at, `${JSON.stringify(scene)} is still a scene`).toBeGreaterThan(0)
  }
}
