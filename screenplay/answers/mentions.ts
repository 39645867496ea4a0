import { type Scene, wordsOf, scenesOf } from './scenes.ts'
import type { Screenplay } from '../model/elements.ts'

const counting = [
  'zero one two three four five six seven eight nine ten eleven twelve',
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth',
].map((words) => words.split(' '))

const startingOver =
  /\b(?:start(?:ing)? (?:all )?(?:over|again|afresh)|from scratch|(?:new|another|different) (?:script|screenplay)|(?:write|make|create|give me|do|want|tell) (?:me )?(?:a |an )?(?:completely |entirely |whole |totally )?(?:new|different|another) (?:script|screenplay|story|movie|film|one)|throw (?:it|this|everything|the (?:script|draft)) (?:away|out)|forget (?:it all|everything|the (?:old |current )?script))\b/
const wholeScript =
  /\b(?:rewrite|redo|revise|rework|translate|write|give me|show me|change)\b[^.!?\n]{0,40}\b(?:whole|entire|complete|full) (?:script|screenplay|story|thing|draft)\b/
const MAX_IN_A_RANGE = 500
/** A location with more words is not recognised. */
const MAX_WORDS = 8

/** The scene numbers in a request: "scene 3", "scenes 4, 6 and 8 to 10", "the third scene". */
function numbersIn(request: string, count: number): Set<string> {
  const found = new Set<string>()
  for (const [, list = ''] of request.matchAll(
    /\bscenes? ((?:\d+[a-z]?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?:(?: ?[-–—,&] ?| (?:and|or|to|through|thru|until) )\d+[a-z]?)*)/g,
  )) {
    for (const [, from = '', to = ''] of list.matchAll(
      /(\d+)\s*(?:[-–—]|to|through|thru|until)\s*(\d+)/g,
    )) {
      for (
        let at = Number(from);
        at <= Math.min(Number(to), count, Number(from) + MAX_IN_A_RANGE);
        at += 1
      )
        found.add(String(at))
    }
    for (const [one] of list.matchAll(/\d+[a-z]?/g)) found.add(one)
    found.add(String(counting[0]?.indexOf(list) ?? -1))
  }
  for (const [, word = ''] of request.matchAll(/\b(\w+) scene\b/g)) {
    if (word === 'last' || word === 'final' || word === 'closing') found.add(String(count))
    else if (word === 'opening') found.add('1')
    else found.add(String(counting[1]?.indexOf(word) ?? -1))
  }
  return found
}

/** All runs of a few words, so that many locations can be looked up in a long request. */
function phrasesIn(text: string): Set<string> {
  const words = text.split(' ')
  const phrases = new Set<string>()
  for (let start = 0; start < words.length; start += 1) {
    for (let count = 1; count <= MAX_WORDS; count += 1) {
      phrases.add(words.slice(start, start + count).join(' '))
    }
  }
  return phrases
}

type Mentions = {
  /** Whether the request is about a new script or the whole script, and mentions no scene. */
  all: boolean
  has: (scene: Scene) => boolean
}

/** Which scenes a request talks about, by number, by position or by location. */
export function mentionsIn(request: string, scenes: readonly Scene[]): Mentions {
  const lower = request.toLowerCase()
  const phrases = phrasesIn(wordsOf(request))
  const numbers = numbersIn(lower, scenes.length)
  // A requested number means the number in a heading; scenes without one go by position.
  const isNumbered = scenes.some(({ number }) => number !== undefined)
  const mentioned = new Set(
    scenes.filter(
      ({ number, position, places }) =>
        numbers.has((isNumbered ? number?.toLowerCase() : undefined) ?? String(position)) ||
        places.some((place) => phrases.has(place)),
    ),
  )
  return {
    all: mentioned.size === 0 && (startingOver.test(lower) || wholeScript.test(lower)),
    has: (scene) => mentioned.has(scene),
  }
}

/** The positions, from 1, of the scenes that a request names by number, by position or by location. */
export function mentionedScenes(script: Screenplay, request: string): number[] {
  const { scenes } = scenesOf(script)
  const mentions = mentionsIn(request, scenes)
  return scenes.filter(mentions.has).map(({ position }) => position)
}
