import { KeyRound, LogOut, ShieldCheck, User } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { ButtonMenu, MenuItem, MenuLabel, MenuSeparator } from '../../../ui/overlay/menu.tsx'
import { SecurityDialog } from '../security/security-dialog.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'

const { editor } = messages

type AccountMenuProps = {
  email: string
  isLeaving: boolean
  onLogout: () => void
  /** Items of other features. */
  children?: ReactNode
}

export function AccountMenu({ email, isLeaving, onLogout, children }: AccountMenuProps) {
  const [isChanging, setIsChanging] = useState(false)
  const [isSecuring, setIsSecuring] = useState(false)
  return (
    <>
      <ButtonMenu
        button={
          <Button busy={isLeaving} className="max-sm:size-11 max-sm:p-0">
            <User />
            <span className="max-sm:sr-only">{editor.account}</span>
          </Button>
        }
        className="max-w-72"
      >
        <MenuLabel className="pb-0 font-medium text-ink">{editor.account}</MenuLabel>
        <MenuLabel>{email}</MenuLabel>
        <MenuSeparator />
        {children}
        <MenuItem onSelect={() => setIsChanging(true)}>
          <KeyRound />
          {editor.changePassword}
        </MenuItem>
        <MenuItem onSelect={() => setIsSecuring(true)}>
          <ShieldCheck />
          {messages.security.open}
        </MenuItem>
        <MenuItem onSelect={onLogout}>
          <LogOut />
          {editor.logout}
        </MenuItem>
      </ButtonMenu>
      <ChangePasswordDialog isOpen={isChanging} onOpenChange={setIsChanging} email={email} />
      <SecurityDialog isOpen={isSecuring} onOpenChange={setIsSecuring} />
    </>
  )
}
