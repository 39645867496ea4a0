import { escapeTags } from '../../screenplay/protocol-tags.ts'
import { asksForWholeScript } from '../../screenplay/scoped-edits.ts'
import { continueScript } from './continue-script.ts'
import { describeScript } from './describe-script.ts'
import { newScript } from './new-script.ts'
import { rewriteRange } from './rewrite-range.ts'
import { asksForRevision, reviseScript } from './revise-script.ts'
import { sceneEdits } from './scene-edits.ts'

type Asked = {
  request: string
  currentScript: string
  /** The only range that may change. */
  target?: { start: number; end: number } | null
  mode?: 'change' | 'ask'
  /** How many versions are wanted. */
  alternatives?: number | null
}

const BY = 'Script Writer demo, by fixed rules and without an AI'

const tagged = (tag: string, text: string) => `<${tag}>\n${escapeTags(text)}\n</${tag}>`

/** The demo's answer in the protocol of `screenplay/scoped-edits.ts`, always the same for the same request and script. */
export function answer({ request, currentScript, target, mode, alternatives }: Asked): string {
  const script = currentScript.toWellFormed()
  if (mode === 'ask') return `${BY}: ${describeScript(request, script)}`
  const variants = [...Array(alternatives ?? 1).keys()]
  if (target) {
    const texts = variants.map((variant) => rewriteRange(request, script, target, variant))
    return [`${BY}: rewrote the selection.`, ...texts.map((text) => tagged('text', text))].join(
      '\n\n',
    )
  }
  if (script.trim() === '' || asksForWholeScript(request, script)) {
    return variants
      .map((variant) => tagged('script', newScript(request, variant).trimEnd()))
      .join('\n\n')
  }
  const versions = variants.map((variant) => changedScript(request, script, variant))
  const edits = versions.flatMap(({ text }) => sceneEdits(script, text, variants.length > 1))
  const done = edits.length === 0 ? 'found nothing to change' : versions[0]?.done
  return [`${BY}: ${done}.`, ...edits].join('\n\n')
}

function changedScript(request: string, script: string, variant: number) {
  const text = script.replace(/\r\n?/g, '\n')
  const revised = asksForRevision(request) ? reviseScript(request, text, variant) : undefined
  return revised ?? continueScript(request, text, variant)
}

/** Continues an answer that was cut off, or adds more scenes if the demo did not write it. */
export function restOf(begun: string, request: string, currentScript: string): string {
  const whole = currentScript.trim() === '' ? newScript(request) : ''
  if (whole.startsWith(begun) && whole.length > begun.length) return whole.slice(begun.length)
  return continueScript(request, begun.replace(/\r\n?/g, '\n')).text
}
