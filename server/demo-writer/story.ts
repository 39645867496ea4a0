import { type Chance } from './chance.ts'
import { defaultNames, defaultPlaces, defaultThings, strangers } from './banks/defaults.ts'
import { named, type Person, toldApart, unnamed } from './people.ts'
import { type Tone, timeOf, toneOf } from './words/mood.ts'
import { namesIn } from './words/names.ts'
import { commonPlaces, homeOf, mentionedPlace, namedPlace, type Place } from './words/places.ts'
import { phrase, plainText } from './words/plain-text.ts'
import { premiseOf, quoteIn } from './words/premise.ts'
import { rolesIn } from './words/roles.ts'
import { doingIn, thingsIn } from './words/things.ts'
import { languageOf, tokensOf } from './words/tokens.ts'

export type Story = {
  cast: Person[]
  /** Named in the request, but one too many to speak. */
  extras: Person[]
  places: Place[]
  thing: string
  hasOwnThing: boolean
  /** The thing, if one can hold it. */
  held: string | undefined
  doing: string | undefined
  quote: string | undefined
  premise: string | undefined
  /** What was asked for, for a language from which nothing else can be taken. */
  words: string | undefined
  time: string | undefined
  tone: Tone | undefined
}

const SPEAKING = 4

function castOf(people: readonly Person[], roles: readonly Person[], chance: Chance): Person[] {
  if (people.length >= 2) return [...people]
  const all = [...people, ...roles].slice(0, people.length === 1 ? 2 : SPEAKING)
  if (all.length === 0) return chance.pick(defaultNames).map((name) => named(name))
  return all.length === 1 ? [...all, unnamed(chance.pick(strangers))] : all
}

/** Who is in the script already, and what it is about. */
type Known = { people: readonly Person[]; thing?: string | undefined }

/** Known people whom the request names come first, then new ones, then the others. */
function peopleOf(request: string, names: readonly string[], known: readonly Person[]): Person[] {
  const text = request.toLowerCase()
  const isIn = ({ spoken }: Person) => text.includes(spoken.replace(/^the /, '').toLowerCase())
  const isNew = (name: string) =>
    !known.some((person) => person.name.toLowerCase().split(' ').includes(name.toLowerCase())) &&
    !known.some((person) => person.name.toLowerCase() === name.toLowerCase())
  return toldApart([
    ...known.filter(isIn),
    ...names.filter(isNew).map(named),
    ...known.filter((person) => !isIn(person)),
  ])
}

/** Everything the composer takes from a request; what is missing is chosen by chance. */
export function readStory(request: string, chance: Chance, known: Known = { people: [] }): Story {
  const text = plainText(request)
  const tokens = tokensOf(text)
  const language = languageOf(tokens)
  const isEnglish = language === 'english'
  const names = namesIn(tokens, language)
  const roles = isEnglish ? rolesIn(tokens, names.people) : []
  const cast = castOf(peopleOf(request, names.people, known.people), roles.map(unnamed), chance)
  const things = [
    ...(isEnglish ? thingsIn(tokens, names.people.length > 1) : []),
    ...names.things.map((spoken) => ({ spoken, portable: false })),
  ]
  const own = things[0]?.spoken ?? known.thing
  const fallback = own ?? `the ${chance.pick(defaultThings)}`
  const places = [...names.places.map(namedPlace), ...(isEnglish ? commonPlaces(tokens) : [])]
  const home = roles.map(homeOf).find((place) => place !== undefined) ?? mentionedPlace(tokens)
  return {
    cast: cast.slice(0, SPEAKING),
    extras: cast.slice(SPEAKING, SPEAKING + 4),
    places: places.length > 0 || home === undefined || !isEnglish ? places : [home],
    thing: fallback,
    hasOwnThing: own !== undefined,
    held: things.length === 0 ? fallback : things.find((thing) => thing.portable)?.spoken,
    doing: isEnglish ? doingIn(tokens) : undefined,
    quote: quoteIn(text),
    premise: premiseOf(text),
    words: isEnglish ? undefined : phrase(text, 60) || undefined,
    time: timeOf(text),
    tone: toneOf(text),
  }
}

/** A place for every scene: the request's own first, then others, and back to the first. */
export function placesFor(count: number, story: Story, chance: Chance): Place[] {
  const own = story.places.slice(0, count)
  const places = [...own]
  const others = defaultPlaces.filter(({ name }) => !own.some((place) => place.name === name))
  while (places.length < count) {
    const isLast = places.length === count - 1
    places.push(isLast && own.length === 1 && own[0] ? own[0] : chance.pick(others))
  }
  return places
}
