import { Gauge, KeyRound, LogOut, ShieldCheck, ShieldOff, Trash2 } from 'lucide-react'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { usageMessages } from '../../../messages/admin-usage.ts'
import { MenuItem, MenuSeparator } from '../../../ui/overlay/menu.tsx'
import type { AccountAction } from '../api/account-actions.ts'
import { MoreActions } from '../more-actions.tsx'

type UserMenuProps = {
  email: string
  isApproved: boolean
  onAsk: (action: AccountAction) => void
  onLimit: () => void
}

/** Rarely needed actions; each opens a dialog first. */
export function UserMenu({ email, isApproved, onAsk, onLimit }: UserMenuProps) {
  return (
    <MoreActions label={admin.moreFor(email)}>
      <MenuItem onSelect={onLimit}>
        <Gauge aria-hidden="true" />
        {usageMessages.limit.menu}
      </MenuItem>
      {isApproved && (
        <MenuItem onSelect={() => onAsk('makeAdmin')}>
          <ShieldCheck aria-hidden="true" />
          {admin.makeAdmin}
        </MenuItem>
      )}
      <MenuItem onSelect={() => onAsk('sendReset')}>
        <KeyRound aria-hidden="true" />
        {admin.sendReset}
      </MenuItem>
      <MenuItem onSelect={() => onAsk('endSessions')}>
        <LogOut aria-hidden="true" />
        {admin.endSessions}
      </MenuItem>
      <MenuItem onSelect={() => onAsk('removeFactors')}>
        <ShieldOff aria-hidden="true" />
        {admin.removeFactors}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger onSelect={() => onAsk('deleteAccount')}>
        <Trash2 aria-hidden="true" />
        {admin.deleteAccount}
      </MenuItem>
    </MoreActions>
  )
}
