import type { FormattedType } from '../page-setup/formats.ts'

/** Final Draft's names; centered text has none. */
export const elementNames: Readonly<Record<Exclude<FormattedType, 'centered'>, string>> = {
  'scene-heading': 'Scene Heading',
  action: 'Action',
  character: 'Character',
  parenthetical: 'Parenthetical',
  dialogue: 'Dialogue',
  lyrics: 'Lyric',
  transition: 'Transition',
  shot: 'Shot',
  general: 'General',
  'cold-opening': 'Cold Opening',
  'new-act': 'New Act',
  'end-of-act': 'End of Act',
}

/** Versions and templates differ in their capitals: End of Act, End Of Act. */
const typesByName = new Map<string, FormattedType>([
  ...Object.entries(elementNames).map(([type, name]): [string, FormattedType] => [
    name.toLowerCase(),
    type as FormattedType,
  ]),
  ['lyrics', 'lyrics'],
  ['singing', 'lyrics'],
])

export const formattedTypeOf = (name: string | undefined): FormattedType | undefined =>
  typesByName.get(name?.trim().toLowerCase() ?? '')
