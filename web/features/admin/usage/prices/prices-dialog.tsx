import { useQuery } from '@tanstack/react-query'
import { messages } from '../../../../messages.ts'
import { usageMessages } from '../../../../messages/admin-usage.ts'
import { Dialog, DialogContent } from '../../../../ui/overlay/dialog.tsx'
import { pricesQuery } from '../../api/prices.ts'
import { CardState } from '../../card-note.tsx'
import { monthLabel } from '../month.ts'
import { PricesForm } from './prices-form.tsx'

const words = usageMessages.prices

type PricesDialogProps = {
  month: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function PricesDialog({ month, isOpen, onOpenChange }: PricesDialogProps) {
  const query = useQuery(pricesQuery(month))
  const { data } = query
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        title={words.title}
        description={words.description(monthLabel(month))}
        closeLabel={messages.common.close}
        className="w-[min(36rem,calc(100vw-2rem))]"
      >
        {!data && <CardState query={query} failed={words.loadFailed} />}
        {data && <PricesForm month={month} {...data} onDone={() => onOpenChange(false)} />}
      </DialogContent>
    </Dialog>
  )
}
