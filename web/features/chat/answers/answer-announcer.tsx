import { useMemo, useState } from 'react'
import { printedElements, plainText, parse } from '../../../../screenplay/model.ts'
import { messages as words } from '../../../messages.ts'
import { failureOf, isAnswer, type Message } from '../api/messages.ts'
import type { Generation } from '../generation/generation.ts'
import { storedParts } from './answer-parts.ts'
import { plainProse } from './prose.tsx'

const plainScript = (text: string): string =>
  printedElements(parse(text))
    .map((element) => plainText(element.text).trim())
    .filter((line) => line !== '')
    .join('\n')

/** What the chat shows of an answer, without any markup. */
const spokenAnswer = (message: Message): string =>
  storedParts(message)
    .map((part) => {
      if (part.kind === 'edit') return words.edits.line(part.edit)
      return part.kind === 'prose' ? plainProse(part.text) : plainScript(part.text)
    })
    .join('\n\n')

type AnswerAnnouncerProps = { generation: Generation | undefined; messages: readonly Message[] }

/** Tells screen readers the answer that was written here, once and as a whole, or why there is none. */
export function AnswerAnnouncer({ generation, messages }: AnswerAnnouncerProps) {
  const jobId = generation?.jobId
  const [awaited, setAwaited] = useState(jobId)
  if (jobId !== undefined && jobId !== awaited) setAwaited(jobId)
  const told = messages.filter(({ job_id }) => awaited !== undefined && job_id === awaited)
  const answer = told.find(isAnswer)
  const failure = told.map(failureOf).find((reason) => reason !== undefined)
  const spoken = useMemo(() => answer && spokenAnswer(answer), [answer])
  return (
    <div aria-live="polite" className="sr-only">
      {spoken ?? (failure !== undefined && `${words.generation.failed}. ${failure}`)}
    </div>
  )
}
