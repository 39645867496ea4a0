import { useQuery } from '@tanstack/react-query'
import { messages } from '../../../../messages.ts'
import { usageMessages } from '../../../../messages/admin-usage.ts'
import { Dialog, FormActions, DialogContent } from '../../../../ui/overlay/dialog.tsx'
import { type ModelPrices, pricesQuery, useSetPrices } from '../../api/prices.ts'
import { CardState } from '../../card-note.tsx'
import { monthLabel } from '../../number-text.ts'
import { type FormEvent, useId, useState } from 'react'
import { adminMessages as admin } from '../../../../messages/admin.ts'
import { FailureNote } from '../../../../ui/feedback/failure-note.tsx'
import { showToast } from '../../../../ui/feedback/toast.ts'
import { Field } from '../../../../ui/form/field.tsx'
import { Input } from '../../../../ui/form/input.tsx'
import { useFocusInvalid } from '../../../../ui/form/focus-on-mount.ts'
import {
  fieldsOf,
  isSamePrices,
  type PriceFields,
  type PriceProblem,
  readPrices,
} from './price-fields.ts'

const words = usageMessages.prices

const labels = {
  input_price: words.input,
  output_price: words.output,
  cached_price: words.cached,
} satisfies Record<keyof PriceFields, string>

type ModelPricesFieldsProps = {
  model: string
  fields: PriceFields
  problem: PriceProblem | undefined
  onChange: (fields: PriceFields) => void
}

/** The prices of one model, with an error message below. */
function ModelPricesFields(props: ModelPricesFieldsProps) {
  const { model, fields, problem, onChange } = props
  const problemId = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-md font-semibold wrap-anywhere">{model}</legend>
      <div className="grid grid-cols-3 gap-3">
        {(Object.entries(labels) as [keyof PriceFields, string][]).map(([name, text]) => {
          const isInvalid = problem?.names.includes(name)
          return (
            <Field key={name} label={text}>
              <Input
                value={fields[name]}
                inputMode="decimal"
                autoComplete="off"
                maxLength={20}
                aria-invalid={isInvalid || undefined}
                aria-describedby={isInvalid ? problemId : undefined}
                className="text-right tabular-nums"
                onChange={({ target }) => onChange({ ...fields, [name]: target.value })}
              />
            </Field>
          )
        })}
      </div>
      <div aria-live="polite" className="empty:hidden">
        {problem && (
          <FailureNote id={problemId} className="mt-2">
            {problem.message}
          </FailureNote>
        )}
      </div>
    </fieldset>
  )
}

type PricesFormProps = {
  month: string
  models: readonly ModelPrices[]
  currency: string
  onDone: () => void
}

function PricesForm({ month, models, currency, onDone }: PricesFormProps) {
  const { mutateAsync, isPending } = useSetPrices()
  /** Only the prices edited here: another admin may change the others in the meantime. */
  const [typed, setTyped] = useState<ReadonlyMap<string, PriceFields>>(new Map())
  const [label, setLabel] = useState<string>()
  /** A new object for each attempt, so that the invalid field is focused again. */
  const [attempt, setAttempt] = useState<object>()
  const [failure, setFailure] = useState<string>()
  const form = useFocusInvalid(attempt)

  const read = models.flatMap((known) => {
    const fields = typed.get(known.model)
    return fields ? [{ known, prices: readPrices(fields) }] : []
  })
  const problemOf = (model: string) => {
    const prices = read.find(({ known }) => known.model === model)?.prices
    return attempt && prices && 'message' in prices ? prices : undefined
  }
  const isLabelInvalid = !/^\S{1,8}$/u.test((label ?? currency).trim())

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isPending) return
    setAttempt({})
    setFailure(undefined)
    if (isLabelInvalid || read.some(({ prices }) => 'message' in prices)) return
    const prices = read.flatMap(({ known, prices: given }) =>
      'message' in given || isSamePrices(given, known) ? [] : [{ model: known.model, ...given }],
    )
    try {
      await mutateAsync({ month, prices, currency: (label ?? currency).trim() })
      showToast({ title: admin.successTitle, message: words.saved, kind: 'success' })
      onDone()
    } catch {
      setFailure(words.failed)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void save(event)}
      className="flex flex-col gap-5"
    >
      {models.length === 0 && <p className="text-md text-ink-2">{words.none}</p>}
      {models.map((known) => (
        <ModelPricesFields
          key={known.model}
          model={known.model}
          fields={typed.get(known.model) ?? fieldsOf(known)}
          problem={problemOf(known.model)}
          onChange={(fields) => setTyped(new Map(typed).set(known.model, fields))}
        />
      ))}
      {models.length > 0 && <p className="text-sm text-ink-2">{words.cachedHint}</p>}
      <Field
        label={words.currency}
        hint={words.currencyHint}
        error={attempt && isLabelInvalid ? words.currencyInvalid : undefined}
      >
        <Input
          value={label ?? currency}
          maxLength={8}
          autoComplete="off"
          className="w-28"
          onChange={({ target }) => setLabel(target.value)}
        />
      </Field>
      <div aria-live="polite" className="empty:hidden">
        {failure && <FailureNote>{failure}</FailureNote>}
      </div>
      <FormActions className="mt-0" cancel={words.cancel} submit={words.save} busy={isPending} />
    </form>
  )
}

type PricesDialogProps = {
  month: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function PricesDialog({ month, isOpen, onOpenChange }: PricesDialogProps) {
  const query = useQuery(pricesQuery(month))
  const { data } = query
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        title={words.title}
        description={words.description(monthLabel(month))}
        closeLabel={messages.common.close}
        className="w-[min(36rem,calc(100vw-2rem))]"
      >
        {!data && <CardState query={query} failed={words.loadFailed} />}
        {data && <PricesForm month={month} {...data} onDone={() => onOpenChange(false)} />}
      </DialogContent>
    </Dialog>
  )
}
