import { defaultSetup, type PageSetup } from './setup.ts'

/**
 * Television in front of an audience: action in capitals, dialogue with an empty row above each line, to leave
 * room for changes made during rehearsals.
 */
const multiCamera: PageSetup = {
  ...defaultSetup,
  formats: {
    'scene-heading': { spaceBefore: 12, style: ['underline', 'capitals'] },
    action: { style: ['capitals'] },
    parenthetical: { leftIndent: 2.75 },
    dialogue: { leftIndent: 2.25, spacing: 2 },
    lyrics: { leftIndent: 2.25, spacing: 2, style: ['italic', 'capitals'] },
    transition: { style: ['underline', 'capitals'] },
    centered: { style: ['underline', 'capitals'] },
    'cold-opening': { startsNewPage: true },
    'new-act': { startsNewPage: true },
  },
}

export const presets = {
  screenplay: defaultSetup,
  'multi-camera': multiCamera,
  a4: { ...defaultSetup, paper: 'a4' },
} as const satisfies Record<string, PageSetup>

export type PresetName = keyof typeof presets
