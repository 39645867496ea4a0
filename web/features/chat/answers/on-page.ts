import { createContext } from 'react'
import type { ShownEdit } from './answer-parts.ts'

/** Actions on the script page that an answer offers. */
type PageActions = {
  /** Inserts a text at the cursor. */
  insert: (text: string) => void
  /** Shows where a change is. */
  show: (edit: ShownEdit) => void
}

export const OnPage = createContext<PageActions | undefined>(undefined)
