import { useEffect, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { messages } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { SpinnerIcon } from '../../ui/spinner.tsx'
import { checkReady } from './api/check-ready.ts'

type Answer = 'ready' | 'notReady'

export function ServerStatus() {
  const [answer, setAnswer] = useState<Answer>()
  const [asking, setAsking] = useState(true)

  useEffect(() => {
    if (!asking) return undefined
    const leaving = new AbortController()
    async function ask(): Promise<void> {
      const ready = await checkReady(leaving.signal)
      if (leaving.signal.aborted) return
      setAnswer(ready ? 'ready' : 'notReady')
      setAsking(false)
    }
    void ask()
    return () => leaving.abort()
  }, [asking])

  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-3 text-md text-ink-2 touch:min-h-11">
      <output className="flex items-center gap-2.5">
        {answer ? <Dot answer={answer} /> : <SpinnerIcon className="size-4" />}
        {messages.status[answer ?? 'checking']}
      </output>
      {answer === 'notReady' && (
        <Button size="sm" busy={asking} onClick={() => setAsking(true)}>
          {messages.status.retry}
        </Button>
      )}
    </div>
  )
}

function Dot({ answer }: { answer: Answer }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'mx-1 size-2 shrink-0 rounded-full',
        answer === 'ready' ? 'bg-good' : 'bg-warn',
      )}
    />
  )
}
