import { escapeIdentifier } from 'pg'

/** The values of one statement: in its text there are only their numbers. */
export class Parameters {
  readonly values: (string | number | null)[] = []

  add(value: string | number | null): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

export const quoted = escapeIdentifier
export const quotedList = (names: readonly string[]) => names.map(quoted).join(', ')
