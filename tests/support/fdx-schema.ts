import { readXml, type XmlElement } from '../../screenplay/xml.ts'

type Rule = {
  attributes: Record<string, RegExp>
  required?: string[]
  children: string[]
  text?: true
}

const paragraphTypes =
  /^(?:Scene Heading|Action|Character|Parenthetical|Dialogue|Transition|Shot|General)$/
const styles = /^(?:Bold|Italic|Underline)(?:\+(?:Italic|Underline))*$/

/** What Final Draft reads, as far as we write it. */
const rules: Record<string, Rule> = {
  FinalDraft: {
    attributes: { DocumentType: /^Script$/, Template: /^No$/, Version: /^4$/ },
    required: ['DocumentType', 'Template', 'Version'],
    children: ['Content', 'TitlePage'],
  },
  TitlePage: { attributes: {}, children: ['Content'] },
  Content: { attributes: {}, children: ['Paragraph'] },
  Paragraph: {
    attributes: {
      Alignment: /^(?:Left|Center)$/,
      Number: /^\S(?:.*\S)?$/,
      SpaceBefore: /^\d+$/,
      StartsNewPage: /^Yes$/,
      Type: paragraphTypes,
    },
    children: ['Text', 'DualDialogue'],
  },
  DualDialogue: { attributes: {}, children: ['Paragraph'] },
  Text: { attributes: { Style: styles }, children: [], text: true },
}

const elementsIn = (element: XmlElement) =>
  element.children.filter((child): child is XmlElement => typeof child !== 'string')

const textIn = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('')

function complaintsAbout(element: XmlElement, path: string): string[] {
  const here = `${path}/${element.name}`
  const rule = rules[element.name]
  if (!rule) return [`${here}: unknown`]
  const names = Object.keys(element.attributes)
  return [
    ...Object.entries(element.attributes).flatMap(([name, value]) =>
      rule.attributes[name]?.test(value) ? [] : [`${here}: ${name}="${value}"`],
    ),
    ...(names.join() === names.toSorted().join() ? [] : [`${here}: attributes out of order`]),
    ...(rule.required ?? [])
      .filter((name) => !names.includes(name))
      .map((name) => `${here}: no ${name}`),
    ...element.children.flatMap((child) =>
      typeof child === 'string' && !rule.text && child.trim() !== '' ? [`${here}: ${child}`] : [],
    ),
    ...elementsIn(element).flatMap((child) =>
      rule.children.includes(child.name)
        ? complaintsAbout(child, here)
        : [`${here}: ${child.name} inside`],
    ),
    ...(element.name === 'Paragraph' ? complaintsAboutParagraph(element, here) : []),
    ...(element.name === 'DualDialogue' ? complaintsAboutDual(element, here) : []),
  ]
}

function complaintsAboutParagraph(paragraph: XmlElement, here: string): string[] {
  const isTitle = here.includes('/TitlePage/')
  const wraps = elementsIn(paragraph).some(({ name }) => name === 'DualDialogue')
  const { Type, Number: number } = paragraph.attributes
  const text = textIn(paragraph).trim()
  return [
    ...((Type === undefined) === (isTitle || wraps) ? [] : [`${here}: Type ${Type}`]),
    ...(number !== undefined && Type !== 'Scene Heading' ? [`${here}: Number on ${Type}`] : []),
    ...(elementsIn(paragraph).length > 0 ? [] : [`${here}: empty`]),
    ...(text === '(MORE)' ? [`${here}: (MORE)`] : []),
    ...(Type === 'Character' && /\(cont/i.test(text) ? [`${here}: ${text}`] : []),
  ]
}

function complaintsAboutDual(dual: XmlElement, here: string): string[] {
  const types = elementsIn(dual).map(({ attributes }) => attributes['Type'])
  const names = types.filter((type) => type === 'Character')
  return names.length === 2 && types[0] === 'Character' ? [] : [`${here}: ${types.join()}`]
}

/** Everything in it that Final Draft would not expect. */
export const fdxComplaints = (fdx: string) => complaintsAbout(readXml(fdx), '')
