import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MONTHLY_GENERATIONS } from '../../../../contract/limits.ts'
import { messages } from '../../../messages.ts'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { usageMessages } from '../../../messages/admin-usage.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { Dialog, DialogContent } from '../../../ui/overlay/dialog.tsx'
import { useLastShown } from '../../../ui/overlay/use-last-shown.ts'
import { defaultLimitQuery, type LimitedUser, limitQuery, useSetLimit } from '../api/limits.ts'
import { CardState } from '../card-note.tsx'
import { RadioFilter } from '../radio-filter.tsx'
import { LimitForm } from './limit-form.tsx'

const words = usageMessages.limit

export type Limited = LimitedUser & { email: string }

type LimitDialogProps = { user: Limited | undefined; onClose: () => void }

/** The monthly limit of one user. */
export function LimitDialog({ user, onClose }: LimitDialogProps) {
  const shown = useLastShown(user)
  return (
    <Dialog
      open={user !== undefined}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <DialogContent
        title={words.title}
        description={words.description(shown?.email ?? '')}
        closeLabel={messages.common.close}
      >
        {shown && <OwnLimit key={shown.userId} user={shown} onClose={onClose} />}
      </DialogContent>
    </Dialog>
  )
}

type OwnLimitProps = { user: LimitedUser; onClose: () => void }

function OwnLimit({ user, onClose }: OwnLimitProps) {
  const own = useQuery(limitQuery(user))
  const { data: byDefault } = useQuery(defaultLimitQuery)
  const { mutateAsync } = useSetLimit()
  const [chosen, setChosen] = useState<'default' | 'own'>()
  if (!own.data) return <CardState query={own} failed={words.loadFailed} />
  const { most } = own.data
  const choice = chosen ?? (most === null ? 'default' : 'own')

  async function save(next: number): Promise<void> {
    await mutateAsync({ userId: user.userId, most: choice === 'default' ? null : next })
    showToast({ title: admin.successTitle, message: words.saved, kind: 'success' })
    onClose()
  }

  return (
    <LimitForm
      most={most ?? byDefault?.most ?? MONTHLY_GENERATIONS}
      hasNumber={choice === 'own'}
      onSave={save}
    >
      <div className="flex">
        <RadioFilter
          legend={words.choice}
          labels={{ default: words.byDefault(byDefault?.most), own: words.own }}
          value={choice}
          onChange={setChosen}
        />
      </div>
    </LimitForm>
  )
}
