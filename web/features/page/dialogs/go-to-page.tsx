import { type FormEvent, useState } from 'react'
import {
  compareNumbers,
  type ProductionNumber,
  readNumber,
} from '../../../../screenplay/production.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Input } from '../../../ui/form/input.tsx'
import { Dialog, DialogActions, DialogClose, DialogContent } from '../../../ui/overlay/dialog.tsx'

const { goTo } = messages.desk

type GoToPageProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The number of the last page. */
  last: string
  onPage: (page: ProductionNumber) => void
}

export function GoToPage({ isOpen, onOpenChange, last, onPage }: GoToPageProps) {
  const [typed, setTyped] = useState('')
  const page = readNumber(typed.trim())
  const end = readNumber(last)
  const isPage = page && end && page.count >= 1 && compareNumbers(page, end) <= 0
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!page || !isPage) return
    onOpenChange(false)
    onPage(page)
    setTyped('')
  }
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent title={goTo.title} closeLabel={messages.common.close} className="max-w-90">
        <form onSubmit={submit}>
          <Field label={goTo.page(last)}>
            <Input
              value={typed}
              autoComplete="off"
              onChange={({ target }) => setTyped(target.value)}
            />
          </Field>
          <DialogActions>
            <DialogClose asChild>
              <Button>{goTo.cancel}</Button>
            </DialogClose>
            <Button type="submit" variant="primary" disabled={!isPage}>
              {goTo.submit}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  )
}
