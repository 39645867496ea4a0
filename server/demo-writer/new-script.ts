import { type Chance, chanceFrom, hashOf } from './chance.ts'
import { titles } from './banks/defaults.ts'
import { elements, heading } from './fountain.ts'
import { createScenes, type SceneKind } from './scene.ts'
import type { Person } from './people.ts'
import { placesFor, readStory, type Story } from './story.ts'
import { timeAfter } from './words/mood.ts'
import { capitalised, phrase, plainText, titled } from './words/plain-text.ts'

const courses: [SceneKind, ...SceneKind[]][] = [
  ['meeting', 'parting'],
  ['meeting', 'clash', 'parting'],
  ['meeting', 'doubt', 'parting'],
  ['meeting', 'doubt', 'clash', 'parting'],
]

const transitions = ['CUT TO:', 'DISSOLVE TO:', 'SMASH CUT TO:', 'MATCH CUT TO:']

const HONEST_NOTE =
  'This is a demo: fixed rules put it together from your words. No AI took part in it.'

const TITLE = /\b(?:titled|entitled|called|title(?: is|:)?)\s+"([^"\n]{1,80})"/i

const bare = (text: string) => text.replace(/^(?:one of )?the /, '')

function titleOf(request: string, story: Story, chance: Chance): string {
  const given = phrase(TITLE.exec(plainText(request))?.[1] ?? '', 60)
  if (given !== '') return capitalised(given)
  const [first, second] = story.cast
  const place = story.places[0]
  const own = [
    ...(story.hasOwnThing
      ? [`The ${titled(bare(story.thing))}`, titled(`all about ${story.thing}`)]
      : []),
    ...(first && second && !first.name.startsWith('first ')
      ? [titled(`${first.spoken} and ${second.spoken}`)]
      : []),
    ...(place
      ? [
          titled(`the road to ${bare(place.spoken)}`),
          titled(
            `last night ${place.inside || place.spoken === place.name ? 'in' : 'at'} ${place.spoken}`,
          ),
        ]
      : []),
  ]
  return chance.pick(own.length > 0 ? own : titles)
}

/** Everybody speaks; nobody in every scene while somebody else has not yet. */
export function pairFor(scene: number, cast: readonly Person[]): [Person, Person] {
  const pairs: [number, number][] =
    cast.length < 3
      ? [
          [0, 1],
          [1, 0],
        ]
      : cast.length === 3
        ? [
            [0, 1],
            [2, 0],
            [1, 2],
            [0, 1],
          ]
        : [
            [0, 1],
            [2, 3],
            [0, 2],
            [1, 3],
          ]
  const [a, b] = pairs[scene % pairs.length] ?? [0, 1]
  return [cast[a] as Person, cast[b] as Person]
}

/** A title page and two to four scenes. */
export function newScript(request: string): string {
  const chance = chanceFrom(hashOf(request))
  const story = readStory(request, chance)
  const course = chance.pick(courses)
  const places = placesFor(course.length, story, chance)
  const scene = createScenes(chance, new Set())
  const cutAfter = chance.below(course.length - 1)
  let time =
    story.time ??
    (story.tone === 'dark' ? 'NIGHT' : chance.pick(['DAY', 'NIGHT', 'EVENING', 'MORNING']))
  let lastHeading = ''
  const script: string[] = []
  for (const [index, kind] of course.entries()) {
    const isLast = index === course.length - 1
    const [place] = places.slice(index)
    if (place === undefined) continue
    const pair = pairFor(index, story.cast)
    const isSame = heading(place, time) === lastHeading
    lastHeading = heading(place, time)
    const when = isSame ? 'LATER' : time
    script.push(...scene({ story, kind, place, time: when, pair, isFirst: index === 0, isLast }))
    if (index === cutAfter) script.push(chance.pick(transitions))
    if (index % 2 === 0) time = timeAfter(time)
  }
  const titlePage = [
    `Title: ${titleOf(request, story, chance)}`,
    'Credit: Written by the Script Writer demo',
    `Notes: ${HONEST_NOTE}`,
  ].join('\n')
  return `${elements([titlePage, 'FADE IN:', ...script, '> FADE OUT.'])}\n`
}
