import { type Random } from './random.ts'
import { defaultNames, defaultPlaces, defaultThings, strangers } from './banks/defaults.ts'
import { named, type Person, disambiguate, unnamed } from './people.ts'
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
  /** Named in the request, but without dialogue. */
  extras: Person[]
  places: Place[]
  thing: string
  hasOwnThing: boolean
  /** The thing, if a character can hold it. */
  held: string | undefined
  doing: string | undefined
  quote: string | undefined
  premise: string | undefined
  /** The request itself, for languages that are not analysed. */
  words: string | undefined
  time: string | undefined
  tone: Tone | undefined
}

const MAX_SPEAKERS = 4

function castOf(people: readonly Person[], roles: readonly Person[], random: Random): Person[] {
  if (people.length >= 2) return [...people]
  const all = [...people, ...roles].slice(0, people.length === 1 ? 2 : MAX_SPEAKERS)
  if (all.length === 0) return random.pick(defaultNames).map((name) => named(name))
  return all.length === 1 ? [...all, unnamed(random.pick(strangers))] : all
}

/** What is known from the current script. */
type Known = { people: readonly Person[]; thing?: string | undefined }

/** Known people named in the request first, then new ones, then the other known ones. */
function peopleOf(request: string, names: readonly string[], known: readonly Person[]): Person[] {
  const text = request.toLowerCase()
  const isIn = ({ spoken }: Person) => text.includes(spoken.replace(/^the /, '').toLowerCase())
  const isNew = (name: string) =>
    !known.some((person) => person.name.toLowerCase().split(' ').includes(name.toLowerCase())) &&
    !known.some((person) => person.name.toLowerCase() === name.toLowerCase())
  return disambiguate([
    ...known.filter(isIn),
    ...names.filter(isNew).map(named),
    ...known.filter((person) => !isIn(person)),
  ])
}

/** Extracts the story from a request, and fills what is missing with random choices. */
export function readStory(request: string, random: Random, known: Known = { people: [] }): Story {
  const text = plainText(request)
  const tokens = tokensOf(text)
  const language = languageOf(tokens)
  const isEnglish = language === 'english'
  const names = namesIn(tokens, language)
  const roles = isEnglish ? rolesIn(tokens, names.people) : []
  const cast = castOf(peopleOf(request, names.people, known.people), roles.map(unnamed), random)
  const things = [
    ...(isEnglish ? thingsIn(tokens, names.people.length > 1) : []),
    ...names.things.map((spoken) => ({ spoken, portable: false })),
  ]
  const own = things[0]?.spoken ?? known.thing
  const fallback = own ?? `the ${random.pick(defaultThings)}`
  const places = [...names.places.map(namedPlace), ...(isEnglish ? commonPlaces(tokens) : [])]
  const home = roles.map(homeOf).find((place) => place !== undefined) ?? mentionedPlace(tokens)
  return {
    cast: cast.slice(0, MAX_SPEAKERS),
    extras: cast.slice(MAX_SPEAKERS, MAX_SPEAKERS + 4),
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

/** One place per scene: the request's own first, then others, returning to the first at the end. */
export function placesFor(count: number, story: Story, random: Random): Place[] {
  const own = story.places.slice(0, count)
  const places = [...own]
  const others = defaultPlaces.filter(({ name }) => !own.some((place) => place.name === name))
  while (places.length < count) {
    const isLast = places.length === count - 1
    places.push(isLast && own.length === 1 && own[0] ? own[0] : random.pick(others))
  }
  return places
}
