import { Annotation, type Transaction } from '@codemirror/state'

/** The undo history joins such an edit with the one before, as if it were the end of a composition. */
export const joined = Annotation.define<true>()

/** Whether the edit is part of a composition, which changed decorations around it would interrupt. */
export const isComposition = (tr: Transaction): boolean =>
  tr.isUserEvent('input.type.compose') && !tr.annotation(joined)
