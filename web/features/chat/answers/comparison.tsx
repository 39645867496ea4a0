import { useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import { messages as words } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { comparedJobsQuery } from '../api/generation.ts'
import { comparedAnswers, type Message } from '../api/messages.ts'
import { useModels } from '../api/models.ts'
import { Branches } from '../branches.tsx'
import type { Generation } from '../generation/generation.ts'
import { Answer } from './answer.tsx'

const { chat, generation: outcomes } = words

/** An answer of two, as far as it is known. */
type Side = {
  key: string
  label: string
  message: Message | undefined
  /** What writes it. */
  generation: Generation | undefined
  failure: string | undefined
}

/** The names of the two models that are being asked here. */
function useAskedLabels(generation: Generation | undefined): [string, string] {
  const { data: models = [] } = useModels()
  const { model, second } = generation?.request ?? {}
  const labelOf = (id: string | undefined) =>
    models.find((one) => (id === undefined ? one.is_chosen : one.id === id))?.label ?? ''
  return [labelOf(model), second === undefined ? '' : labelOf(second)]
}

function useSides(
  compared: string | undefined,
  generation: Generation | undefined,
  answers: readonly Message[],
): Side[] {
  const labels = useAskedLabels(generation)
  const { data: jobs = [] } = useQuery({
    ...comparedJobsQuery(compared ?? ''),
    enabled: compared !== undefined,
  })
  const growing = [generation, generation?.second]
  const ids = jobs.length > 0 ? jobs.map(({ id }) => id) : growing.map((one) => one?.jobId)
  return ids.map((id, at) => {
    const job = jobs[at]
    const message = answers.find(({ job_id }) => job_id !== null && job_id === id)
    return {
      // The same before and after the request was accepted.
      key: String(at),
      label: job?.model_label ?? labels[at] ?? '',
      message,
      generation: message
        ? undefined
        : id === undefined
          ? generation
          : growing.find((one) => one?.jobId === id),
      failure: job?.status === 'failed' ? (job.error ?? '') : undefined,
    }
  })
}

type ComparisonProps = {
  prompt: Message
  /** Those that are shown. */
  messages: readonly Message[]
  /** The first job of the two; undefined until it is known. */
  compared: string | undefined
  /** What writes the answers. */
  generation: Generation | undefined
  title: string
}

/** The answers of two models to one prompt, side by side where there is room, until the writer uses one. */
export function Comparison(props: ComparisonProps) {
  const { prompt, messages, compared, generation, title } = props
  const branches = use(Branches)
  const [using, setUsing] = useState<string>()
  const answers = comparedAnswers(compared, [...messages, ...(branches?.all ?? [])])
  const sides = useSides(compared, generation, answers)

  function choose(answer: Message, button: HTMLElement): void {
    setUsing(answer.id)
    // The button goes, and the answer that is used has the focus.
    button.closest<HTMLElement>('[role="log"]')?.focus({ preventScroll: true })
    void branches?.use(answer, prompt).finally(() => setUsing(undefined))
  }
  return (
    <section
      aria-label={chat.answers}
      data-comparison=""
      className="mx-[calc((100%_-_var(--width))/2)] w-(--width) [--width:max(100%,min(72rem,100cqw_-_3rem))]"
    >
      <div className="@container">
        <ul className="grid items-start gap-4 @2xl:grid-cols-2">
          {sides.map(({ key, label, message, generation: writing, failure }) => (
            <li key={key} className="min-w-0">
              {failure !== undefined && !message ? (
                <article
                  aria-label={chat.answerFrom(label)}
                  className="rounded-md border border-line bg-sheet shadow-sheet"
                >
                  <ModelName label={label} />
                  <FailureNote className="px-4 py-3 sm:px-5">
                    <strong className="font-semibold">{outcomes.failed}</strong> {failure}
                  </FailureNote>
                </article>
              ) : (
                <Answer
                  message={message}
                  generation={writing}
                  title={title}
                  comparison={{
                    label,
                    name: <ModelName label={label} />,
                    choice: message && message.withheld !== 'stopped' && (
                      <Button
                        size="sm"
                        variant="primary"
                        aria-label={`${chat.choose}: ${label}`}
                        disabled={using !== undefined}
                        busy={using === message.id}
                        onClick={({ currentTarget }) => choose(message, currentTarget)}
                      >
                        {chat.choose}
                      </Button>
                    ),
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      </div>
      <p className="mt-2.5 text-center text-sm text-ink-2">{chat.notChosen}</p>
    </section>
  )
}

const ModelName = ({ label }: { label: string }) => (
  <h3 className="border-b border-line px-4 py-2 text-sm font-semibold wrap-anywhere sm:px-5">
    {label}
  </h3>
)
