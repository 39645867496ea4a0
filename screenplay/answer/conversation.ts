import type { Screenplay } from '../elements.ts'

const BEGINNING = 400

const cannot =
  "(?:can(?:no|['’])?t|cannot|could ?n['’]t|won['’]t|will not|must decline|have to decline|(?:am|['’]m) (?:not able|unable|not comfortable|not allowed))"

const refusals = [
  new RegExp(
    `^(?:(?:i['’]m |i am |we['’]re )?(?:very |so )?sorry|i apologi[sz]e|apologies|unfortunately)\\b.*\\b${cannot}`,
    'isu',
  ),
  new RegExp(`^(?:i|we)(?: ${cannot}|['’]m (?:not able|unable|not comfortable))\\b`, 'isu'),
  /^(?:i|we) (?:must|have to) (?:decline|refuse)\b/iu,
  /^as an? (?:ai|language model|assistant)\b/iu,
  /^(?:this|your|that) (?:request|prompt|content) (?:violates|goes against|is not (?:allowed|something))/iu,
  /^(?:es tut mir leid|tut mir leid|leider (?:kann|darf)|ich (?:kann|darf) (?:das|dir|ihnen|dabei|diese)|lo siento|no puedo|je suis désolée?|désolée?|je ne peux|mi dispiace|non posso|desculpe|não posso|извините|к сожалению|я не могу|申し訳|抱歉|对不起)/iu,
]

/** Only for an answer that is not a screenplay: characters apologise too. */
export const isRefusal = (text: string): boolean => {
  const beginning = text.trim().slice(0, BEGINNING)
  return refusals.some((pattern) => pattern.test(beginning))
}

/** A scene, or people who talk to each other. A single cue may be a shouted word: "OK\nI see." */
export function isScreenplay({ elements }: Screenplay): boolean {
  const count = (type: string) => elements.filter((element) => element.type === type).length
  if (count('scene-heading') > 0) return true
  const cues = count('character')
  return cues > 1 || (cues > 0 && count('transition') > 0)
}
