import type { XmlElement } from '../xml.ts'

export const elementsIn = (element: XmlElement | undefined): XmlElement[] =>
  element?.children.filter((child): child is XmlElement => typeof child !== 'string') ?? []

export const childNamed = (element: XmlElement | undefined, name: string) =>
  elementsIn(element).find((child) => child.name === name)

/** The length of all text in an element. */
export const textLength = ({ children }: XmlElement): number =>
  children.reduce(
    (length, child) => length + (typeof child === 'string' ? child.length : textLength(child)),
    0,
  )

export const ownText = (element: XmlElement) =>
  element.children.filter((child) => typeof child === 'string').join('')
