import { type Element, parse } from '../../../../screenplay/model.ts'

/** The parsed elements of a text, one line each: type, text and other properties. */
export function read(source: string): string[] {
  return parse(source).elements.map(told)
}

export function told(element: Element): string {
  const { type, text, sceneNumber, depth, dual } = element
  const more = [sceneNumber && `#${sceneNumber}`, depth, dual].filter(Boolean).map((a) => ` <${a}>`)
  return `${type}: ${text}${more.join('')}`
}
