import { characterNames } from '../../screenplay/editing.ts'
import { parse } from '../../screenplay/model.ts'
import { arrivals, closings, defaults, exchanges, images, premised, quoted } from './lines.ts'
import { capitalised } from './plain-text.ts'
import { hashOf, type Random, seededRandom } from './random.ts'
import { type Place, readStory, type Story } from './story.ts'

const LOOKS_LIKE_HEADING = /^(?:int|ext|est|i\/e)\b/i

/** A character cue, forced with @ where capitals alone would not make it one. */
function cue(person: string): string {
  const capitals = person.replace(/^the /, '').toUpperCase()
  const isPlain = /^\p{Lu}/u.test(capitals) && !/\p{Ll}/u.test(capitals)
  return isPlain && !LOOKS_LIKE_HEADING.test(capitals) ? capitals : `@${capitals}`
}

/** Capitalises sentences that begin with what was filled in, such as "the keeper". */
const sentences = (text: string): string =>
  text.replace(
    /(^|(?<!\.\.)[.!?]\s+)(\p{Ll})/gu,
    (_all, before: string, letter: string) => before + letter.toUpperCase(),
  )

/** An action line, forced with ! where it would be read as a heading: Est and Int are names, too. */
const action = (text: string): string =>
  LOOKS_LIKE_HEADING.test(text) ? `!${sentences(text)}` : sentences(text)

export const headingOf = ({ name, inside }: Place, time: string): string =>
  `${inside ? 'INT.' : 'EXT.'} ${name.toUpperCase()} - ${time}`

/** Place and time of a scene heading. */
export function settingOf(heading: string): { place: Place; time: string | undefined } {
  const [, kind = '', rest = heading] = /^([\p{L}./]+[. ])\s*(.*)$/u.exec(heading) ?? []
  const parts = rest.split(/\s+[-\u2013\u2014]\s+/)
  const time = parts.length > 1 ? parts.pop()?.trim().toUpperCase() : undefined
  const name = parts.join(' - ').trim().toLowerCase() || 'same place'
  return { place: { name, inside: /^i/i.test(kind) }, time }
}

const TIMES = ['DAWN', 'MORNING', 'DAY', 'EVENING', 'NIGHT', 'DAWN']

export const timeAfter = (time: string): string => TIMES[TIMES.indexOf(time) + 1] ?? 'LATER'

const asName = (cueName: string) => cueName.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, capitalised)

/** Who is in the script and named in the request, then who is new, then the others. */
function castOf({ people }: Story, request: string, script: string, random: Random): string[] {
  const known = characterNames(parse(script)).filter((name) => name.length <= 40)
  const isNamed = (name: string) => request.toUpperCase().includes(name)
  const isNew = (person: string) => !known.includes(person.toUpperCase())
  const cast = [
    ...known.filter(isNamed).map(asName),
    ...people.filter(isNew),
    ...known.filter((name) => !isNamed(name)).map(asName),
  ].slice(0, 4)
  if (cast.length === 0) return [random.pick(defaults.people), random.pick(defaults.people)]
  return cast.length === 1 ? [...cast, random.pick(defaults.partners)] : cast
}

/** Writes scenes by fixed rules; the same request, script and variant always give the same ones. */
export class Composer {
  readonly story: Story
  readonly #random: Random
  readonly cast: readonly string[]
  readonly #thing: string
  /** Used once each: they contain the request's own words. */
  readonly #special: string[]
  #nextExchange: number
  #turn = 0

  constructor(request: string, script: string, variant: number) {
    this.#nextExchange = hashOf(`${request}\n${script}`) + variant
    this.#random = seededRandom(this.#nextExchange)
    this.story = readStory(request)
    this.cast = castOf(this.story, request, script, this.#random)
    this.#thing = this.story.thing ?? this.#random.pick(defaults.things)
    const { premise, quote } = this.story
    this.#special = [...(premise && script === '' ? [premised] : []), ...(quote ? [quoted] : [])]
  }

  pick<T>(choices: readonly T[]): T {
    return this.#random.pick(choices)
  }

  /** A scene between the next two people. */
  scene(place: Place, heading: string): string {
    const [a, b] = this.#nextPair()
    const { premise } = this.story
    const fill = this.#filler(place, a, b)
    return [
      heading,
      ...(this.#special.includes(premised) ? [`= ${premise}`] : []),
      this.pick(place.inside ? images.inside : images.outside),
      action(fill(this.pick(arrivals))),
      this.#exchange(fill, a, b),
      action(fill(this.pick(closings))),
    ].join('\n\n')
  }

  /** Dialogue of the next two people. */
  passage(place: Place): string {
    const [a, b] = this.#nextPair()
    return this.#exchange(this.#filler(place, a, b), a, b)
  }

  #nextPair(): [string, string] {
    const first = this.#turn
    this.#turn += 1
    const at = (index: number) => this.cast[index % this.cast.length] ?? ''
    return [at(first), at(first + 1)]
  }

  #filler(place: Place, a: string, b: string): (text: string) => string {
    const { quote = '', premise = '' } = this.story
    const spoken = /^\p{Lu}/u.test(place.name) ? place.name : `the ${place.name}`
    const values = new Map(
      Object.entries({ A: a, B: b, place: spoken, thing: this.#thing, quote, premise }),
    )
    return (text) => text.replace(/\{(\w+)\}/g, (_all, name: string) => values.get(name) ?? '')
  }

  #exchange(fill: (text: string) => string, a: string, b: string): string {
    const text = this.#special.shift() ?? exchanges[this.#nextExchange++ % exchanges.length] ?? ''
    return text
      .split('\n')
      .map((line) => {
        const [, speaker, manner, words] = /^([AB])(?: (\([^)]*\)))?: (.*)$/.exec(line) ?? []
        if (words === undefined) return action(fill(line.replace(/^\* /, '')))
        const said = sentences(fill(words))
        return [cue(speaker === 'A' ? a : b), ...(manner ? [manner] : []), said].join('\n')
      })
      .join('\n\n')
  }
}

const SCENES = 3
const NOTE = 'This is a demo: fixed rules put it together from your words. No AI took part in it.'

const titleCase = (text: string) => text.split(' ').map(capitalised).join(' ')

/** A title page and three scenes. */
export function newScript(request: string, variant = 0): string {
  const composer = new Composer(request, '', variant)
  const { story, cast } = composer
  const own = story.places.slice(0, SCENES)
  const [home = composer.pick(defaults.places)] = own
  const places = [home, own[1] ?? composer.pick(defaults.places), own[2] ?? home]
  let time = story.time ?? composer.pick(['DAY', 'NIGHT', 'EVENING', 'MORNING'])
  const scenes = places.map((place) => {
    const heading = headingOf(place, time)
    time = timeAfter(time)
    return composer.scene(place, heading)
  })
  const title = story.title ?? titleCase(story.thing ?? cast.slice(0, 2).join(' and '))
  const titlePage = `Title: ${title}\nCredit: Written by the Script Writer demo\nNotes: ${NOTE}`
  return `${[titlePage, 'FADE IN:', ...scenes].join('\n\n')}\n`
}
