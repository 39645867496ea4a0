import {
  defaultSetup,
  type Format,
  formatOf,
  type FormattedType,
  type PageSetup,
  pageSetupEntry,
  type PaperSize,
  type PresetName,
  presets,
} from '../../../../screenplay/layout.ts'
import { pageMessages } from '../../../messages/page.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { useState } from 'react'
import { Input } from '../../../ui/form/input.tsx'

const words = pageMessages.pageSetup

type NumberFieldProps = {
  label: string
  value: number
  least: number
  most: number
  step: number
  onValue: (value: number) => void
}

const rounded = (value: number) => Math.round(value * 100) / 100

/** A number that takes effect as it is typed, once it is within its limits. */
function NumberField({ label, value, least, most, step, onValue }: NumberFieldProps) {
  // What is typed stays as it is: "2." is on its way to 2.5.
  const [typed, setTyped] = useState<string>()
  const isAllowed = (number: number) => number >= least && number <= most
  const isInvalid = typed !== undefined && (typed.trim() === '' || !isAllowed(Number(typed)))

  function type(text: string): void {
    setTyped(text)
    const number = Number(text)
    if (text.trim() !== '' && isAllowed(number)) onValue(rounded(number))
  }

  return (
    <Field
      label={label}
      error={isInvalid ? words.between(rounded(least), rounded(most)) : undefined}
    >
      <Input
        type="number"
        inputMode="decimal"
        min={rounded(least)}
        max={rounded(most)}
        step={step}
        value={typed ?? String(rounded(value))}
        onChange={({ target }) => type(target.value)}
        onBlur={() => setTyped(undefined)}
        className="w-full"
      />
    </Field>
  )
}

type TextFieldProps = {
  label: string
  value: string
  onValue: (value: string) => void
}

/** A text that takes effect as it is typed. */
function TextField({ label, value, onValue }: TextFieldProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <Field label={label}>
      <Input
        value={typed ?? value}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setTyped(target.value)
          onValue(target.value)
        }}
        onBlur={() => setTyped(undefined)}
        className="w-full font-script"
      />
    </Field>
  )
}

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
function ElementFormat({ setup, onSetup }: ElementFormatProps) {
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

const PRESETS = Object.keys(presets) as PresetName[]

const isSame = (one: PageSetup, other: PageSetup) =>
  JSON.stringify(pageSetupEntry(one)) === JSON.stringify(pageSetupEntry(other))

type PageSetupFormProps = { setup: PageSetup; onSetup: (setup: PageSetup) => void }

/** Every change takes effect at once. */
export function PageSetupForm({ setup, onSetup }: PageSetupFormProps) {
  const change = (changed: Partial<PageSetup>) => onSetup({ ...setup, ...changed })
  return (
    <div className="grid gap-5">
      <fieldset aria-label={words.preset} className="grid grid-cols-3 gap-2">
        {PRESETS.map((name) => (
          <Button
            key={name}
            aria-pressed={isSame(setup, presets[name])}
            onClick={() => onSetup(presets[name])}
            className="px-1 max-sm:text-sm aria-pressed:border-accent aria-pressed:bg-accent-wash"
          >
            {words.presets[name]}
          </Button>
        ))}
      </fieldset>
      <PaperField paper={setup.paper} onPaper={(paper) => onSetup(withPaper(setup, paper))} />
      <div className="grid gap-1">
        <Checkbox
          label={words.breaksSentences}
          checked={setup.breaksSentences}
          onChange={(breaksSentences) => change({ breaksSentences })}
        />
        <Checkbox
          label={words.doubleSpaced}
          checked={formatOf(setup, 'dialogue').spacing === 2}
          onChange={(isDouble) => onSetup(withDialogueSpacing(setup, isDouble ? 2 : 1))}
        />
        <Checkbox
          label={words.automaticContinueds}
          hint={words.automaticContinuedsHint}
          checked={setup.automaticContinueds}
          onChange={(automaticContinueds) => change({ automaticContinueds })}
        />
      </div>
      <div className="grid grid-cols-2 items-end gap-3">
        <TextField
          label={words.moreText}
          value={setup.moreText}
          onValue={(text) => change({ moreText: text.trim() || defaultSetup.moreText })}
        />
        <TextField
          label={words.continuedText}
          value={setup.continuedText}
          onValue={(text) => change({ continuedText: text.trim() || defaultSetup.continuedText })}
        />
      </div>
      <hr className="border-line" />
      <ElementFormat setup={setup} onSetup={onSetup} />
    </div>
  )
}

/** Without a paper in the setup, it is chosen with each export. */
function withPaper(setup: PageSetup, paper: PaperSize | undefined): PageSetup {
  const { paper: before, ...others } = setup
  if (paper === before) return setup
  return paper === undefined ? others : { ...others, paper }
}

/** Spaces lyrics too, because they are part of speeches. */
function withDialogueSpacing(setup: PageSetup, spacing: 1 | 2): PageSetup {
  const { dialogue, lyrics } = setup.formats
  const formats = {
    ...setup.formats,
    dialogue: { ...dialogue, spacing },
    lyrics: { ...lyrics, spacing },
  }
  return { ...setup, formats }
}

type PaperFieldProps = {
  paper: PaperSize | undefined
  onPaper: (paper: PaperSize | undefined) => void
}

function PaperField({ paper, onPaper }: PaperFieldProps) {
  const isCustom = typeof paper === 'object'
  return (
    <Field label={words.paper} className="[&>span]:w-full">
      <Select
        value={isCustom ? 'custom' : (paper ?? '')}
        onChange={({ target: { value } }) => {
          if (value !== 'custom') onPaper(value === 'letter' || value === 'a4' ? value : undefined)
        }}
        className="w-full"
      >
        <option value="">{words.papers.any}</option>
        <option value="letter">{words.papers.letter}</option>
        <option value="a4">{words.papers.a4}</option>
        {isCustom && (
          <option value="custom">{words.papers.custom(paper.width, paper.height)}</option>
        )}
      </Select>
    </Field>
  )
}
