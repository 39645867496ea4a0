import {
  defaultSetup,
  formatOf,
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
import { ElementFormat } from './element-format.tsx'
import { TextField } from './typed-field.tsx'

const words = pageMessages.pageSetup

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
