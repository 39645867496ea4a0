import type { Person } from './people.ts'
import type { Story } from './story.ts'
import { isWild, type Place } from './words/places.ts'
import { capitalised } from './words/plain-text.ts'

/** The values of the slots in a scene; undefined where the story has none. */
export type Slots = ReadonlyMap<string, string | undefined>

const SLOT = /\{([\w*]+)\}/g

const listed = (people: readonly Person[]) => {
  const names = people.map(({ spoken }) => spoken)
  return names.length < 2
    ? names.join('')
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
}

export function slotsFor(story: Story, place: Place, a: Person, b: Person): Slots {
  const { thing, held, doing, quote, premise, words, extras } = story
  return new Map(
    Object.entries({
      A: a.spoken,
      B: b.spoken,
      'A*': a.introduced,
      'B*': b.introduced,
      place: place.spoken,
      Place: capitalised(place.spoken),
      thing,
      Thing: capitalised(thing),
      held,
      doing,
      quote,
      premise,
      words,
      inside: place.inside ? '' : undefined,
      outside: place.inside ? undefined : '',
      town: place.inside || isWild(place) ? undefined : '',
      wild: isWild(place) ? '' : undefined,
      extras: extras.length > 0 ? listed(extras) : undefined,
    }),
  )
}

/** Whether every slot in the text has a value. */
export const fits = (text: string, slots: Slots): boolean =>
  [...text.matchAll(SLOT)].every(([, slot = '']) => slots.get(slot) !== undefined)

export const fill = (text: string, slots: Slots): string =>
  text.replace(SLOT, (_all, slot: string) => slots.get(slot) ?? '')
