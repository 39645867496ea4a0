import { useQuery } from '@tanstack/react-query'
import type { PromptContext } from '../../../../contract/generation.ts'
import { errorText } from '../../../error-text.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { dataOf } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { messages } from '../../../messages.ts'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { SpinnerIcon } from '../../../ui/feedback/spinner.tsx'
import { Dialog, DialogContent } from '../../../ui/overlay/dialog.tsx'
import { chatKeys } from '../api/chat-keys.ts'

const { chat } = messages

type Given = { context: PromptContext | null; counted: number | null }

const useGiven = (jobId: string) =>
  useQuery({
    queryKey: chatKeys.given(jobId),
    queryFn: async ({ signal }): Promise<Given> => {
      const rows = await dataOf(
        supabase()
          .from('generation_jobs')
          .select('context, input_tokens')
          .eq('id', jobId)
          .abortSignal(signal),
      )
      const [job] = rows
      return {
        context: (job?.context ?? null) as PromptContext | null,
        counted: job?.input_tokens ?? null,
      }
    },
    ...listRetry,
    // A job that has ended does not change.
    staleTime: Number.POSITIVE_INFINITY,
  })

type GivenDialogProps = {
  jobId: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** What the model was given for an answer, by its tokens, and what did not fit. */
export function GivenDialog({ jobId, isOpen, onOpenChange }: GivenDialogProps) {
  const { data, error } = useGiven(jobId)
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent title={chat.given} closeLabel={messages.common.close}>
        <div className="mt-4 text-md">
          {error ? (
            <div role="alert">
              <FailureNote>{errorText(error, chat.givenFailed)}</FailureNote>
            </div>
          ) : !data ? (
            <output className="flex items-center gap-2 text-ink-2">
              <SpinnerIcon className="size-5 text-accent" />
              {chat.loading}
            </output>
          ) : data.context ? (
            <GivenParts context={data.context} counted={data.counted} />
          ) : (
            <p className="text-ink-2">{chat.givenUnknown}</p>
          )}
        </div>
      </DialogContent>
    </Dialog>
  )
}

/** 3, 4, 5 and 9 as 3–5, 9. */
function ranges(numbers: readonly number[]): string {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && last[1] + 1 === number) last[1] = number
    else runs.push([number, number])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
}

const cell = 'border-t border-line py-2 align-top'

function GivenParts({ context, counted }: { context: PromptContext; counted: number | null }) {
  const sum = context.parts.reduce((all, { tokens }) => all + tokens, 0)
  const missing = context.parts.flatMap(({ kind, count, of }) => {
    const sentence = chat.givenMissing[kind]
    return of > count && sentence ? [sentence(of - count)] : []
  })
  return (
    <>
      <table className="w-full border-collapse">
        <thead className="text-left text-sm text-ink-2">
          <tr>
            <th scope="col" className="pb-1.5 font-normal">
              {chat.givenPart}
            </th>
            <th scope="col" className="pb-1.5 text-right font-normal">
              {chat.givenTokens}
            </th>
          </tr>
        </thead>
        <tbody>
          {context.parts.map(({ kind, tokens, count, of, scenes = [], names = [], files = [] }) => (
            <tr key={kind}>
              <th scope="row" className={`${cell} pr-4 text-left font-normal wrap-anywhere`}>
                {chat.givenParts[kind]}
                {of > 1 && kind !== 'outline' && ` (${chat.place(count, of)})`}
                {names.length > 0 && (
                  <span className="block text-sm text-ink-2">{names.join(', ')}</span>
                )}
                {files.map((file, at) => (
                  // Two files may have the same name.
                  // oxlint-disable-next-line react/no-array-index-key
                  <span key={at} dir="auto" className="block text-sm text-ink-2">
                    {chat.givenFile(file.name, file.count, file.of)}
                  </span>
                ))}
                {scenes.length > 0 && (
                  <span className="block text-sm text-ink-2">
                    {chat.givenScenes(ranges(scenes))}
                  </span>
                )}
              </th>
              <td className={`${cell} text-right tabular-nums`}>{tokens.toLocaleString()}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="font-semibold">
          <tr>
            <th scope="row" className={`${cell} text-left`}>
              {chat.givenSum}
            </th>
            <td className={`${cell} text-right tabular-nums`}>{sum.toLocaleString()}</td>
          </tr>
        </tfoot>
      </table>
      <p className="mt-3 text-sm text-ink-2">
        {chat.givenEstimate} {counted !== null && chat.givenCounted(counted)}
      </p>
      {missing.length > 0 && (
        <>
          <h3 className="mt-5 font-semibold">{chat.givenUnread}</h3>
          <ul className="mt-1.5 list-disc pl-5">
            {missing.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
