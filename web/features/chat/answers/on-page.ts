import { createContext } from 'react'
import type { ShownEdit } from './answer-parts.ts'

/** What an answer does on the page, wherever that is. */
type PageActions = {
  /** Inserts a text at the cursor. */
  insert: (text: string) => void
  /** Shows where a change is. */
  show: (edit: ShownEdit) => void
}

export const OnPage = createContext<PageActions | undefined>(undefined)
