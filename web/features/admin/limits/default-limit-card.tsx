import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usageMessages } from '../../../messages/admin-usage.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { defaultLimitQuery, useSetDefaultLimit } from '../api/limits.ts'
import { CardState } from '../card-note.tsx'
import { messages } from '../../../messages.ts'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { Dialog, DialogContent } from '../../../ui/overlay/dialog.tsx'
import { LimitForm } from './limit-dialog.tsx'

const words = usageMessages.defaultLimit

type DefaultLimitDialogProps = { most: number; isOpen: boolean; onClose: () => void }

function DefaultLimitDialog({ most, isOpen, onClose }: DefaultLimitDialogProps) {
  const { mutateAsync } = useSetDefaultLimit()
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <DialogContent
        title={words.title}
        description={words.description}
        closeLabel={messages.common.close}
      >
        <LimitForm
          most={most}
          onSave={async (next) => {
            await mutateAsync(next)
            showToast({ title: admin.successTitle, message: words.saved, kind: 'success' })
            onClose()
          }}
        />
      </DialogContent>
    </Dialog>
  )
}

export function DefaultLimitCard() {
  const query = useQuery(defaultLimitQuery)
  const { data } = query
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Card aria-labelledby="admin-default-limit">
      <CardHeader>
        <CardTitle id="admin-default-limit">{words.title}</CardTitle>
        {data && !data.is_from_environment && (
          <Button size="sm" className="ml-auto" onClick={() => setIsOpen(true)}>
            {words.change}
          </Button>
        )}
      </CardHeader>
      <CardState query={query} failed={words.loadFailed} />
      {data && (
        <CardBody className="flex flex-col gap-1 text-md">
          <p>{data.most === 0 ? words.none : words.text(data.most)}</p>
          {data.is_from_environment && <p className="text-ink-2">{words.fromEnvironment}</p>}
        </CardBody>
      )}
      {data && (
        <DefaultLimitDialog most={data.most} isOpen={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </Card>
  )
}
