import { boardMessages } from '../../messages/board.ts'

/** Mid tones that show on paper of both themes. A colour is decoration: its name is always told too. */
const values = new Map([
  ['red', '#c4412f'],
  ['orange', '#d07a1f'],
  ['yellow', '#c9a415'],
  ['green', '#3f8a4c'],
  ['teal', '#2b8f8a'],
  ['cyan', '#2f93b5'],
  ['blue', '#4a78b0'],
  ['magenta', '#b3478f'],
  ['purple', '#7d5bb0'],
  ['pink', '#d0708f'],
  ['brown', '#8a6242'],
  ['gray', '#8b867c'],
  ['grey', '#8b867c'],
])

/** The colours that can be chosen, by the names that are stored. */
export const cardColors = Object.keys(boardMessages.colors) as (keyof typeof boardMessages.colors)[]

const names = new Map<string, string>(Object.entries(boardMessages.colors))

/** What a colour is called; another program may have stored one that cannot be chosen here. */
export const colorName = (color: string): string =>
  names.get(color) ?? color.charAt(0).toUpperCase() + color.slice(1)

export const colorValue = (color: string | null): string | undefined => {
  if (color === null) return undefined
  return values.get(color) ?? (/^#[\da-f]{3}(?:[\da-f]{3})?$/.test(color) ? color : undefined)
}
