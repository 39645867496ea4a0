import type { Screenplay } from './elements.ts'

/** A note in the text, `[[...]]`: the range with its brackets, and what it says. */
type TextNote = { start: number; end: number; text: string }

const notePattern = /\[\[(?:(?!\[\[).)*?\]\]/gs
const boneyardPattern = /\/\*(?:(?!\/\*).)*?\*\//gs

/** For programs: Beat's colour of a scene, the mark of an idea, and the number of a locked page. */
export const isForPrograms = (text: string): boolean => /^\s*(?:color\b|===|idea\s*$)/i.test(text)

/** The notes that somebody wrote into the script, in order. */
export function textNotes({ source, elements, titlePage }: Screenplay): TextNote[] {
  const notes: TextNote[] = []
  if (!source.includes('[[')) return notes
  for (const { start, contentEnd, ...element } of [...titlePage, ...elements]) {
    if ('type' in element && element.type === 'boneyard') continue
    const written = source.slice(start, contentEnd)
    if (!written.includes('[[')) continue
    const shown = written.replace(boneyardPattern, (omitted) => ' '.repeat(omitted.length))
    for (const { index, 0: note } of shown.matchAll(notePattern)) {
      const text = note.slice(2, -2).trim()
      if (text !== '' && !isForPrograms(text))
        notes.push({ start: start + index, end: start + index + note.length, text })
    }
  }
  return notes
}
