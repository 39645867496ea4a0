import { type Random, seededRandom, hashOf } from './random.ts'
import { titles } from './banks/defaults.ts'
import { elements, heading } from './fountain.ts'
import { createScenes, type SceneKind } from './scene.ts'
import type { Person } from './people.ts'
import { placesFor, readStory, type Story } from './story.ts'
import { timeAfter } from './words/mood.ts'
import { capitalised, phrase, plainText, titleCase } from './words/plain-text.ts'

const arcs: [SceneKind, ...SceneKind[]][] = [
  ['meeting', 'parting'],
  ['meeting', 'clash', 'parting'],
  ['meeting', 'doubt', 'parting'],
  ['meeting', 'doubt', 'clash', 'parting'],
]

const transitions = ['CUT TO:', 'DISSOLVE TO:', 'SMASH CUT TO:', 'MATCH CUT TO:']

const DEMO_NOTE =
  'This is a demo: fixed rules put it together from your words. No AI took part in it.'

const TITLE = /\b(?:titled|entitled|called|title(?: is|:)?)\s+"([^"\n]{1,80})"/i

const bare = (text: string) => text.replace(/^(?:one of )?the /, '')

function titleOf(request: string, story: Story, random: Random): string {
  const given = phrase(TITLE.exec(plainText(request))?.[1] ?? '', 60)
  if (given !== '') return capitalised(given)
  const [first, second] = story.cast
  const place = story.places[0]
  const own = [
    ...(story.hasOwnThing
      ? [`The ${titleCase(bare(story.thing))}`, titleCase(`all about ${story.thing}`)]
      : []),
    ...(first && second && !first.name.startsWith('first ')
      ? [titleCase(`${first.spoken} and ${second.spoken}`)]
      : []),
    ...(place
      ? [
          titleCase(`the road to ${bare(place.spoken)}`),
          titleCase(
            `last night ${place.inside || place.spoken === place.name ? 'in' : 'at'} ${place.spoken}`,
          ),
        ]
      : []),
  ]
  return random.pick(own.length > 0 ? own : titles)
}

/** Who speaks in a scene; over the scenes everybody gets a turn. */
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

/** A title page and two to four scenes; another variant is another script. */
export function newScript(request: string, variant = 0): string {
  const random = seededRandom(hashOf(request) + variant)
  const story = readStory(request, random)
  const arc = random.pick(arcs)
  const places = placesFor(arc.length, story, random)
  const scene = createScenes(random, new Set())
  const cutAfter = random.below(arc.length - 1)
  let time =
    story.time ??
    (story.tone === 'dark' ? 'NIGHT' : random.pick(['DAY', 'NIGHT', 'EVENING', 'MORNING']))
  let lastHeading = ''
  const script: string[] = []
  for (const [index, kind] of arc.entries()) {
    const isLast = index === arc.length - 1
    const [place] = places.slice(index)
    if (place === undefined) continue
    const pair = pairFor(index, story.cast)
    const isSame = heading(place, time) === lastHeading
    lastHeading = heading(place, time)
    const when = isSame ? 'LATER' : time
    script.push(...scene({ story, kind, place, time: when, pair, isFirst: index === 0, isLast }))
    if (index === cutAfter) script.push(random.pick(transitions))
    if (index % 2 === 0) time = timeAfter(time)
  }
  const titlePage = [
    `Title: ${titleOf(request, story, random)}`,
    'Credit: Written by the Script Writer demo',
    `Notes: ${DEMO_NOTE}`,
  ].join('\n')
  return `${elements([titlePage, 'FADE IN:', ...script, '> FADE OUT.'])}\n`
}
