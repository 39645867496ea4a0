import { reasonOf } from '../../../error-text.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { EXAMPLE_UNCHANGED, type Example, useChangeExample } from '../api/examples.ts'

const words = messages.examples

export const whyUnchanged = (error: unknown): string =>
  error instanceof RequestError && error.code === EXAMPLE_UNCHANGED
    ? words.notChanged
    : reasonOf(error)

const sentenceOf = (error: unknown) => words.changeFailed(whyUnchanged(error))

type ExampleActionsProps = {
  example: Example
  /** The id of the element that identifies the example. */
  describedBy: string | undefined
  onDelete: (example: Example) => void
}

export function ExampleActions({ example, describedBy, onDelete }: ExampleActionsProps) {
  const { mutate, isPending, error } = useChangeExample()
  const toggle = () => mutate({ id: example.id, disabled: !example.disabled })

  return (
    <>
      <Button size="sm" busy={isPending} aria-describedby={describedBy} onClick={toggle}>
        {example.disabled ? words.enable : words.disable}
      </Button>
      <Button size="sm" aria-describedby={describedBy} onClick={() => onDelete(example)}>
        {words.remove}
      </Button>
      <div role="alert" className="w-full empty:hidden">
        {error && <FailureNote>{sentenceOf(error)}</FailureNote>}
      </div>
    </>
  )
}
