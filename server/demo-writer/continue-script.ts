import { chanceFrom, hashOf } from './chance.ts'
import { remark, withoutEnding } from './endings.ts'
import { elements } from './fountain.ts'
import { pairFor } from './new-script.ts'
import { outlineOf, settingOf } from './outline.ts'
import { createScenes, type SceneKind } from './scene.ts'
import { placesFor, readStory } from './story.ts'
import { timeAfter } from './words/mood.ts'

const courses: [SceneKind, ...SceneKind[]][] = [
  ['doubt', 'clash'],
  ['doubt', 'parting'],
  ['clash', 'parting'],
  ['clash', 'doubt'],
]

/** The whole script as it is, and two scenes more with the same people. */
export function continueScript(request: string, script: string): string {
  const chance = chanceFrom(hashOf(`${request}\n${script}`))
  const { body, hadEnding } = withoutEnding(script)
  const outline = outlineOf(body)
  const story = readStory(request, chance, outline)
  const course = chance.pick(courses)
  const last = settingOf(outline.lines[outline.headings.at(-1) ?? -1] ?? '')
  const places = placesFor(course.length, story, chance)
  const scene = createScenes(chance, new Set(outline.people.map(({ name }) => name)))
  let time = story.time ?? timeAfter(last.time ?? 'DAY')
  const added: string[] = []
  for (const [index, kind] of course.entries()) {
    const [place] = places.slice(index)
    if (place === undefined) continue
    const pair = pairFor(index, story.cast)
    added.push(...scene({ story, kind, place, time, pair, isFirst: index === 0, isLast: false }))
    time = timeAfter(time)
  }
  const ending = hadEnding ? ['> FADE OUT.'] : []
  return `${elements([body, remark('continued from here'), ...added, ...ending])}\n`
}
