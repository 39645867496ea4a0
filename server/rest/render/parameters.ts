import { escapeIdentifier } from 'pg'

/** Bind parameters of one statement; its text contains only placeholders. */
export class Parameters {
  readonly values: (string | number | null)[] = []

  add(value: string | number | null): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

export const quoted = escapeIdentifier
export const quotedList = (names: readonly string[]) => names.map(quoted).join(', ')
