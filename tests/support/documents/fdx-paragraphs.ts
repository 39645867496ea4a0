import { plainText, printedElements, parse } from '../../../screenplay/model.ts'
import { formatOf, readPageSetup } from '../../../screenplay/layout.ts'
import { readXml, type XmlElement } from '../../../screenplay/formats.ts'
import { allNamed, childNamed } from './docx-reading.ts'

const continued = /\s*\(cont['’]d\)$/i

const inCapitals = (text: string, isInCapitals: boolean) =>
  (isInCapitals ? text.toUpperCase() : text).replaceAll(/\s+/g, ' ').trim()

const isAllCaps = (element: XmlElement | undefined) =>
  element?.attributes['Style']?.includes('AllCaps') ?? false

/**
 * The texts of the paragraphs that Final Draft prints, in order, in capitals where it prints capitals; without (CONT'D)
 * if it adds it by itself.
 */
export function printedByFinalDraft(fdx: string): string[] {
  const root = readXml(fdx)
  const types = new Set(
    allNamed(root, 'ElementSettings')
      .filter((settings) => isAllCaps(childNamed(settings, 'FontSpec')))
      .map(({ attributes }) => attributes['Type']),
  )
  const [breaks] = allNamed(root, 'DialogueBreaks')
  const isAutomatic = breaks?.attributes['AutomaticCharacterContinueds'] !== 'No'
  const textsIn = (element: XmlElement): string[] =>
    element.children.flatMap((child) => {
      if (typeof child === 'string' || child.name === 'OmittedScene') return []
      if (child.name !== 'Paragraph') return child.name === 'DualDialogue' ? textsIn(child) : []
      const isInCapitals = types.has(child.attributes['Type'])
      const text = child.children
        .filter((each) => typeof each !== 'string')
        .filter(({ name }) => name === 'Text')
        .map((each) => {
          const written = each.children.map(String).join('')
          return isAllCaps(each) ? written.toUpperCase() : written
        })
        .join('')
      const isCue = isAutomatic && child.attributes['Type'] === 'Character'
      return [
        inCapitals(isCue ? text.replace(continued, '') : text, isInCapitals),
        ...textsIn(child),
      ]
    })
  return textsIn(childNamed(root, 'Content')!).filter(Boolean)
}

/** The texts of the elements on our pages, in order; without (CONT'D) if Final Draft adds it by itself. */
export function shownOnPages(text: string): string[] {
  const screenplay = parse(text)
  const setup = readPageSetup(screenplay)
  return printedElements(screenplay)
    .map(({ type, text: marked }) => {
      if (type === 'page-break') return ''
      const isCue = type === 'character' && setup.automaticContinueds
      const shown = isCue ? plainText(marked.replace(continued, '')) : plainText(marked)
      return inCapitals(shown, formatOf(setup, type).style.includes('capitals'))
    })
    .filter(Boolean)
}
