import { seededRandom, hashOf } from './random.ts'
import { withoutEnding } from './endings.ts'
import { elements } from './fountain.ts'
import { pairFor } from './new-script.ts'
import { outlineOf, settingOf } from './outline.ts'
import type { Changed } from './revisions/revision.ts'
import { createScenes, type SceneKind } from './scene.ts'
import { placesFor, readStory } from './story.ts'
import { timeAfter } from './words/mood.ts'

const arcs: [SceneKind, ...SceneKind[]][] = [
  ['doubt', 'clash'],
  ['doubt', 'parting'],
  ['clash', 'parting'],
  ['clash', 'doubt'],
]

/** The unchanged script and two more scenes with the same people. */
export function continueScript(request: string, script: string, variant = 0): Changed {
  const random = seededRandom(hashOf(`${request}\n${script}`) + variant)
  const { body, hadEnding } = withoutEnding(script)
  const outline = outlineOf(body)
  const story = readStory(request, random, outline)
  const arc = random.pick(arcs)
  const last = settingOf(outline.lines[outline.headings.at(-1) ?? -1] ?? '')
  const places = placesFor(arc.length, story, random)
  const scene = createScenes(random, new Set(outline.people.map(({ name }) => name)))
  let time = story.time ?? timeAfter(last.time ?? 'DAY')
  const added: string[] = []
  for (const [index, kind] of arc.entries()) {
    const [place] = places.slice(index)
    if (place === undefined) continue
    const pair = pairFor(index, story.cast)
    added.push(...scene({ story, kind, place, time, pair, isFirst: index === 0, isLast: false }))
    time = timeAfter(time)
  }
  const ending = hadEnding ? ['> FADE OUT.'] : []
  const text = elements([...(body === '' ? [] : [body]), ...added, ...ending])
  return { text: `${text}\n`, done: 'added two scenes' }
}
