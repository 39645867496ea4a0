import type { XmlElement } from '../xml.ts'

export const elementsIn = (element: XmlElement | undefined): XmlElement[] =>
  element?.children.filter((child): child is XmlElement => typeof child !== 'string') ?? []

export const childNamed = (element: XmlElement | undefined, name: string) =>
  elementsIn(element).find((child) => child.name === name)

export const ownText = (element: XmlElement) =>
  element.children.filter((child) => typeof child === 'string').join('')
