import { capitalised, phrase, plainText } from './plain-text.ts'

export type Place = { name: string; inside: boolean }

/** What the demo takes from a request; it chooses the rest by itself. */
export type Story = {
  /** As in a sentence: "Mara Quint", "the old sailor". */
  people: string[]
  places: Place[]
  thing: string | undefined
  quote: string | undefined
  /** The first sentence, in the words of the request. */
  premise: string | undefined
  time: string | undefined
  title: string | undefined
}

const list = (words: string) => words.trim().split(/\s+/).join('|')

const INSIDE = list(`
  apartment attic bakery bank bar barn basement bedroom bus cabin cafe café car castle cave cellar church cinema
  classroom corridor courtroom diner elevator factory garage hall hospital hotel house hut kitchen laboratory
  library lighthouse lobby museum office palace plane prison pub restaurant room school shop spaceship studio
  submarine taxi tent theater theatre tower train tram tunnel warehouse workshop`)
const OUTSIDE = list(`
  airport alley balcony beach boat bridge cemetery city cliff coast courtyard desert farm field forest garden
  harbor harbour highway hill island jungle lake market moon mountain park pier platform port river road roof
  rooftop ruins sea ship shore square station street town valley village woods yard`)
const ROLES = list(`
  actor actress alien artist astronaut baker boy brother captain chef child clown cook cop cowboy dancer
  daughter detective doctor driver engineer farmer father ghost girl guard hunter journalist judge keeper killer
  king knight lawyer librarian magician man mayor mechanic monk mother neighbor neighbour nurse officer painter
  pianist pilot pirate poet prince princess professor queen robot sailor scientist sister soldier spy stranger
  student teacher thief twin waiter waitress widow witch woman writer`)
const THINGS = list(`
  bag bell book bottle box camera cat clock coat coin crown diamond diary dog doll egg envelope flower gun hat
  key knife lamp letter map mask medal message mirror money necklace note notebook painting parcel passport pen
  phone photo photograph picture piano radio recipe record ring rose secret song stone suitcase sword tape
  telegram ticket toy treasure umbrella violin watch will wine`)

/** Often capitalised, but not names. */
const NO_NAMES = new RegExp(
  `^(?:${list(`
  a about action add after all also an and another are as at be before begin both but by call can change comedy
  continue could create cut day delete describe dialogue drama each every everybody everyone everything ext fade
  finally first for forget from give go he her here his how i if imagine in include int into is it its keep last later
  let make many maybe more move my never new next night no nobody not now of on once one only or our please put
  remove rename replace rewrite scene script set she short shorten show so some somebody someone something start
  take tell that the their then there these they third this those three thriller title to tonight turn two until
  use we what when where which while who why will with would write yes you your mr mrs ms dr monday tuesday
  wednesday thursday friday saturday sunday christmas english french german spanish italian`)})$`,
  'i',
)

const ADJECTIVES = String.raw`(?:(?!(?:and|or|the|an?|in|at|on|of|to|with|near|about|for|from|by|who|is|are|has)\b)[a-z-]+ ){0,2}`
const ARTICLE = '(?:the|an?|his|her|their|my|our|this)'
const PLACE = new RegExp(
  String.raw`\b(in|at|on|inside|into|near|outside|aboard|to|under|behind) (?:${ARTICLE} )?(${ADJECTIVES}(?:(${INSIDE})|${OUTSIDE}))\b`,
  'g',
)
const ANY_PLACE = new RegExp(String.raw`\b(?:(${INSIDE})|${OUTSIDE})\b`)
const ROLE = new RegExp(
  String.raw`\b(the|an?|two|three) (${ADJECTIVES}(?:[a-z]+(?:keeper|maker|hunter|smith)|${ROLES}))(s?)\b`,
  'gi',
)
const THING = new RegExp(String.raw`\b${ARTICLE} (${ADJECTIVES}(?:${THINGS}))\b`)
const NAME =
  /(?<![\p{L}\p{N}'-])\p{Lu}[\p{L}\p{M}'-]*[\p{L}\p{M}](?: \p{Lu}[\p{L}\p{M}'-]*[\p{L}\p{M}]){0,2}/gu
const BEFORE_PLACE = /\b(?:in|at|to|from|near|across|through|of|(?:on|aboard|in|at|to|from) the) $/
const AFTER_NAME = /^(?:,| (?:and|or|is|was|has|had|can|will|must|[a-z]{2,}(?:s|ed))\b)/
/** In German every noun is capitalised. */
const IS_GERMAN = /\b(?:der|die|das|ein|eine|einen|einem|und|nicht)\b/gi

const MAX_NAMES = 6

const unique = (items: readonly string[]) => [...new Set(items)].slice(0, MAX_NAMES)

/** People and places by their capital letters. */
function namesIn(text: string): { people: string[]; places: string[] } {
  const people: string[] = []
  const places: string[] = []
  const isUseless = text === text.toUpperCase() || (text.match(IS_GERMAN)?.length ?? 0) > 1
  for (const { 0: found, index } of isUseless ? [] : text.matchAll(NAME)) {
    const before = text.slice(Math.max(0, index - 30), index)
    const startsSentence = /(?:^|[.!?:;"(\n] ?)$/.test(before)
    const words = found.replace(/'s$/, '').split(' ')
    const first = startsSentence ? words.findIndex((word) => !NO_NAMES.test(word)) : 0
    const name = first === -1 ? '' : words.slice(first).join(' ')
    if (name.length < 2 || name.length > 30 || NO_NAMES.test(name)) continue
    const next = text.slice(index + found.length)
    const isSure = !startsSentence || found.includes(' ') || AFTER_NAME.test(next)
    if (isSure) (BEFORE_PLACE.test(before) ? places : people).push(name)
  }
  const isShort = (name: string) => people.some((other) => other.startsWith(`${name} `))
  return { people: unique(people).filter((name) => !isShort(name)), places: unique(places) }
}

/** People without names: "a retired detective", "two chefs". */
const rolesIn = (text: string): string[] =>
  unique(
    [...text.matchAll(ROLE)].flatMap(([, article = '', role = '', plural]) =>
      plural === '' && !/^t[wh]/i.test(article.replace(/^the$/i, ''))
        ? [`the ${role.toLowerCase()}`]
        : [`the first ${role.toLowerCase()}`, `the second ${role.toLowerCase()}`],
    ),
  )

function placesIn(text: string, names: readonly string[]): Place[] {
  const common = [...text.matchAll(PLACE)].map(([, preposition, name = '', inside]) => ({
    name,
    inside: inside !== undefined && preposition !== 'outside',
  }))
  const own = [...names.map((name) => ({ name, inside: false })), ...common]
  const [name, inside] = ANY_PLACE.exec(text) ?? []
  return own.length > 0 || name === undefined ? own : [{ name, inside: inside !== undefined }]
}

const TIMES: [string, RegExp][] = [
  ['NIGHT', /\b(?:(?:mid|to)?night|nights)\b/i],
  ['DAWN', /\b(?:dawn|sunrise|daybreak)\b/i],
  ['DUSK', /\b(?:dusk|sunset|twilight)\b/i],
  ['EVENING', /\bevening\b/i],
  ['MORNING', /\bmorning\b/i],
  ['DAY', /\b(?:noon|midday|afternoon|daytime|daylight|by day|(?:it|to|into) (?:the )?day)\b/i],
]

export const timeIn = (text: string): string | undefined =>
  TIMES.find(([, words]) => words.test(text))?.[0]

const INSTRUCTION =
  /^(?:(?:please|now)[,!]?\s+)*(?:write|create|make|give|draft|generate|tell|add|imagine)\b[^.!?\n]{0,80}?\b(?:about|in which|where|when|featuring|with)\s+/i

/** The first sentence, without an opening such as "write me a scene about". */
function premiseIn(text: string): string | undefined {
  const [sentence = ''] = text.split(/(?<=[.!?\u3002])\s|[\u3002\n]/u)
  const bare = phrase(sentence.replace(INSTRUCTION, ''), 130).replace(/[\s.,;:!?-]+$/u, '')
  return /\p{L}{2}|[^\p{ASCII}]{2}/u.test(bare) && /\p{L}/u.test(bare)
    ? capitalised(bare)
    : undefined
}

function quoteIn(text: string): string | undefined {
  const quote = phrase(/"([^"\n]{3,140})"/.exec(text)?.[1] ?? '', 140).replace(/[,;:-]+$/u, '')
  if (!/\p{L}{2}/u.test(quote)) return undefined
  return /[.!?\u2026]$/u.test(quote) ? quote : `${quote}.`
}

const TITLE = /\b(?:titled|entitled|called|title(?: is|:)?)\s+"([^"\n]{1,80})"/i

export function readStory(request: string): Story {
  const text = plainText(request)
  const names = namesIn(text)
  const thing = THING.exec(text)?.[1]
  return {
    people: unique([...names.people, ...(names.people.length > 1 ? [] : rolesIn(text))]),
    places: placesIn(text, names.places),
    thing: thing && `the ${thing}`,
    quote: quoteIn(text),
    premise: premiseIn(text),
    time: timeIn(text),
    title: capitalised(phrase(TITLE.exec(text)?.[1] ?? '', 60)) || undefined,
  }
}
