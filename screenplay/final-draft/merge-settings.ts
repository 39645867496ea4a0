import { childNamed, elementsIn } from '../import/xml-tree.ts'
import { formatOf, type PageSetup } from '../page-setup/setup.ts'
import type { XmlElement } from '../xml.ts'
import { readSettings, settingsByType } from './read-settings.ts'
import {
  elementSettings,
  moresAndContinueds,
  pageLayout,
  typesWithSettings,
} from './write-settings.ts'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const setStyle = (font: XmlElement, style: string) => {
  font.attributes = { ...font.attributes, Style: style }
}

/** Writes our settings into the stored ones; of a font, only its style. */
function overwrite(stored: XmlElement, ours: XmlElement): void {
  stored.attributes = { ...stored.attributes, ...ours.attributes }
  for (const child of elementsIn(ours)) {
    const old = childNamed(stored, child.name)
    if (!old) stored.children.push(child)
    else if (child.name === 'FontSpec') setStyle(old, child.attributes['Style'] ?? '')
    else if (child.name !== 'SceneBreaks' && child.name !== 'Behavior') overwrite(old, child)
  }
}

const layoutOf = ({ paper, margins, leading, breaksSentences }: PageSetup) => ({
  paper,
  margins,
  leading,
  breaksSentences,
})

const breaksOf = ({ automaticContinueds, moreText, continuedText }: PageSetup) => ({
  automaticContinueds,
  moreText,
  continuedText,
})

/** Adds the settings that are missing to the parts of a document, and changes those that differ. */
export function mergeSettings(root: XmlElement, setup: PageSetup): void {
  const was = readSettings(root)
  const put = (stored: XmlElement | undefined, ours: () => XmlElement, isEqual: boolean) => {
    if (!stored) root.children.push(ours())
    else if (!isEqual) overwrite(stored, ours())
  }
  const isSameLayout = isSame(layoutOf(was), layoutOf(setup))
  put(childNamed(root, 'PageLayout'), () => pageLayout(setup), isSameLayout)
  const stored = settingsByType(root)
  for (const type of new Set([...typesWithSettings(setup), ...typesWithSettings(was)])) {
    const isSameFormat = isSame(formatOf(was, type), formatOf(setup, type))
    put(stored.get(type), () => elementSettings(setup, type), isSameFormat)
  }
  const isSameBreaks = isSame(breaksOf(was), breaksOf(setup))
  put(childNamed(root, 'MoresAndContinueds'), () => moresAndContinueds(setup), isSameBreaks)
}

/** A document with the settings that its file leaves to Final Draft's defaults. */
export function withAllSettings(root: XmlElement): XmlElement {
  const complete = { ...root, children: [...root.children] }
  mergeSettings(complete, readSettings(root))
  return complete
}
