import { escapeTags, numberedScenes } from '../../screenplay/answers.ts'
import { parse } from '../../screenplay/model.ts'

/** As many words make a long speech. */
const LONG_SPEECH = 60
const MAX_NOTES = 30
const LONGEST_QUOTE = 120

type Finding = { quote: string; body: string }

/** The beginning of a line, as a quote: whole words of it. */
function quoteOf(line: string): string {
  const text = line.trim()
  if (text.length <= LONGEST_QUOTE) return text
  const head = text.slice(0, LONGEST_QUOTE)
  return head.slice(0, Math.max(head.lastIndexOf(' '), 1)).toWellFormed()
}

const firstLine = (text: string) => text.split(/\r\n|[\r\n]/, 1)[0] ?? ''
const countWords = (text: string) => text.match(/\S+/g)?.length ?? 0

/** What the rules find in a scene. `names`: how often each speaker has a line in the script. */
function findingsIn(text: string, names: ReadonlyMap<string, number>): Finding[] {
  const { elements } = parse(text)
  const findings: Finding[] = []
  const written = (element: { start: number; contentEnd: number }) =>
    text.slice(element.start, element.contentEnd)
  const heading = elements.find(({ type }) => type === 'scene-heading')
  if (heading && !elements.some(({ type }) => type === 'synopsis'))
    findings.push({
      quote: quoteOf(firstLine(written(heading))),
      body: 'By rule: this scene has no synopsis. A line that begins with = below its heading says what it is for.',
    })
  if (heading && /\b(?:is|are|was|were|being)\s+\p{L}+ed\b/iu.test(firstLine(written(heading))))
    findings.push({
      quote: quoteOf(firstLine(written(heading))),
      body: 'By rule: the heading is a passive sentence. Name the place, and let somebody act below it.',
    })
  for (const element of elements) {
    const line = firstLine(written(element))
    if (element.type === 'dialogue' && countWords(written(element)) >= LONG_SPEECH)
      findings.push({
        quote: quoteOf(line),
        body: `By rule: this speech has ${countWords(written(element))} words. Could the scene have won before it ends?`,
      })
    if (element.type === 'action') {
      const seen = /\bwe (?:see|hear)\b/i.exec(written(element))
      if (seen)
        findings.push({
          quote: seen[0],
          body: 'By rule: what stands in a script is seen and heard anyway. The sentence is stronger without these words.',
        })
    }
    if (element.type === 'character' && names.get(element.text.trim()) === 1)
      findings.push({
        quote: quoteOf(line),
        body: 'By rule: this name speaks once in the whole script. Does the part have to be cast?',
      })
  }
  return findings
}

/** Notes by fixed rules, in the form that a model is asked for, and labelled as such. */
export function notesByRules(script: string, ids: readonly number[], isLast: boolean): string {
  const names = new Map<string, number>()
  for (const { type, text } of parse(script).elements)
    if (type === 'character') names.set(text.trim(), (names.get(text.trim()) ?? 0) + 1)
  const wanted = new Set(ids)
  const notes: string[] = []
  for (const { id, start, end } of numberedScenes(script)) {
    if (!wanted.has(id)) continue
    for (const { quote, body } of findingsIn(script.slice(start, end), names))
      notes.push(`<note scene="${id}" quote="${escapeTags(quote)}">${escapeTags(body)}</note>`)
  }
  const shown = notes.slice(0, MAX_NOTES)
  const summary =
    '<summary>Judged by fixed rules, not by a model, and by no structure.\nThe notes are on long speeches, scenes without a synopsis, names that speak once, "we see", and passive headings. Connect a model to have the script read.</summary>'
  return [...shown, ...(isLast ? [summary] : [])].join('\n\n')
}
