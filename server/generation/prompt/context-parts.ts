import type { PromptContext } from '../../../contract/generation.ts'

export type ContextPart = PromptContext['parts'][number]

export const contextPart = (
  kind: ContextPart['kind'],
  tokens: number,
  count: number,
  of = count,
): ContextPart => ({ kind, tokens: Math.round(tokens), count, of })

/** What a prompt consists of, without what there is none of. */
export const contextOf = (tokens: number, parts: readonly ContextPart[]): PromptContext => ({
  tokens,
  parts: parts.filter(({ of }) => of > 0),
})
