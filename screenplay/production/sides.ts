import type { Element } from '../elements.ts'
import type { Pages } from '../layout/pages.ts'
import { isSpeech } from '../parse/speech.ts'
import { characterName } from '../statistics/character-name.ts'
import { presenceOf } from '../statistics/presence.ts'

type Sides = {
  /** The pages with scenes of the character, without the others. */
  pages: Pages
  /** The rows of the character's speeches, by page number. */
  rows: ReadonlyMap<number, readonly number[]>
}

const endsSpeech = ({ type, apart }: Element) =>
  apart === true || !(isSpeech(type) || type === 'note' || type === 'boneyard')

/** The elements of scenes in which a character speaks or is named, and those that the character speaks. */
function elementsOf(elements: readonly Element[], character: string) {
  const scenes = presenceOf(elements).map(({ speaking, named }) =>
    [...speaking, ...named].includes(character),
  )
  const shown = new Set<Element>()
  const spoken = new Set<Element>()
  let scene = -1
  let isSpeaking = false
  for (const element of elements) {
    if (element.type === 'scene-heading') scene += 1
    if (!scenes[scene]) continue
    shown.add(element)
    if (element.type === 'character') isSpeaking = characterName(element.text) === character
    else if (endsSpeech(element)) isSpeaking = false
    if (isSpeaking) spoken.add(element)
  }
  return { shown, spoken }
}

/** What an actor needs for a character: the pages of the script, with the character's scenes only. */
export function sidesOf(pages: Pages, character: string): Sides {
  const { shown, spoken } = elementsOf(pages.screenplay.elements, character)
  const rows = new Map<number, number[]>()
  const kept = pages.pages.flatMap((page) => {
    const lines = page.lines.filter(({ element }) => shown.has(element))
    if (lines.length === 0) return []
    const marked = lines.filter(({ element }) => spoken.has(element)).map(({ row }) => row)
    rows.set(
      page.number,
      [...new Set(marked)].toSorted((one, other) => one - other),
    )
    return [{ ...page, lines }]
  })
  return { pages: { ...pages, titlePages: [], pages: kept }, rows }
}
