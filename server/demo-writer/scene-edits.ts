import { escapeTags } from '../../screenplay/protocol-tags.ts'
import { type NumberedScene, numberedScenes } from '../../screenplay/scoped-edits.ts'

type Text = { id: number; text: string }

const textsOf = (script: string): Text[] =>
  numberedScenes(script).map(({ id, start, end }: NumberedScene) => ({
    id,
    text: script.slice(start, end).trim(),
  }))

/** Compares texts without regard to white space. */
const isSame = (one: string, other: string) => words(one) === words(other)
const words = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The edits that turn one script into another, as protocol tags: changed, new and deleted scenes. */
export function sceneEdits(before: string, after: string, asOne: boolean): string[] {
  const old = textsOf(before)
  const now = textsOf(after)
  const [oldScenes, newScenes] = [old, now].map((all) => all.filter(({ id }) => id > 0)) as [
    Text[],
    Text[],
  ]
  const opening = now.find(({ id }) => id === 0)
  const edits: string[] = []
  if (opening && !isSame(opening.text, old.find(({ id }) => id === 0)?.text ?? '')) {
    edits.push(replacement(0, opening.text))
  }
  const gone = goneScenes(oldScenes, newScenes)
  for (const { id } of gone) edits.push(`<scene id="${id}" delete="true"/>`)
  const kept = oldScenes.filter((scene) => !gone.includes(scene))
  for (const [at, { id, text }] of kept.entries()) {
    const changed = newScenes[at]?.text ?? text
    if (!isSame(text, changed)) edits.push(replacement(id, changed))
  }
  const added = newScenes.slice(kept.length).map(({ text }) => text)
  const last = oldScenes.at(-1)?.id ?? 0
  const texts = asOne && added.length > 0 ? [added.join('\n\n')] : added
  return [
    ...edits,
    ...texts.map((text) => `<scene after="${last}">\n${escapeTags(text)}\n</scene>`),
  ]
}

const replacement = (id: number, text: string): string =>
  `<scene id="${id}">\n${escapeTags(text)}\n</scene>`

/** The demo removes one scene at a time: finds the one whose removal leaves the most others the same. */
function goneScenes(old: readonly Text[], now: readonly Text[]): Text[] {
  if (now.length >= old.length) return []
  const count = old.length - now.length
  const sameWithout = (from: number) =>
    now.filter(({ text }, at) => isSame(text, old[at < from ? at : at + count]?.text ?? '')).length
  let best = 0
  for (let from = 1; from <= now.length; from += 1) {
    if (sameWithout(from) > sameWithout(best)) best = from
  }
  return old.slice(best, best + count)
}
