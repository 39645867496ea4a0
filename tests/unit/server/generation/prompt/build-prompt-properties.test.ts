import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { unescapeTags } from '../../../../../screenplay/answers.ts'
import { WritingFailure } from '../../../../../server/ai/writer.ts'
import {
  buildPrompt,
  type PromptInput,
} from '../../../../../server/generation/prompt/build-prompt.ts'
import { SYSTEM_PROMPT } from '../../../../../server/generation/prompt/system-prompt.ts'
import { tokensOf } from '../../../../../server/generation/prompt/tokens.ts'
import { forAny } from '../../../../support/any-input.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom('</request>', '<', '\\', '/', 'request', 'scene', '>', '\n', 'INT. A', '🎬'),
      { maxLength: 60 },
    )
    .map((words) => words.join('')),
)

const anyScene = fc.record({
  place: fc.constantFrom('KITCHEN', 'PIER', 'ROOF', '台所'),
  text: fc.oneof(
    anyText,
    fc.nat(400).map((count) => 'MIRA\nYou came back.\n\n'.repeat(count)),
    fc.nat(400).map((count) => '雨が窓を叩いている。'.repeat(count)),
  ),
})

const anyScript = fc.oneof(
  anyText,
  fc
    .array(anyScene, { maxLength: 60 })
    .map((scenes) =>
      scenes.map(({ place, text }) => `INT. ${place} - DAY\n\n${text}\n\n`).join(''),
    ),
)

/** The offset, or the previous one if it is inside a surrogate pair. */
const wholeCharacters = (text: string, offset: number) =>
  /[\udc00-\udfff]/.test(text.charAt(offset)) ? offset - 1 : Math.min(offset, text.length)

const anything = fc
  .record({
    request: fc.oneof(
      anyText,
      fc.constantFrom('Rewrite scene 3 and scene 7.', 'Sharper in the kitchen', '台所'),
      fc.nat(3000).map((count) => 'Go on! '.repeat(count)),
    ),
    currentScript: anyScript,
    range: fc.option(
      fc.tuple(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 0.1, noNaN: true }),
      ),
    ),
    continued: fc.option(anyText),
    repair: fc.option(fc.record({ answer: anyText, explanation: anyText })),
    mode: fc.constantFrom('change' as const, 'ask' as const),
    alternatives: fc.option(fc.integer({ min: 2, max: 5 })),
    conversation: fc.array(
      fc.record({ type: fc.constantFrom('user' as const, 'ai' as const), content: anyText }),
      { maxLength: 20 },
    ),
    examples: fc.array(fc.record({ id: fc.uuid(), content: anyText }), { maxLength: 10 }),
  })
  .map(({ range, ...input }) => {
    const { length } = input.currentScript
    const start = wholeCharacters(input.currentScript, Math.floor((range?.[0] ?? 0) * length))
    const end = wholeCharacters(input.currentScript, start + Math.floor((range?.[1] ?? 0) * length))
    return Object.assign(input, { target: range ? { start, end } : null })
  })

const anyBudget = fc.integer({ min: 2000, max: 20_000 })

/** Undefined if the target alone may be too long; its tokens count twice to make room for escaping. */
function builtOrRefused(input: PromptInput, tokens: number) {
  const { target, currentScript } = input
  const targeted = currentScript.slice(target?.start ?? 0, target?.end ?? 0)
  try {
    return buildPrompt(input, tokens)
  } catch (error) {
    const mayRefuse = tokensOf(targeted) * 2 + 1500 > tokens * 0.5
    if (error instanceof WritingFailure && error.code === 'target_too_long' && mayRefuse) {
      return undefined
    }
    throw error
  }
}

test(
  'any input: within the budget, alternating, well-formed, with the request last',
  forAny('prompt-building', anything, anyBudget, (input, budget) => {
    const built = builtOrRefused(input, budget)
    if (!built) return
    const { prompt, tokens } = built
    const { system, context = [], messages } = prompt
    expect(tokens).toBeLessThanOrEqual(budget)
    const text = [system, ...context, ...messages.map(({ content }) => content)].join('\n\n')
    expect(tokensOf(text)).toBeLessThanOrEqual(tokens)
    expect(text.isWellFormed()).toBe(true)
    expect(system).toBe(SYSTEM_PROMPT)
    expect(messages.map(({ role }) => role)).toEqual(
      messages.map((_, index) => (index % 2 === 0 ? 'user' : 'assistant')),
    )
    expect(messages.length % 2).toBe(1)
    const requests = messages.filter(
      ({ role, content }) => role === 'user' && content.includes('\n</request>\n\n'),
    )
    expect(requests).toHaveLength(1)
    // What the writer is told adds up to what was sent.
    const told = built.context.parts.reduce((all, part) => all + part.tokens, 0)
    expect(built.context.tokens).toBe(tokens)
    expect(Math.abs(told - tokens)).toBeLessThanOrEqual(tokens * 0.05)
    for (const { count, of } of built.context.parts) expect(count).toBeLessThanOrEqual(of)
  }),
)

test(
  'any input: scenes that are said to be whole are, and the target is whole and marked',
  forAny('prompt-building', anything, anyBudget, (input, budget) => {
    const built = builtOrRefused(input, budget)
    if (!built) return
    const { currentScript, target } = input
    const scenes = built.prompt.context?.find((part) => part.includes('<scene id="')) ?? ''
    const shown = [...scenes.matchAll(/<scene id="(\d+)">\n([\s\S]*?)\n<\/scene>/g)]
    const texts = shown.map(([, , text = '']) =>
      unescapeTags(text.replace('<target>', '').replace('</target>', '')),
    )
    const ids = shown.map(([, id]) => Number(id))
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    for (const id of built.wholeScenes) {
      const text = texts[ids.indexOf(id)] ?? 'missing'
      expect(currentScript.toWellFormed()).toContain(text)
    }
    if (target === null || currentScript.trim() === '') return
    const marked = [...scenes.matchAll(/<target>([\s\S]*?)<\/target>/g)]
    const words = (text: string) => text.replaceAll(/\s+/g, '')
    expect(words(marked.map(([, text = '']) => unescapeTags(text)).join(''))).toBe(
      words(currentScript.slice(target.start, target.end).toWellFormed()),
    )
  }),
)

test(
  'any input: no block is closed early, and the reported examples are those sent',
  forAny('prompt-building', anything, anyBudget, (input, budget) => {
    const built = builtOrRefused(input, budget)
    if (!built) return
    const context = built.prompt.context?.join('\n\n') ?? ''
    expect(context.split('</example>')).toHaveLength(built.usedExamples.length + 1)
    expect(context.split('<scene id="').length).toBe(context.split('</scene>').length)
    let from = 0
    for (const id of built.usedExamples) {
      const content = input.examples.find((example) => example.id === id)?.content ?? ''
      const block = context.slice(
        context.indexOf('<example>\n', from),
        context.indexOf('</example>', from),
      )
      expect(unescapeTags(block)).toBe(`<example>\n${content.trim().toWellFormed()}\n`)
      from = context.indexOf('</example>', from) + 1
    }
  }),
)
