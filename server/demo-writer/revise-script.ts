import { seededRandom, hashOf } from './random.ts'
import { withoutEnding } from './endings.ts'
import { outlineOf } from './outline.ts'
import { characterRemoval, sceneRemoval, shortening } from './revisions/cutting.ts'
import { renaming } from './revisions/renaming.ts'
import type { Changed, Revision } from './revisions/revision.ts'
import { moving, timing } from './revisions/settings.ts'
import { colouring, replaying, retitling } from './revisions/writing.ts'

const POLITELY =
  "(?:^|[.!?;\\n]\\s*)(?:(?:please|now|then|ok|okay|great|good|nice|and|but|also|just|hm+)[,.!]?\\s+)*(?:(?:can|could|would|will) you\\s+(?:please\\s+)?|i(?:'d| would)? (?:want|like) (?:you )?to\\s+|let's\\s+)?"
const ORDER =
  '(?:rewrite|revise|rename|replace|shorten|trim|condense|tighten|remove|delete|improve|polish|fix|edit|rework|redo|retitle|swap|relocate|translate|change|cut (?!to\\b)|drop|take out|get rid of|call (?:it|the)|(?:make|turn|set|move|put|keep|have) (?:it|this|that|everything|all|(?:the|this|every|each|scene|first|last) ?\\w*)\\b|less\\b|more\\b|funnier|darker|shorter)'
const REVISION = new RegExp(`${POLITELY}${ORDER}`, 'i')

/** Whether the request asks for a change, rather than telling what happens next. */
export const asksForRevision = (request: string): boolean => REVISION.test(request.slice(0, 5000))

const revisions: Revision[] = [
  retitling,
  renaming,
  sceneRemoval,
  characterRemoval,
  moving,
  timing,
  shortening,
  colouring,
]

/** The whole script with the requested changes; undefined if none was understood. */
export function reviseScript(request: string, script: string, variant = 0): Changed | undefined {
  const random = seededRandom(hashOf(`${request}\n${script}`) + variant)
  const { body, hadEnding } = withoutEnding(script)
  const done: string[] = []
  let outline = outlineOf(body)
  const apply = (revise: Revision) => {
    const revised = revise({ request, random, outline })
    if (revised === undefined) return
    outline = outlineOf(revised.lines.join('\n'))
    done.push(revised.done)
  }
  revisions.forEach(apply)
  // Other variants have to differ even if the request leaves no choice.
  if (done.length === 0 || variant > 0) apply(replaying)
  if (done.length === 0) return undefined
  const text = outline.lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  const ending = hadEnding ? '\n\n> FADE OUT.' : ''
  return { text: `${text}${ending}\n`, done: done.join('; ') }
}
