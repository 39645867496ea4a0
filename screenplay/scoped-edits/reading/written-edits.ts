import { unescapeTags } from '../../protocol-tags.ts'
import { TagReader } from './answer-reader.ts'
import { AnswerFault } from '../fault.ts'
import type { EditPlace } from '../types.ts'

/** An edit as the model wrote it. */
export type WrittenEdit = { place: EditPlace; text: string }
export type AnswerPiece = { prose: string } | WrittenEdit

export type WrittenAnswer = {
  /** In order. */
  pieces: AnswerPiece[]
  /** What is wrong with its tags. */
  fault: AnswerFault | undefined
}

const endTag = /<\s*\/\s*(?:scene|script|text)\s*>/iu

const unfinished = () =>
  new AnswerFault('unfinished', 'It ended, or another tag began, before the end tag of an edit.')

/** Prose and edits of a whole answer. */
export function readAnswer(answer: string): WrittenAnswer {
  const reader = new TagReader()
  const pieces: AnswerPiece[] = []
  let fault: AnswerFault | undefined
  let open: WrittenEdit | undefined
  for (const part of [...reader.add(answer), ...reader.end()]) {
    if (part.type === 'prose') {
      // An end tag in prose means that the start tag of its edit was not recognized.
      if (endTag.test(part.text)) fault ??= faultOf('bad_tag')
      pieces.push({ prose: unescapeTags(part.text) })
    } else if (part.type === 'text' && open) open.text += editText(part.text)
    else if (part.type === 'fault') fault ??= faultOf(part.fault)
    else if (part.type === 'open') {
      if (open) fault ??= unfinished()
      open = { place: part.place, text: '' }
      pieces.push(open)
    } else {
      if (open?.place.kind === 'delete' && open.text.trim() !== '') fault ??= faultOf('bad_tag')
      open = undefined
    }
  }
  if (open) fault ??= unfinished()
  return { pieces, fault }
}

const faultOf = (fault: 'bad_tag' | 'unfinished'): AnswerFault =>
  fault === 'unfinished'
    ? unfinished()
    : new AnswerFault(
        'bad_tag',
        'One of its tags is not allowed, or does not start on a line of its own.',
      )

/** Removes the `<target>` tags that the prompt puts around a target. */
const editText = (text: string): string => unescapeTags(text.replaceAll(/<\/?target>/giu, ''))

export const isEdit = (piece: AnswerPiece): piece is WrittenEdit => 'place' in piece
