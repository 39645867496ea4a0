import { useId } from 'react'
import { usageMessages } from '../../../../messages/admin-usage.ts'
import { FailureNote } from '../../../../ui/feedback/failure-note.tsx'
import { Field } from '../../../../ui/form/field.tsx'
import { Input } from '../../../../ui/form/input.tsx'
import type { PriceFields, PriceProblem } from './price-fields.ts'

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
export function ModelPricesFields(props: ModelPricesFieldsProps) {
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
