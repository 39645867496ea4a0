import type { Element } from '../../../screenplay/elements.ts'
import { parse } from '../../../screenplay/parse.ts'

/** What a text is read as, one line for each element: its type, its text and what else it has. */
export function read(source: string): string[] {
  return parse(source).elements.map(told)
}

export function told(element: Element): string {
  const { type, text, sceneNumber, depth, dual } = element
  const more = [sceneNumber && `#${sceneNumber}`, depth, dual].filter(Boolean).map((a) => ` <${a}>`)
  return `${type}: ${text}${more.join('')}`
}
