import { mentionsIn } from './answer/mentions.ts'
import { scenesOf } from './answer/scenes.ts'
import type { Screenplay } from './elements.ts'

/** The positions, from 1, of the scenes that a request names by number, by position or by location. */
export function mentionedScenes(script: Screenplay, request: string): number[] {
  const { scenes } = scenesOf(script)
  const mentions = mentionsIn(request, scenes)
  return scenes.filter(mentions.has).map(({ position }) => position)
}
