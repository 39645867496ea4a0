import { fountainOf } from '../../../../screenplay/model.ts'
import type { Message } from '../api/messages.ts'
import { isProse } from './answer-parts.ts'

const emptyLines = /(\n[^\S\n]*(?:\n[^\S\n]*)+)/

/** Fountain that prints every word of a paragraph for the writer, whatever it would mean in a script. */
const asAction = (text: string): string =>
  fountainOf({ elements: [{ type: 'action', text }] }).trimEnd()

/** An answer as Fountain for a document: its scripts as they are, what it says to the writer as action. */
export function printedAnswer(message: Pick<Message, 'changes' | 'content' | 'withheld'>): string {
  const paragraphs = message.content.replaceAll(/\r\n?/g, '\n').split(emptyLines)
  const prose = new Set(message.changes?.prose.split(/\s*\n\s*\n\s*/).map((each) => each.trim()))
  const isSaid = (text: string) => isProse(message) || prose.has(text.trim())
  return paragraphs
    .map((each) => (each.trim() !== '' && isSaid(each) ? asAction(each) : each))
    .join('')
}
