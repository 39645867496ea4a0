import { continueScript } from './continue-script.ts'
import { newScript } from './new-script.ts'
import { asksForRevision, reviseScript } from './revise-script.ts'

const START_OVER =
  /\b(?:new|another|different) (?:script|screenplay|story)\b|\bstart(?:ing)? (?:over|again|afresh|from scratch)\b|\bfrom scratch\b|\bforget (?:it|this|that|the|everything)\b/i

/** The demo's answer, always the same for the same request and script. */
export function compose(request: string, currentScript: string): string {
  const script = currentScript.toWellFormed().replace(/\r\n?/g, '\n')
  if (script.trim() === '' || START_OVER.test(request.slice(0, 5000))) return newScript(request)
  const revised = asksForRevision(request) ? reviseScript(request, script) : undefined
  return revised ?? continueScript(request, script)
}

/** What follows an answer that was cut off: the rest of it, or more scenes if it is not the demo's. */
export function restOf(answer: string, request: string, currentScript: string): string {
  const whole = compose(request, currentScript)
  if (whole.startsWith(answer) && whole.length > answer.length) return whole.slice(answer.length)
  return continueScript(request, answer)
}
