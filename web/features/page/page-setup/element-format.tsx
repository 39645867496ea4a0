import { useState } from 'react'
import {
  type Format,
  formatOf,
  type FormattedType,
  type PageSetup,
} from '../../../../screenplay/layout.ts'
import { pageMessages } from '../../../messages/page.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { NumberField } from './typed-field.tsx'

const words = pageMessages.pageSetup

const TYPES = Object.keys(words.elementNames) as (keyof typeof words.elementNames)[]
const POINTS_PER_LINE = 12
const MIN_WIDTH = 0.5
const MAX_LINES_BEFORE = 10
const WIDEST = 8.5

type ElementFormatProps = { setup: PageSetup; onSetup: (setup: PageSetup) => void }

const withFormat = (
  setup: PageSetup,
  type: FormattedType,
  changed: Partial<Format>,
): PageSetup => ({
  ...setup,
  formats: { ...setup.formats, [type]: { ...setup.formats[type], ...changed } },
})

/** Where the lines of one kind of element begin and end, and the space above it. */
export function ElementFormat({ setup, onSetup }: ElementFormatProps) {
  const [type, setType] = useState<(typeof TYPES)[number]>('dialogue')
  const { leftIndent, rightIndent, spaceBefore } = formatOf(setup, type)
  const change = (changed: Partial<Format>) => onSetup(withFormat(setup, type, changed))
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 text-md font-semibold">{words.elements}</legend>
      <Field label={words.element} className="[&>span]:w-full">
        <Select
          value={type}
          onChange={({ target }) => {
            const chosen = TYPES.find((each) => each === target.value)
            if (chosen) setType(chosen)
          }}
          className="w-full"
        >
          {TYPES.map((each) => (
            <option key={each} value={each}>
              {words.elementNames[each]}
            </option>
          ))}
        </Select>
      </Field>
      <div key={type} className="grid grid-cols-3 items-start gap-3">
        <NumberField
          label={words.left}
          value={leftIndent}
          least={0}
          most={rightIndent - MIN_WIDTH}
          step={0.05}
          onValue={(inches) => change({ leftIndent: inches })}
        />
        <NumberField
          label={words.right}
          value={rightIndent}
          least={leftIndent + MIN_WIDTH}
          most={Math.max(WIDEST, rightIndent)}
          step={0.05}
          onValue={(inches) => change({ rightIndent: inches })}
        />
        <NumberField
          label={words.before}
          value={spaceBefore / POINTS_PER_LINE}
          least={0}
          most={Math.max(MAX_LINES_BEFORE, spaceBefore / POINTS_PER_LINE)}
          step={0.5}
          onValue={(lines) => change({ spaceBefore: lines * POINTS_PER_LINE })}
        />
      </div>
      <p className="text-sm text-ink-2">{words.inches}</p>
    </fieldset>
  )
}
