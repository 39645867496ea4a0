import { clashes } from './banks/clashes.ts'
import { doubts } from './banks/doubts.ts'
import { meetings } from './banks/meetings.ts'
import * as moments from './banks/moments.ts'
import { partings } from './banks/partings.ts'
import { toneBeats } from './banks/tones.ts'
import type { Random } from './random.ts'
import { renderExchange } from './exchange.ts'
import { fill, fits, slotsFor } from './slots.ts'
import { action, heading } from './fountain.ts'
import type { Person } from './people.ts'
import type { Story } from './story.ts'
import type { Place } from './words/places.ts'
import { capitalised } from './words/plain-text.ts'

const banks = { meeting: meetings, doubt: doubts, clash: clashes, parting: partings }

export type SceneKind = keyof typeof banks

type Plan = {
  story: Story
  kind: SceneKind
  place: Place
  time: string
  pair: [Person, Person]
  isFirst: boolean
  isLast: boolean
}

/** A few lines in the story's tone; whoever spoke last before them does not speak first. */
export function toneBeat(
  random: Random,
  story: Story,
  place: Place,
  [a, b]: [Person, Person],
  before: string,
): string[] {
  if (story.tone === undefined) return []
  const choices = toneBeats[story.tone]
  const text = random.pick(choices.filter((beat) => fits(beat, slotsFor(story, place, a, b))))
  const lastSpeaker = before.split('\n').at(-1)?.[0]
  const [one, other] = text[0] === lastSpeaker ? [b, a] : [a, b]
  return renderExchange(text, slotsFor(story, place, one, other), one, other)
}

/** Writes scenes and keeps track of who has already appeared. */
export function createScenes(random: Random, seen: Set<string>) {
  let wanted = ['{quote}', '{doing}']
  function appearance({ story, place, pair: [a, b] }: Plan): string[] {
    const how = random.pick(moments.manners)
    const slots = new Map([
      ...slotsFor(story, place, a, b),
      ['how', how],
      ['How', capitalised(how)],
      ['how2', random.pick(moments.manners)],
    ])
    const isKnown = (person: Person) => seen.has(person.name)
    const one = (choices: readonly string[]) =>
      random.pick(choices.filter((choice) => fits(choice, slots)))
    const asKnown = (text: string, person: Person) =>
      isKnown(person) ? text.replaceAll('*}', '}') : text
    const sentences =
      isKnown(a) && isKnown(b)
        ? [one(moments.returns)]
        : [asKnown(one(moments.presences), a), asKnown(one(moments.arrivals), b)]
    seen.add(a.name).add(b.name)
    return sentences.map((text) => action(fill(text, slots)))
  }

  return function scene(plan: Plan): string[] {
    const { story, kind, place, time, isFirst, isLast } = plan
    const [a, b] = plan.pair
    const slots = slotsFor(story, place, a, b)
    const one = (choices: readonly string[]) => {
      const fitting = choices.filter((choice) => fits(choice, slots))
      // Prefer lines that use the request's own quote or action.
      const special = fitting.filter((choice) => wanted.some((slot) => choice.includes(slot)))
      const choice = random.pick(special.length > 0 ? special : fitting)
      wanted = wanted.filter((slot) => !choice.includes(slot))
      return choice
    }
    const filled = (text: string) => action(fill(text, slots))
    const images = place.inside ? moments.insideImages : moments.outsideImages
    const exchange = one(banks[kind])
    return [
      heading(place, time),
      ...(isFirst && story.premise !== undefined ? [`= ${story.premise}`] : []),
      filled(one(images)),
      ...(isFirst && slots.get('words') !== undefined ? [filled(one(moments.notes))] : []),
      ...appearance(plan),
      ...(isFirst && slots.get('extras') !== undefined ? [filled(one(moments.extrasWatch))] : []),
      ...renderExchange(exchange, slots, a, b),
      ...(story.held !== undefined && random.below(3) === 0 ? [filled(one(moments.closeUps))] : []),
      ...(story.tone === undefined ? [] : toneBeat(random, story, place, [a, b], exchange)),
      filled(one(isLast ? moments.lastImages : moments.closings)),
    ]
  }
}
