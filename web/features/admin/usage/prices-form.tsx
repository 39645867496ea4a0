import { type FormEvent, useState } from 'react'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { usageMessages } from '../../../messages/admin-usage.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Input } from '../../../ui/form/input.tsx'
import { DialogActions, DialogClose } from '../../../ui/overlay/dialog.tsx'
import { type ModelPrices, useSetPrices } from '../api/prices.ts'
import { fieldsOf, isSamePrices, type PriceFields, readPrices } from './price-fields.ts'

const words = usageMessages.prices

const labels = {
  input_price: words.input,
  output_price: words.output,
  cached_price: words.cached,
} satisfies Record<keyof PriceFields, string>

type PricesFormProps = {
  month: string
  models: readonly ModelPrices[]
  currency: string
  onDone: () => void
}

export function PricesForm({ month, models, currency, onDone }: PricesFormProps) {
  const { mutateAsync, isPending } = useSetPrices()
  /** Only what was typed: another admin may change the rest meanwhile. */
  const [typed, setTyped] = useState<ReadonlyMap<string, PriceFields>>(new Map())
  const [label, setLabel] = useState<string>()
  const [isChecked, setIsChecked] = useState(false)
  const [failure, setFailure] = useState<string>()

  const read = models.flatMap((known) => {
    const fields = typed.get(known.model)
    const prices = fields && readPrices(fields)
    return prices === undefined ? [] : [{ known, prices }]
  })
  const errorOf = (model: string): string | undefined => {
    const prices = read.find(({ known }) => known.model === model)?.prices
    return isChecked && typeof prices === 'string' ? prices : undefined
  }
  const isLabelInvalid = !/^\S{1,8}$/u.test((label ?? currency).trim())

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    setIsChecked(true)
    setFailure(undefined)
    if (isLabelInvalid || read.some(({ prices }) => typeof prices === 'string')) return
    const prices = read.flatMap(({ known, prices: given }) =>
      typeof given === 'string' || isSamePrices(given, known)
        ? []
        : [{ model: known.model, ...given }],
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
    <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-5">
      <Field
        label={words.currency}
        error={isChecked && isLabelInvalid ? words.currencyInvalid : undefined}
      >
        <Input
          value={label ?? currency}
          maxLength={8}
          autoComplete="off"
          className="w-28"
          onChange={({ target }) => setLabel(target.value)}
        />
      </Field>
      {models.length === 0 && <p className="text-md text-ink-2">{words.none}</p>}
      {models.map((known) => {
        const fields = typed.get(known.model) ?? fieldsOf(known)
        const error = errorOf(known.model)
        return (
          <fieldset key={known.model} className="min-w-0">
            <legend className="mb-1.5 text-md font-semibold wrap-anywhere">{known.model}</legend>
            <div className="grid grid-cols-3 gap-3">
              {(Object.entries(labels) as [keyof PriceFields, string][]).map(([name, text]) => (
                <Field key={name} label={text}>
                  <Input
                    value={fields[name]}
                    inputMode="decimal"
                    autoComplete="off"
                    aria-invalid={error ? true : undefined}
                    className="text-right tabular-nums"
                    onChange={({ target }) =>
                      setTyped(new Map(typed).set(known.model, { ...fields, [name]: target.value }))
                    }
                  />
                </Field>
              ))}
            </div>
            <div aria-live="polite">
              {error && <FailureNote className="mt-2">{error}</FailureNote>}
            </div>
          </fieldset>
        )
      })}
      {models.length > 0 && <p className="text-sm text-ink-2">{words.cachedHint}</p>}
      {failure && <FailureNote>{failure}</FailureNote>}
      <DialogActions className="mt-0">
        <DialogClose asChild>
          <Button disabled={isPending}>{words.cancel}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={isPending}>
          {words.save}
        </Button>
      </DialogActions>
    </form>
  )
}
