import type { ElementChoice } from '../../../../screenplay/editing.ts'

/** In the order of the menu. */
export const elementChoices: readonly { type: ElementChoice; key?: string }[] = [
  { type: 'scene-heading', key: 'Mod-Alt-1' },
  { type: 'action', key: 'Mod-Alt-2' },
  { type: 'character', key: 'Mod-Alt-3' },
  { type: 'parenthetical', key: 'Mod-Alt-4' },
  { type: 'dialogue', key: 'Mod-Alt-5' },
  { type: 'transition', key: 'Mod-Alt-6' },
  { type: 'lyrics', key: 'Mod-Alt-7' },
  { type: 'centered', key: 'Mod-Alt-8' },
  { type: 'section' },
  { type: 'synopsis' },
]
