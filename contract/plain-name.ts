/** What turns the direction of the text after it: with it, a name can look like another one. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/gu

/** The database refuses notes and names that have them. */
export const withoutTurns = (text: string): string => text.replaceAll(TURNS, '')

/** Also without the marks that only say a direction. */
export const withoutMarks = (name: string): string =>
  withoutTurns(name).replaceAll(/[\u061c\u200e\u200f]/gu, '')

/** A name as one line. */
export const plainName = (typed: string): string =>
  withoutMarks(typed).replaceAll(/\s+/g, ' ').trim()
