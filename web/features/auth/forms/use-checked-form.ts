import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { errorText } from '../../../error-text.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { showToast } from '../../../ui/feedback/toast.ts'

/** Shown at its field, or else at the end of the form; also as a toast if it has a title. */
export type Problem<Field extends string> = { message: string; title?: string; field?: Field }

type Values<Field extends string> = Record<Field, string>

type Options<Field extends string> = {
  fields: readonly Field[]
  check: (values: Values<Field>) => Problem<Field> | undefined
  send: (values: Values<Field>) => Promise<void>
  /** Turns an error thrown by `send` into a problem. */
  refusal: (error: unknown) => Problem<Field>
}

type CheckedForm<Field extends string> = {
  formProps: {
    ref: RefObject<HTMLFormElement | null>
    noValidate: true
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
  }
  busy: boolean
  errorOf: (field: Field) => string | undefined
  /** The problem of the whole form. */
  failure: string | undefined
}

/** Checks the values, sends them once at a time, and focuses the invalid field. */
export function useCheckedForm<Field extends string>(options: Options<Field>): CheckedForm<Field> {
  const { fields, check, send, refusal } = options
  const ref = useRef<HTMLFormElement>(null)
  const isSending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem<Field>>()

  // In an effect, so that the field is already marked as invalid when it is announced.
  useEffect(() => {
    if (!problem?.field) return
    const control = ref.current?.elements.namedItem(problem.field)
    if (control instanceof HTMLElement) control.focus()
  }, [problem])

  function report(found: Problem<Field> | undefined): void {
    setProblem(found)
    if (found?.title) showToast({ title: found.title, message: found.message, kind: 'error' })
  }

  async function submit(values: Values<Field>): Promise<void> {
    isSending.current = true
    setBusy(true)
    try {
      await send(values)
      report(undefined)
    } catch (error) {
      report(refusal(error))
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (isSending.current) return
    const values = valuesOf(event.currentTarget, fields)
    const found = check(values)
    if (found) report(found)
    else void submit(values)
  }

  return {
    formProps: { ref, noValidate: true, onSubmit },
    busy,
    errorOf: (field) => (problem?.field === field ? problem.message : undefined),
    failure: problem && !problem.field ? problem.message : undefined,
  }
}

/** A failed request as a problem, shown at the field that its error code is about. */
export function requestProblem<Field extends string>(
  error: unknown,
  words: { failedTitle: string; failed: string },
  fieldByCode: Partial<Record<string, Field>>,
): Problem<Field> {
  const field = error instanceof RequestError ? fieldByCode[error.code] : undefined
  return {
    title: words.failedTitle,
    message: errorText(error, words.failed),
    ...(field && { field }),
  }
}

function valuesOf<Field extends string>(
  form: HTMLFormElement,
  fields: readonly Field[],
): Values<Field> {
  const data = new FormData(form)
  const entries = fields.map((field) => {
    const value = data.get(field)
    return [field, typeof value === 'string' ? value : '']
  })
  return Object.fromEntries(entries) as Values<Field>
}
