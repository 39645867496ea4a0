import { createContext, use } from 'react'

export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export const FieldContext = createContext<FieldControl | undefined>(undefined)

/** Attributes that connect a control to the label, hint and error of its field. */
export function useFieldControl(): Partial<FieldControl> {
  return use(FieldContext) ?? {}
}
