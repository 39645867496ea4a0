import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { SpinnerIcon } from '../../../ui/feedback/spinner.tsx'

type PartLoadingProps = { label: string; failure: string | null; onRetry: () => void }

/** In place of a part whose code is loading or could not be loaded. */
export function PartLoading({ label, failure, onRetry }: PartLoadingProps) {
  return (
    <output className="m-auto flex flex-col items-center gap-3 text-md text-ink-2">
      {failure === null ? (
        <>
          <SpinnerIcon className="size-6 text-accent" />
          {label}
        </>
      ) : (
        <>
          {failure}
          <Button onClick={onRetry}>{messages.common.retry}</Button>
        </>
      )}
    </output>
  )
}
