import { useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import {
  Dialog,
  DialogActions,
  DialogClose,
  DialogContent,
  DialogTrigger,
} from '../../ui/overlay/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Input } from '../../ui/form/input.tsx'
import { showToast } from '../../ui/feedback/toast.ts'

export function DialogsSection() {
  const [open, setOpen] = useState(false)
  const [tries, setTries] = useState(0)

  // The first attempt fails, to show both outcomes.
  async function remove(): Promise<void> {
    setTries(tries + 1)
    await new Promise((resolve) => setTimeout(resolve, 1200))
    if (tries === 0) throw new Error('The first try of this example always fails.')
    showToast({ kind: 'success', title: 'Script deleted' })
  }

  return (
    <Card>
      <CardHeader>
        <CardTitle>Dialogs</CardTitle>
      </CardHeader>
      <CardBody className="flex flex-wrap gap-2">
        <Dialog>
          <DialogTrigger asChild>
            <Button>Rename script</Button>
          </DialogTrigger>
          <DialogContent
            title="Rename script"
            description="The conversations of this script follow its new name."
            closeLabel="Close"
          >
            <Field label="Script name">
              <Input defaultValue="The Lisbon Job" />
            </Field>
            <DialogActions>
              <DialogClose asChild>
                <Button>Cancel</Button>
              </DialogClose>
              <DialogClose asChild>
                <Button variant="primary">Rename</Button>
              </DialogClose>
            </DialogActions>
          </DialogContent>
        </Dialog>
        <Button onClick={() => setOpen(true)}>Delete script</Button>
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          danger
          title="Delete script"
          description="Are you sure you want to delete this script? This action cannot be undone."
          cancelLabel="Cancel"
          confirmLabel="Delete"
          onConfirm={remove}
          onFailure={(error) => {
            const message = `Failed to delete script: ${String(error)}`
            showToast({ kind: 'error', title: 'Error', message })
            return message
          }}
        />
      </CardBody>
    </Card>
  )
}
