import { type FormEvent, useState } from 'react'
import { messages } from '../../../messages.ts'
import { pageMessages } from '../../../messages/page.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Input } from '../../../ui/form/input.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Dialog, DialogActions, DialogContent } from '../../../ui/overlay/dialog.tsx'
import { type Goal, isGoalAmount } from './daily-goal.ts'

const words = pageMessages.goal
const SUGGESTED: Goal = { unit: 'words', amount: 500 }

type GoalDialogProps = {
  goal: Goal | null
  onGoal: (goal: Goal | null) => void
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function GoalDialog({ goal, onGoal, isOpen, onOpenChange }: GoalDialogProps) {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        title={words.title}
        description={words.description}
        closeLabel={messages.common.close}
      >
        <GoalForm
          goal={goal}
          onGoal={(chosen) => {
            onGoal(chosen)
            onOpenChange(false)
          }}
        />
      </DialogContent>
    </Dialog>
  )
}

function GoalForm({ goal, onGoal }: Pick<GoalDialogProps, 'goal' | 'onGoal'>) {
  const [isInvalid, setIsInvalid] = useState(false)
  const { unit, amount } = goal ?? SUGGESTED
  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = Number(form.get('amount'))
    if (isGoalAmount(typed))
      onGoal({ amount: typed, unit: form.get('unit') === 'pages' ? 'pages' : 'words' })
    else setIsInvalid(true)
  }
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      <Field label={words.amount} error={isInvalid ? words.invalid : undefined}>
        <Input name="amount" type="number" inputMode="numeric" min={1} defaultValue={amount} />
      </Field>
      <Field label={words.unit}>
        <Select name="unit" defaultValue={unit}>
          <option value="words">{words.units.words}</option>
          <option value="pages">{words.units.pages}</option>
        </Select>
      </Field>
      <DialogActions className="mt-2">
        {goal && <Button onClick={() => onGoal(null)}>{words.remove}</Button>}
        <Button type="submit" variant="primary">
          {words.save}
        </Button>
      </DialogActions>
    </form>
  )
}
