import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { showToast } from '../../../ui/feedback/toast.ts'

/** What is wrong: said at its field if it has one, and as a notice if it has a title. */
export type Problem<Field extends string> = { message: string; title?: string; field?: Field }

type Values<Field extends string> = Record<Field, string>

type Options<Field extends string> = {
  fields: readonly Field[]
  check: (values: Values<Field>) => Problem<Field> | undefined
  send: (values: Values<Field>) => Promise<void>
  /** What a failure of the sending means to the person. */
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
}

/** A real form: checked in order, sent once at a time, and the bad field gets the focus. */
export function useCheckedForm<Field extends string>(options: Options<Field>): CheckedForm<Field> {
  const { fields, check, send, refusal } = options
  const ref = useRef<HTMLFormElement>(null)
  const isSending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem<Field>>()

  // After the field is marked as invalid, so that it is announced as such.
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
