import { escapeTags, numberedScenes } from '../../screenplay/answers.ts'
import { characterNames } from '../../screenplay/editing.ts'
import { parse } from '../../screenplay/model.ts'

const MAX_ENTRIES = 15

/** The sentence of a line that contains a position. */
function sentenceAt(line: string, at: number): string {
  const before = line.slice(0, at).search(/[^.!?]*$/)
  const rest = line.slice(at).search(/[.!?](?:\s|$)/)
  return line.slice(before, rest === -1 ? line.length : at + rest + 1).trim()
}

/**
 * Entries of a bible by a rule, in the form that a model is asked for: who speaks in these scenes and is introduced in
 * them, with the sentence that has the name in capitals.
 */
export function bibleByRules(script: string, ids: readonly number[]): string {
  const scenes = numberedScenes(script).filter(({ id }) => ids.includes(id))
  const entries: string[] = []
  const seen = new Set<string>()
  for (const { id, start, end } of scenes) {
    const text = script.slice(start, end)
    const screenplay = parse(text)
    const names = characterNames(screenplay).map((name) => name.toUpperCase())
    const action = screenplay.elements.filter(({ type }) => type === 'action')
    for (const name of names) {
      if (seen.has(name)) continue
      const lines = action.flatMap((element) =>
        text.slice(element.start, element.contentEnd).split(/\r\n|[\r\n]/),
      )
      const line = lines.find((each) => each.includes(name))
      if (line === undefined) continue
      seen.add(name)
      const quote = escapeTags(sentenceAt(line, line.indexOf(name)))
      entries.push(
        `<entry kind="character" name="${escapeTags(name).replaceAll('"', "'")}">\n${quote}\n<quote scene="${id}">${quote}</quote>\n</entry>`,
      )
    }
  }
  return entries.length === 0 ? 'none' : entries.slice(0, MAX_ENTRIES).join('\n\n')
}
